import type { APIRequestContext, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { storedDataOf } from './stored.ts';
import {
  changeElsewhere,
  edit,
  awaitReadyOffline,
  makeSession,
  newTask,
  openWith,
  press,
  rowOf,
} from './walks.ts';

const written = 'Written in the tunnel';

test('what was written offline goes when the tab is closed, once, for nobody else, and over no other change', async ({
  page,
  person,
  context,
  elsewhere,
  faults,
}) => {
  // The service refuses (403) a request that names one person and has the session of another.
  faults.expect(/ERR_INTERNET_DISCONNECTED|status of 403 /);
  await openWith(page, person, [{ description: 'Changed in both places' }]);
  await awaitReadyOffline(page);
  const sync = await openSync(await context.newPage(), new URL(page.url()).origin);
  // Only the page has no connection, so that another person can sign in.
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  const ada = await context.storageState();
  await context.clearCookies();
  await makeSession(page, { email: `not.${person.email}`, name: 'Bob' });
  const bob = await context.storageState();
  await newTask(page).fill(written);
  await newTask(page).press('Enter');
  await expect(rowOf(page, written)).toContainText('Waiting');
  await expect.poll(() => page.evaluate(textOfUnsent)).toContain(written);
  expect(await storedDataOf(page, person, written)).toContainEqual(
    expect.stringContaining('/unsent'),
  );
  await edit(page, 'Changed in both places', 'Changed here');
  await expect(rowOf(page, 'Changed here')).toContainText('Waiting');
  await expect.poll(() => page.evaluate(textOfUnsent)).toContain('Changed here');
  await elsewhere.addCookies(ada.cookies);
  await changeElsewhere(elsewhere, 'Changed there');
  await page.close();
  await sync();

  await context.clearCookies();
  await context.addCookies(ada.cookies);
  // The closed page may still have its lock: a browser then repeats the event, and so does this test.
  await expect(async () => {
    await sync();
    await expect
      .poll(() => tasksOf(context.request), { timeout: 2000 })
      .toEqual(['Changed there', written]);
  }).toPass();
  await elsewhere.clearCookies();
  await elsewhere.addCookies(bob.cookies);
  expect(await tasksOf(elsewhere.request)).toEqual([]);

  const next = await context.newPage();
  await next.goto('/');
  await expect(rowOf(next, written)).toHaveCount(1);
  await expect(rowOf(next, written)).not.toContainText(/Waiting|Saving/);
  const asking = rowOf(next, 'Changed here').filter({ hasText: 'Also changed elsewhere' });
  await press(asking.getByRole('button', { name: 'Keep yours' }));
  await expect.poll(() => tasksOf(context.request)).toEqual(['Changed here', written]);
  await expect.poll(() => next.evaluate(textOfUnsent)).toContain('"writes":[]');
});

const textOfUnsent = async () => (await caches.match('/unsent'))?.text();

const tasksOf = async (request: APIRequestContext): Promise<string[]> =>
  (await (await request.get('/api/tasks')).json()).map(
    ({ description }: { description: string }) => description,
  );

/** Returns a function that sends the browser's `sync` event, which follows a new connection. `page` can be of any site. */
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
