import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';

import { chromiumFlags, chromiumPath } from '../chromium.ts';
import { emptyFolder } from '../folder.ts';
import { freePort } from '../process.ts';
import { startedHere } from '../started-here.ts';
import type { SharedClock } from './clock.ts';
import { makeSharedClock } from './clock.ts';
import type { ProviderKind } from './kind.ts';
import { client } from './kind.ts';
import type { RunningService } from './service.ts';
import { startService } from './service.ts';

/** Signing in at a real provider, with a person in a real browser and nothing in the profile but issuer, id and secret. */
export function testProvider({ name, person, issuer, start, signIn, signInAgain }: ProviderKind): void {
  suite(`${name}, with the default settings`, () => {
    const ends: Array<() => unknown> = [];
    let clock: SharedClock;
    let service: RunningService;
    let restart: () => Promise<void>;
    let page: Page;
    let folder: string;
    let issuerHere: string;

    before(async () => {
      folder = emptyFolder({ after: (end) => ends.push(end) });
      clock = makeSharedClock(folder);
      const [port, servicePort] = [await freePort(), await freePort()];
      const redirectUri = `http://127.0.0.1:${servicePort}/api/auth/callback`;
      const provider = await start({ folder, port, redirectUri, clock: clock.environment });
      ends.push(provider.stop);
      issuerHere = issuer(port);
      const options = { folder, port: servicePort, label: name, issuer: issuerHere, nowMs: clock.nowMs };
      service = await startService(options);
      restart = async () => {
        await service.stop();
        service = await startService(options);
      };
      ends.push(() => service.stop());
      const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
      ends.push(() => browser.close());
      page = await browser.newPage();
      page.setDefaultTimeout(15_000);
    });
    after(async () => {
      for (const end of ends.toReversed()) await end();
    });

    const account = () => page.getByRole('button', { name: `Account of ${person.name}` });
    const beginSignIn = () => page.getByRole('link', { name: `Continue with ${name}` }).click();

    test('signs in with id and secret of every kind of character', async () => {
      await page.goto(service.address);
      await beginSignIn();
      await signIn(page);
      await account().waitFor();
      await account().click();
      await page.getByText(person.email).waitFor();
      const last = service.takeTokenRequests().at(-1);
      assert.deepEqual(last, { grant: 'authorization_code', status: 200 });
    });

    test('check-config proves id, secret and redirect address, and finds those that are wrong', async () => {
      const check = async (secret: string, host: string) => {
        const file = join(folder, 'checked.yaml');
        const provider = {
          id: 'real',
          label: name,
          issuer: issuerHere,
          clientId: client.id,
          clientSecret: secret,
        };
        const profile = {
          data: folder,
          http: { allowedHosts: [host], publicScheme: 'http' },
          auth: { tenant: 'real', providers: [provider] },
          store: { url: 'sqlite::memory:' },
          localProvider: { enabled: false },
        };
        writeFileSync(file, JSON.stringify(profile));
        const around = {
          nowMs: clock.nowMs,
          wait: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal && { signal }),
        };
        const { printed } = await startedHere(['check-config'], file, undefined, around);
        return printed.split('\n').filter((line) => /^(ok|warning|fault) /.test(line));
      };
      const { host } = new URL(service.address);
      const good = await check(client.secret, host);
      assert.deepEqual(
        good.filter((line) => line.startsWith('fault')),
        [],
      );
      assert.match(good.join('\n'), /accepts id and secret/);
      assert.match((await check('wrong', host)).join('\n'), /^fault .*client(Id|Secret): /m);
      assert.doesNotMatch(
        (await check(client.secret, 'other.example')).join('\n'),
        /^ok .*the provider knows/m,
      );
    });

    const askTenTimes = async () => {
      const answers = await page.evaluate(() => {
        const headers = { 'x-requested-with': 'JavaScript' };
        const ask = async () => {
          const answer = await fetch('/api/auth/me', { headers });
          return { status: answer.status, body: await answer.text() };
        };
        return Promise.all(Array.from({ length: 10 }, ask));
      });
      assert.deepEqual(
        answers.map(({ status, body }) => ({ status, email: JSON.parse(body || '{}').email })),
        answers.map(() => ({ status: 200, email: person.email })),
      );
    };

    for (const hour of ['first', 'second'])
      test(`renews after the ${hour} hour: ten requests at once, one redemption`, async () => {
        clock.forward(3700);
        await askTenTimes();
        assert.deepEqual(service.takeTokenRequests(), [{ grant: 'refresh_token', status: 200 }]);
      });

    test('warns once that the first client authentication is refused and another works', () => {
      const warnings = service.logged.filter((line) => !line.includes('"level":"info"'));
      assert.deepEqual(
        warnings.map((line) => JSON.parse(line).msg),
        ['the provider refuses one client authentication, another works'],
      );
    });

    test('renews after a restart, too: the session knows which client authentication works', async () => {
      await restart();
      clock.forward(3700);
      await askTenTimes();
      assert.deepEqual(service.takeTokenRequests(), [{ grant: 'refresh_token', status: 200 }]);
    });

    test('signs out, and in again without the provider asking for credentials', async () => {
      await page.goto(service.address);
      await account().click();
      await page.getByRole('link', { name: 'Sign out' }).click();
      await beginSignIn();
      await signInAgain(page);
      await account().waitFor();
      assert.deepEqual(service.takeTokenRequests(), [{ grant: 'authorization_code', status: 200 }]);
    });
  });
}
