import type { BrowserContext, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { movesUntilDrawn, noteFrameOfScroll } from './layout.ts';
import { dayIso, press, rowOf, openSignedIn } from './walks.ts';

const open = (page: Page, name: string) =>
  press(page.getByRole('navigation', { name: 'View' }).getByRole('link', { name }));

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

test('ten thousand tasks are a few hundred rows, each with its position among all', async ({
  page,
}) => {
  await giveTasks(page, 10_000);
  const rows = page.locator('.rows > .row');
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1');
  expect(await rows.count()).toBeLessThan(300);
  await page.mouse.move(300, 500);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('Task 10000', { exact: true })).toBeInViewport();
  const size = await rowOf(page, 'Task 10000').getAttribute('aria-setsize');
  await expect(rowOf(page, 'Task 10000')).toHaveAttribute('aria-posinset', String(size));
  expect(await rows.count()).toBeLessThan(300);
});

for (const view of ['List', 'Board'])
  test(`many tasks are drawn in the ${view.toLowerCase()} in turns, and nothing moves`, async ({
    page,
  }) => {
    await open(page, view);
    await giveTasks(page, 20);
    expect(await movesUntilDrawn(page, 20)).toEqual([]);
  });

test('a row that moves far is painted first, then its surroundings', async ({ page, context }) => {
  await savesAnything(context);
  await giveTasks(page, 400, 100);
  await rowOf(page, 'Task 1').locator('.row-text').press('5');
  await expect(rowOf(page, 'Task 2').locator('.row-text')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'Task 1').locator('.row-text')).toBeFocused();
  const painted = await noteFrameOfScroll(page);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  expect(await painted()).toContain('Task 1');
  expect(await painted()).not.toContain('Task 108');
  await expect(rowOf(page, 'Task 1').locator('.row-text')).toBeFocused();
  await expect(rowOf(page, 'Task 108')).toBeInViewport();
  await expect(rowOf(page, 'Task 100')).toBeInViewport();
});

test('rows that come into sight when another tab empties the list are drawn', async ({
  page,
  context,
}) => {
  await savesAnything(context);
  await giveTasks(page, 160, 60);
  const other = await context.newPage();
  await other.goto('/');
  await giveTasks(other, 160, 60);
  const text = (description: string) => rowOf(other, description).locator('.row-text');
  await text('Task 1').click({ modifiers: ['ControlOrMeta'] });
  await other.evaluate(() => document.querySelector('.rows')?.scrollIntoView({ block: 'end' }));
  await text('Task 60').click({ modifiers: ['Shift'] });
  await other.keyboard.press('e');
  await expect(rowOf(page, 'Task 1')).toBeHidden();
  await expect(rowOf(page, 'Task 61')).toBeInViewport();
});

test('the columns of the board keep their names in sight', async ({ page }) => {
  await giveTasks(page, 60);
  await page.goto('/?view=board');
  await expect(page.locator('.board-task').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 1500));
  for (const name of await page.locator('.column h2').all())
    await expect(name).toBeInViewport({ ratio: 1 });
});

test('a printed page has every row', async ({ page }) => {
  await giveTasks(page, 400);
  await expect(page.locator('.rows > .row').first()).toBeVisible();
  expect(await page.locator('.rows > .row').count()).toBeLessThan(300);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('.rows > .row')).toHaveCount(400);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => page.locator('.rows > .row').count()).toBeLessThan(300);
});

test('a printed month has every task in whole words, and the screen its weeks again', async ({
  page,
}) => {
  await giveTasks(page, 10);
  await page.goto('/?view=month');
  await expect(page.getByRole('button', { name: /^\+ \d+ more$/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.month-task')).toHaveCount(10);
  await expect(page.locator('.month-task').last()).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.month-task')).not.toHaveCount(10);
  await expect(page.locator('[aria-current=date]')).toBeInViewport();
});

/** Accepts every change of a task, also of a task that the service does not have. */
const savesAnything = (context: BrowserContext) =>
  context.route('**/api/tasks/*', (route) => {
    const id = Number(route.request().url().split('/').at(-1));
    return route.fulfill({ json: { id, ...route.request().postDataJSON() } });
  });

/** Answers with `count` tasks, `aDay` of them due on each day from today on. */
async function giveTasks(page: Page, count: number, aDay = 150): Promise<void> {
  const tasks = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    description: `Task ${at + 1}`,
    dueDate: dayIso(Math.floor(at / aDay)),
    importance: 'MEDIUM',
    state: 'TODO',
  }));
  await page.route('**/api/tasks', (route) => route.fulfill({ json: tasks }));
  await page.reload();
}
