import type { APIRequestContext, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { leftOf } from './left.ts';
import { isReadyOffline, makeSession, newTask, openWith, rowOf } from './walks.ts';

const written = 'Written in the tunnel';

test('what was written offline goes when the tab is closed, once, and for nobody else', async ({
  page,
  person,
  context,
  elsewhere,
  faults,
}) => {
  // The service refuses what names one person and comes with the session of another.
  faults.expect(/ERR_INTERNET_DISCONNECTED|status of 403 /);
  await openWith(page, person, []);
  await isReadyOffline(page);
  const sync = await openSync(await context.newPage(), new URL(page.url()).origin);
  // The page alone is without a connection, so that somebody else can sign in meanwhile.
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  const { cookies } = await context.storageState();
  await context.clearCookies();
  await makeSession(page, { email: `not.${person.email}`, name: 'Bob' });
  const bob = await context.storageState();
  await newTask(page).fill(written);
  await newTask(page).press('Enter');
  await expect(rowOf(page, written)).toContainText('Waiting');
  await expect.poll(() => page.evaluate(textOfUnsent)).toContain(written);
  expect(await leftOf(page, person, written)).toContainEqual(expect.stringContaining('/unsent'));
  await page.close();
  await sync();

  await context.clearCookies();
  await context.addCookies(cookies);
  // The closed page may still hold its lock; then the browser repeats the event, as here.
  await expect(async () => {
    await sync();
    await expect.poll(() => tasksOf(context.request), { timeout: 2000 }).toEqual([written]);
  }).toPass();
  await elsewhere.addCookies(bob.cookies);
  expect(await tasksOf(elsewhere.request)).toEqual([]);

  await nothingWaitsIn(await context.newPage());
  expect(await tasksOf(context.request)).toEqual([written]);
});

/** The page finds it saved, and leaves nothing for the worker. */
async function nothingWaitsIn(page: Page): Promise<void> {
  await page.goto('/');
  await expect(rowOf(page, written)).toHaveCount(1);
  await expect(rowOf(page, written)).not.toContainText(/Waiting|Saving/);
  await expect.poll(() => page.evaluate(textOfUnsent)).toContain('"writes":[]');
}

const textOfUnsent = async () => (await caches.match('/unsent'))?.text();

const tasksOf = async (request: APIRequestContext): Promise<string[]> =>
  (await (await request.get('/api/tasks')).json()).map(
    ({ description }: { description: string }) => description,
  );

/** Returns what fires the event that the browser fires when there is a connection; `page` is of any site. */
async function openSync(page: Page, origin: string): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found) resolve(found.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async () => {
    const event = { origin, registrationId, tag: 'unsent', lastChance: false };
    await browser.send('ServiceWorker.dispatchSyncEvent', event);
  };
}
