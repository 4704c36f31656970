import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { addTask, hasCopyOf, newLine, press, rowOf, showState, signIn } from './walks.ts';

const lost = /ERR_INTERNET_DISCONNECTED/;

/** The worker has every file of the page, so that it could be opened without a connection. */
const isReadyOffline = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

test('without a connection the page opens with the last list and its time, and what is written waits', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(lost);
  await signIn(page, person);
  await addTask(page, { description: 'Read me on the train' });
  await isReadyOffline(page);
  await hasCopyOf(page, 'Read me on the train');

  await context.setOffline(true);
  await page.reload();
  await expect(rowOf(page, 'Read me on the train')).toBeVisible();
  await expect(page.getByText(/This is the copy of \d\d:\d\d/)).toBeVisible();
  await newLine(page).fill('Written in the tunnel');
  await newLine(page).press('Enter');
  await expect(rowOf(page, 'Written in the tunnel')).toContainText('Waiting for the connection');
  await showState(page, 'offline');

  await context.setOffline(false);
  const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await saved;
  await expect(page.getByText(/This is the copy of/)).toHaveCount(0);
  await expect(rowOf(page, 'Written in the tunnel')).not.toContainText('Waiting');
  await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Written in the tunnel')).toHaveCount(1);
});

test('what waited when the page was closed without a connection is offered, named, and saved once', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(lost);
  await signIn(page, person);
  await isReadyOffline(page);
  await context.setOffline(true);
  for (const words of ['First word', 'Second word']) {
    await newLine(page).fill(words);
    await newLine(page).press('Enter');
  }
  await expect(rowOf(page, 'Second word')).toContainText('Waiting');
  await page.close();

  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/');
  await expect(next.getByText('2 changes were not saved last time')).toBeVisible();
  await expect(rowOf(next, 'First word')).toHaveCount(0);
  await press(next.getByText('Show them'));
  await expect(next.getByText('New: First word')).toBeVisible();
  await showState(next, 'offered');

  await press(next.getByRole('button', { name: 'Discard' }));
  await expect(next.getByText('2 unsaved changes discarded', { exact: true }).first()).toBeVisible();
  await press(next.getByRole('button', { name: 'Undo' }));
  await press(next.getByRole('button', { name: 'Save now' }));
  await expect(next.getByText('not saved last time')).toHaveCount(0);
  await expect(rowOf(next, 'First word')).toBeVisible();
  await expect(rowOf(next, 'Second word')).toBeVisible();
  await expect(next.getByText('Waiting')).toHaveCount(0);
});

test('a create whose answer was lost is sent again with the same key and makes one task', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/ERR_CONNECTION_FAILED/);
  await signIn(page, person);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/tasks', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    // The service has it; the answer does not come back the first time.
    const response = await route.fetch();
    return keys.length === 1 ? route.abort('connectionfailed') : route.fulfill({ response });
  });
  await newLine(page).fill('Only once');
  await newLine(page).press('Enter');
  await expect(rowOf(page, 'Only once')).toContainText('Waiting');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => keys.length).toBe(2);
  await expect(rowOf(page, 'Only once')).not.toContainText(/Waiting|Saving/);
  expect(keys[0]).toBe(keys[1]);
  await page.reload();
  await expect(rowOf(page, 'Only once')).toHaveCount(1);
});

test('signing out takes the copy of the list along', async ({ page, person }) => {
  await signIn(page, person);
  await addTask(page, { description: 'Nobody else reads this' });
  await hasCopyOf(page, 'Nobody else reads this');
  await press(page.getByRole('button', { name: `Account of ${person.name}` }));
  await press(page.getByRole('link', { name: 'Sign out' }));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => caches.match('/last-list'))).toBeUndefined();
});

test('the page can be installed', async ({ page, request }) => {
  await page.goto('/');
  await isReadyOffline(page);
  const address = await page.getByRole('document').locator('link[rel=manifest]').getAttribute('href');
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
