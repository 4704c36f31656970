import { chromium, devices } from '@playwright/test';

import { moveClock, movedByMs } from './clock.ts';
import { expect, test } from './fixtures.ts';
import {
  changeElsewhere,
  edit,
  hasCopyOf,
  awaitReadyOffline,
  newTask,
  openWith,
  press,
  rowOf,
  signOut,
} from './walks.ts';

const phone = devices['Pixel 7'];
/** The devices, each with the view that is open. */
const places = [
  { name: 'list', device: {}, view: 'List' },
  { name: 'board', device: {}, view: 'Board' },
  { name: 'list of a phone', device: phone, view: 'List' },
] as const;

for (const { name, device, view } of places) {
  test(`${name}: what was written offline is there when the browser is back, and goes by itself`, async ({
    person,
    faults,
    baseURL,
  }, info) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const launch = async () => {
      const context = await chromium.launchPersistentContext(info.outputPath('browser'), {
        ...info.project.use.launchOptions,
        ...device,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        ...(baseURL === undefined ? {} : { baseURL }),
      });
      await context.addInitScript(moveClock, movedByMs);
      await faults.watch(context);
      // As in browsers without Background Sync: the page itself sends the queue (background-sync.spec.ts tests the other case).
      await context.addInitScript(() =>
        Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'),
      );
      return context;
    };
    const first = await launch();
    const page = first.pages()[0] ?? (await first.newPage());
    await openWith(page, person, [{ description: 'Changed in both places' }]);
    if (view === 'Board') await press(page.getByText('Board', { exact: true }));
    await awaitReadyOffline(page);
    await hasCopyOf(page, 'Changed in both places');
    await first.setOffline(true);
    await newTask(page).fill('Written in the tunnel');
    await newTask(page).press('Enter');
    await edit(page, 'Changed in both places', 'Changed here');
    await expect(rowOf(page, 'Changed here')).toContainText('Waiting');
    await first.close();

    const second = await launch();
    await second.setOffline(true);
    const next = second.pages()[0] ?? (await second.newPage());
    await next.goto('/');
    await expect(rowOf(next, 'Written in the tunnel')).toContainText('Waiting');
    await expect(rowOf(next, 'Changed here')).toContainText('Waiting');

    await changeElsewhere(second, 'Changed there');
    await second.setOffline(false);
    await next.evaluate(() => dispatchEvent(new Event('online')));
    await expect(rowOf(next, 'Written in the tunnel')).not.toContainText(/Waiting|Saving/);
    const asking = rowOf(next, 'Changed here').filter({ hasText: 'Also changed elsewhere' });
    await expect(asking).toContainText('Changed there');
    await expect(next.getByText('1 change needs your decision.')).toBeVisible();
    await signOut(next);
    const question = next.getByRole('dialog', { name: 'Sign out' });
    await expect(question.getByRole('listitem')).toHaveText(['1 change needs your decision.']);
    await press(question.getByRole('button', { name: 'Stay signed in' }));
    await press(asking.getByRole('button', { name: 'Keep both' }));
    await expect(rowOf(next, 'Changed here')).not.toContainText(/changed elsewhere|Waiting|Saving/);
    await expect(rowOf(next, 'Changed there')).toBeVisible();
    const descriptions = async () =>
      (await (await second.request.get('/api/tasks')).json()).map(
        (task: { description: string }) => task.description,
      );
    await expect
      .poll(async () => (await descriptions()).toSorted())
      .toEqual(['Changed here', 'Changed there', 'Written in the tunnel']);
    await second.close();
  });
}
