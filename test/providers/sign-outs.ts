import assert from 'node:assert/strict';

import type { Page } from '@playwright/test';

import { testWith } from '../needs.ts';
import type { ProviderKind } from './kind.ts';
import { startBoth } from './sign-in.ts';

type Ways = Readonly<{
  auth?: object;
  declared: object;
  /** Signs in a person who is in no allowed group. */
  signInOutsider?: (page: Page) => Promise<void>;
  /** Confirms a sign-out on the page of the provider, if it has one. */
  confirm?: (page: Page) => Promise<void>;
  signOutThere?: (page: Page, issuer: string) => Promise<void>;
}>;

/** Tests allowed groups, and the sign-out here and at the provider, with a real provider and a real browser. */
export function testSignOuts(kind: ProviderKind, ways: Ways): void {
  const test = testWith('chromium', ...kind.needs);
  const { name, person, signIn } = kind;
  const { signInOutsider, confirm, signOutThere } = ways;
  test(`${name}, signing out on both sides`, async (t) => {
    const { clock, service, page, port } = await startBoth(t, kind, ways);

    const account = () => page.getByRole('button', { name: `Account of ${person.name}` });
    const toSignIn = () => page.getByRole('link', { name: `Continue with ${name}` });
    const signOut = () => page.getByRole('button', { name: 'Sign out' }).click();

    if (signInOutsider)
      await t.test('a person in no allowed group is refused, and can sign out', async () => {
        await page.goto(service.address);
        await toSignIn().click();
        await signInOutsider(page);
        await page.getByRole('heading', { name: 'This account is in no group' }).waitFor();
        await signOut();
        await toSignIn().waitFor();
      });

    if (signInOutsider)
      await t.test(
        'a person in an allowed group is let in, and stays after a renewal',
        async () => {
          await toSignIn().click();
          await signIn(page);
          await account().waitFor();
          clock.forward(3700);
          await page.reload();
          await account().click();
          assert.deepEqual(service.takeTokenRequests().at(-1), {
            grant: 'refresh_token',
            status: 200,
          });
          await signOut();
          await toSignIn().waitFor();
        },
      );

    if (confirm)
      await t.test(
        'a sign-out leads to the provider and back, and credentials are asked again',
        async () => {
          await page.goto(service.address);
          for (const _ of ['first', 'second']) {
            await toSignIn().click();
            await signIn(page);
            await account().click();
            await signOut();
            await confirm(page);
            await toSignIn().waitFor();
            assert.equal(new URL(page.url()).origin, service.address);
          }
        },
      );

    if (signOutThere)
      await t.test('a sign-out at the provider ends the session here', async () => {
        await page.goto(service.address);
        await toSignIn().click();
        await signIn(page);
        await account().waitFor();
        const me = () => page.context().request.get(`${service.address}/api/auth/me`);
        assert.equal((await me()).status(), 200);
        await signOutThere(page, kind.issuer(port));
        let status = 200;
        // A provider may send its logout request in the background.
        for (let tries = 0; status === 200 && tries < 100; tries += 1) {
          await page.waitForTimeout(50);
          status = (await me()).status();
        }
        assert.equal(status, 401);
      });
  });
}
