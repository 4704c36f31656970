import type { Page, Request } from '@playwright/test';

import { nowMs } from './clock.ts';
import { expect, serviceIn, test } from './fixtures.ts';
import {
  addTask,
  awaitReader,
  changeElsewhere,
  edit,
  openSignedIn,
  openWith,
  press,
  rowOf,
} from './walks.ts';

test('a page in use shows what another device changes, and then asks no more', async ({
  page,
  person,
}) => {
  await page.clock.install({ time: nowMs() });
  await openWith(page, person, [{ description: 'As it was' }]);
  await changeElsewhere(page.context(), 'Changed there');
  await page.clock.runFor(15_000);
  await expect(rowOf(page, 'Changed there')).toBeVisible();

  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/tasks')) statuses.push(response.status());
  });
  await page.clock.runFor(15_000);
  await expect
    .poll(() => statuses, { message: 'the list is not sent again', timeout: 45_000 })
    .toEqual([304]);
  await page.clock.fastForward(600_000);
  statuses.length = 0;
  await page.clock.runFor(60_000);
  await changeElsewhere(page.context(), 'Changed while away');
  await page.clock.runFor(60_000);
  await expect(rowOf(page, 'Changed there'), 'a forgotten page').toBeVisible();
  expect(statuses).toEqual([]);
  await page.keyboard.press('Shift');
  await page.clock.runFor(15_000);
  await expect(rowOf(page, 'Changed while away')).toBeVisible();
});

test('two devices see the changes of each other within two seconds, and hidden pages wait for nothing', async ({
  page,
  elsewhere,
  person,
}) => {
  const other = await elsewhere.newPage();
  await openWith(page, person, [{ description: 'As it was' }]);
  await openSignedIn(other, person);
  await expect(rowOf(other, 'As it was')).toBeVisible();
  const waiting = async () => {
    const metrics = await (await page.request.get('/metrics')).text();
    return Number(/^dueline_waiting_requests (\d+)$/m.exec(metrics)?.[1]);
  };
  // Both write in turn: a write of the page itself must not end its waits.
  for (const [by, sees, description] of [
    [other, page, 'From there'],
    [page, other, 'From here'],
    [other, page, 'From there again'],
  ] as const) {
    await addTask(by, { description });
    await expect(rowOf(by, description)).toBeVisible();
    await expect(rowOf(sees, description)).toBeVisible({ timeout: 2000 });
  }
  await expect.poll(waiting).toBe(2);

  await setVisibility(page, 'hidden');
  await expect.poll(waiting, 'the other device alone').toBe(1);
  await addTask(other, { description: 'While hidden' });
  await setVisibility(page, 'visible');
  await expect(rowOf(page, 'While hidden')).toBeVisible({ timeout: 2000 });
  await expect.poll(waiting).toBe(2);
});

test('one tab of a browser waits, and when it closes another one does', async ({
  page,
  context,
  elsewhere,
  person,
}) => {
  await openWith(page, person, [{ description: 'As it was' }]);
  const first = waitsOf(page);
  await page.reload();
  await expect.poll(() => first.underWay()).toBe(1);
  const tab = await context.newPage();
  const second = waitsOf(tab);
  await tab.clock.install({ time: nowMs() });
  await tab.goto('/');
  await expect(rowOf(tab, 'As it was')).toBeVisible();
  await tab.clock.runFor(15_000);
  expect([first.underWay(), second.underWay()]).toEqual([1, 0]);
  await page.close();
  // The browser releases the lock of a closed tab a moment later.
  await expect.poll(() => tab.evaluate(isWaitHeld)).toBe(false);
  await tab.clock.runFor(15_000);
  await expect.poll(() => second.underWay()).toBe(1);
  const other = await elsewhere.newPage();
  await openSignedIn(other, person);
  await addTask(other, { description: 'From there' });
  await expect(rowOf(tab, 'From there')).toBeVisible({ timeout: 2000 });
});

test('with a service that does not wait the page asks every fifteen seconds, as often as ever', async ({
  page,
  person,
}) => {
  const asks: Request[] = [];
  await page.route('**/api/tasks', async (route) => {
    const { prefer, ...headers } = route.request().headers();
    if (prefer !== undefined) asks.push(route.request());
    await route.fallback({ headers });
  });
  await page.clock.install({ time: nowMs() });
  await openWith(page, person, [{ description: 'As it was' }]);
  // A page that has asked once, with its first list.
  await expect.poll(() => asks.length).toBeGreaterThan(0);
  asks.length = 0;
  await page.reload();
  await expect.poll(() => asks.length).toBe(1);
  // Its response has no change yet.
  await asks[0]?.response();
  for (const [before, changed] of ['Changed once', 'Changed twice'].entries()) {
    await changeElsewhere(page.context(), changed);
    await page.clock.runFor(15_000);
    await expect(rowOf(page, changed)).toBeVisible();
    expect(asks).toHaveLength(2 + before);
  }
});

test('two devices change a task while the service is away: other fields are merged, the same one asks', async ({
  page,
  elsewhere,
  person,
  startService,
  faults,
}, { outputDir }) => {
  faults.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const { env, address } = await serviceIn(outputDir);
  const service = await startService(env);
  const other = await elsewhere.newPage();
  await openSignedIn(page, person, address);
  for (const words of ['Pay the rent', 'Call home']) await addTask(page, { description: words });
  await openSignedIn(other, person, address);
  await expect(rowOf(other, 'Call home')).toBeVisible();
  for (const device of [page, other]) await awaitReader(device);
  await service.stop();

  await edit(page, 'Pay the rent', 'Pay the rent and the gas');
  await edit(page, 'Call home', 'Call home and Bob');
  await press(rowOf(other, 'Pay the rent').getByRole('button', { name: /^More for/ }));
  await press(other.getByRole('menuitemradio', { name: 'High' }));
  await edit(other, 'Call home', 'Call home and Eve');
  for (const device of [page, other]) await expect(device.getByText('Waiting')).toHaveCount(2);

  await startService(env);
  for (const device of [page, other]) {
    await device.evaluate(() => dispatchEvent(new Event('online')));
    await expect(device.getByText(/Waiting|Saving/)).toHaveCount(0);
  }
  await expect(other.getByText('Also changed elsewhere')).toHaveCount(1);
  await press(
    rowOf(other, 'Call home and Eve').getByRole('button', { name: 'Keep the other version' }),
  );
  for (const device of [page, other]) {
    await device.reload();
    await expect(rowOf(device, 'Call home and Bob')).toBeVisible();
    await expect(
      device.getByRole('button', { name: /^Pay the rent and the gas.*High/ }),
    ).toBeVisible();
  }
});

/** The requests of a page that wait for a change now. */
function waitsOf(page: Page) {
  const waits = new Set<Request>();
  page.on('request', (request) => {
    if (request.headers()['prefer'] === 'wait=25') waits.add(request);
  });
  page.on('requestfinished', (request) => waits.delete(request));
  page.on('requestfailed', (request) => waits.delete(request));
  return { underWay: () => waits.size };
}

/** Runs in the page. True while a tab of this browser has the lock of the one that waits. */
async function isWaitHeld(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name = '' }) => name.endsWith('.wait'));
}

/** Hides the page, or shows it, as a change to another tab does. */
const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
