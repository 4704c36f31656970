import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import type { Release } from './releases.ts';
import { startReleases } from './releases.ts';
import { awaitReadyOffline, newTask, openWith, press, rowOf, updateWorker } from './walks.ts';

const missing = /status of 404 /;

/** The release of the open page. */
const shown = (page: Page): Promise<Release> =>
  page.evaluate(() =>
    document.querySelector('script[type=module]')?.getAttribute('src')?.includes('-next.')
      ? 'next'
      : 'this',
  );

/** True if the service worker that was installed last is active and has the release of this page. */
async function isNewest(): Promise<boolean> {
  const { installing, waiting } = await navigator.serviceWorker.ready;
  const newest = (await caches.keys()).findLast((name) => name.startsWith('dueline-shell-')) ?? '';
  const code = document.querySelector('script[type=module]')?.getAttribute('src') ?? '';
  return !installing && !waiting && (await (await caches.open(newest)).match(code)) !== undefined;
}

/** The replicas of both releases answer in turns; a file of a page is first requested from the wrong replica. */
function inTurns(): (path: string) => Release {
  const counts = new Map<string, number>();
  return (path) => {
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    const isSecond = count % 2 === 1;
    return isSecond === (path === '/' || path.includes('-next.')) ? 'next' : 'this';
  };
}

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('of two releases side by side either opens the page', async ({
    page,
    person,
    service,
    faults,
  }) => {
    faults.expect(missing);
    faults.expect(/Service Worker registration blocked/);
    const releases = await startReleases(service.port);
    await openWith(page, person, [{ description: 'Still here' }]);
    releases.choose = inTurns();
    const seen = new Set<Release>();
    for (let time = 0; time < 4; time += 1) {
      await page.goto(releases.address);
      await expect(rowOf(page, 'Still here')).toBeVisible();
      seen.add(await shown(page));
      await page.reload();
      await expect(rowOf(page, 'Still here')).toBeVisible();
      seen.add(await shown(page));
    }
    expect([...seen].toSorted()).toEqual(['next', 'this']);
    releases.close();
  });

  test('an open page whose files are gone offers the new one', async ({
    page,
    person,
    service,
    faults,
  }) => {
    faults.expect(missing);
    faults.expect(/Refused to apply style/);
    faults.expect(/Service Worker registration blocked/);
    const releases = await startReleases(service.port);
    await openWith(page, person, [{ description: 'Still here' }]);
    await page.goto(releases.address);
    await newTask(page).fill('Half a tho');
    releases.choose = () => 'next';
    await press(page.getByRole('link', { name: 'Board' }));
    await press(page.getByRole('button', { name: 'Reload' }));
    await expect(page.getByRole('group', { name: 'Board' })).toContainText('Still here');
    expect(await shown(page)).toBe('next');
    await expect(newTask(page)).toHaveValue('Half a tho');
    releases.close();
  });
});

test('a worker that is installed between two releases has the page of its own', async ({
  page,
  person,
  context,
  service,
  faults,
}) => {
  faults.expect(missing);
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  const releases = await startReleases(service.port);
  await openWith(page, person, [{ description: 'Still here' }]);
  const pages: Release[] = ['next', 'this', 'next'];
  releases.choose = (path) => (path === '/' ? (pages.shift() ?? 'next') : 'next');
  await page.goto(releases.address);
  await expect(rowOf(page, 'Still here')).toBeVisible();
  await awaitReadyOffline(page);
  expect(pages).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(rowOf(page, 'Still here')).toBeVisible();
  await context.setOffline(false);
  releases.close();
});

test('an open page goes on while its release comes and goes', async ({
  page,
  person,
  service,
  faults,
}) => {
  faults.expect(missing);
  const releases = await startReleases(service.port);
  await openWith(page, person, [{ description: 'Still here' }]);
  await page.goto(releases.address);
  await awaitReadyOffline(page);
  releases.choose = inTurns();
  await page.goto(releases.address);
  await expect(rowOf(page, 'Still here')).toBeVisible();
  for (const [release, part] of [
    ['next', 'board'],
    ['this', 'month'],
  ] as const) {
    releases.choose = () => release;
    await press(page.getByRole('link', { name: part }));
    await expect(page.locator(`.${part}`)).toBeVisible();
    await page.goto(releases.address);
    await expect(rowOf(page, 'Still here')).toBeVisible();
    expect(await shown(page)).toBe(release);
    await updateWorker(page);
    await expect.poll(() => page.evaluate(isNewest)).toBe(true);
    await expect(page.getByRole('button', { name: 'Reload to update' })).toHaveCount(0);
  }
  // A browser that refuses the cache causes no error.
  await page.evaluate(() => {
    caches.keys = () => Promise.reject(new Error('refused'));
    navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
  });
  await expect(rowOf(page, 'Still here')).toBeVisible();
  releases.close();
});
