import { expect, test } from './fixtures.ts';
import { startReleases } from './releases.ts';
import {
  addTask,
  hasCopyOf,
  awaitReadyOffline,
  newTask,
  openSignedIn,
  press,
  rowOf,
  updateWorker,
} from './walks.ts';

const lost = /ERR_INTERNET_DISCONNECTED/;

test('without a connection the page opens with the cached list and its time, and changes wait', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(lost);
  await openSignedIn(page, person);
  await addTask(page, { description: 'Read me on the train' });
  await awaitReadyOffline(page);
  await hasCopyOf(page, 'Read me on the train');

  await context.setOffline(true);
  await page.reload();
  await expect(rowOf(page, 'Read me on the train')).toBeVisible();
  await expect(page.getByText(/Showing the list from \d\d:\d\d/)).toBeVisible();
  await newTask(page).fill('Written in the tunnel');
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Written in the tunnel')).toContainText('Waiting');

  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.ok(),
  );
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await saved;
  await expect(page.getByText(/Showing the list from/)).toHaveCount(0);
  await expect(rowOf(page, 'Written in the tunnel')).not.toContainText('Waiting');
  await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Written in the tunnel')).toHaveCount(1);
});

test('a create whose response is lost makes one task', async ({ page, person, faults }) => {
  faults.expect(/ERR_CONNECTION_FAILED/);
  await openSignedIn(page, person);
  let sent = 0;
  await page.route('**/api/tasks', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    // The service saves the task, but the first response is lost. The page or its worker finds the task in a list.
    const response = await route.fetch();
    return sent === 1 ? route.abort('connectionfailed') : route.fulfill({ response });
  });
  const isLost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await newTask(page).fill('Only once');
  await newTask(page).press('Enter');
  await isLost;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(rowOf(page, 'Only once')).not.toContainText(/Waiting|Saving/);
  expect(sent).toBe(1);
  expect(await (await page.request.get('/api/tasks')).json()).toHaveLength(1);
  await page.reload();
  await expect(rowOf(page, 'Only once')).toHaveCount(1);
});

test('the page can be installed', async ({ page, request }) => {
  await page.goto('/');
  await awaitReadyOffline(page);
  const address = await page
    .getByRole('document')
    .locator('link[rel=manifest]')
    .getAttribute('href');
  const answer = await request.get(address ?? '');
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const manifest: unknown = await answer.json();
  expect(manifest).toMatchObject({ name: 'Dueline', start_url: '/', display: 'standalone' });
  const icons = await page.evaluate(async (path) => {
    const { icons: listed } = await (await fetch(path)).json();
    return Promise.all(
      listed.map(async ({ src, sizes }: { src: string; sizes: string }) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`;
      }),
    );
  }, address ?? '');
  expect(icons).toEqual([true, true, true, true]);
});

test('a newer page is offered once all is saved', async ({ page, person, service, faults }) => {
  faults.expect(/ERR_FAILED|status of 500 /);
  const releases = await startReleases(service.port);
  try {
    await openSignedIn(page, person);
    // Cookies are not separated by port.
    await page.goto(releases.address);
    await expect(newTask(page)).toBeVisible();
    await awaitReadyOffline(page);
    await page.route('**/api/tasks', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, body: 'broken' })
        : route.fallback(),
    );
    await newTask(page).fill('Not saved yet');
    await newTask(page).press('Enter');
    await expect(rowOf(page, 'Not saved yet')).toContainText('Not saved');
    releases.choose = () => 'next';
    await updateWorker(page);
    const versions = await page.evaluate(() => caches.keys());
    expect(versions).toContainEqual(expect.stringMatching(/next$/));
    const reload = page.getByRole('button', { name: 'Reload to update' });
    await expect(reload).toHaveCount(0);
    await press(rowOf(page, 'Not saved yet').getByRole('button', { name: 'Discard' }));
    await expect(reload).toBeVisible();
    await press(reload);
    await expect(newTask(page)).toBeVisible();
    await expect(reload).toHaveCount(0);
  } finally {
    releases.close();
  }
});
