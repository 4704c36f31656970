import type { Page } from '@playwright/test';

import { moveClock } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { awaitReader, openWith, press, rowOf } from './walks.ts';

/** A number of tasks, each overdue. */
const late = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    description: `Late ${at + 1}`,
    dueInDays: at - count,
  }));

const isPhone = () => test.info().project.use.isMobile === true;

const fold = (page: Page) => page.getByRole('button', { name: /^Overdue/ });

test('many overdue tasks are one line above today, and their group is opened for the day', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    ...late(25),
    { description: 'Due today' },
    { description: 'Due next', dueInDays: 1 },
  ]);
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('Late 1', { exact: true })).toHaveCount(0);
  await expect(rowOf(page, 'Due today')).toBeInViewport();
  for (const name of [/^All to today/, /^Spread/, /^Plan/])
    await expect(page.getByRole('button', { name })).toBeInViewport();
  await press(fold(page));
  await expect(rowOf(page, 'Late 1')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Late 1'), 'remembered').toBeVisible();
  await press(fold(page));
  await page.reload();
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
  await press(fold(page));
  await page.evaluate(moveClock, 86_400_000);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(fold(page), 'on the next day').toHaveAttribute('aria-expanded', 'false');
});

test('many overdue tasks stay in sight while nothing is due today, and under the hands @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, late(9));
  await awaitReader(page);
  await rowOf(page, 'Late 1').locator('.row-text').focus();
  await page.keyboard.press('4');
  await expect(rowOf(page, 'Late 2').locator('.row-text')).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'true');
  await page.reload();
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
});

test('five overdue tasks stay in sight, until the person closes their group', async ({
  page,
  person,
}) => {
  await openWith(page, person, late(5));
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'true');
  await press(fold(page));
  await expect(rowOf(page, 'Late 1')).toHaveCount(0);
  await page.reload();
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
});

test('a search shows the overdue tasks that it finds', async ({ page, person }) => {
  await openWith(page, person, [...late(8), { description: 'Due today' }]);
  await page.goto('/#q=late');
  await expect(rowOf(page, 'Late 3')).toBeVisible();
  await expect(fold(page)).toHaveCount(0);
});

test('a link shows today alone, Back and a button show all tasks', async ({ page, person }) => {
  await openWith(page, person, [
    ...late(2),
    { description: 'Due today' },
    { description: 'Later', dueInDays: 1 },
  ]);
  const others = page.getByText(/^(Late|Later)/);
  await press(page.getByRole('link', { name: 'Only today' }));
  await expect(others).toHaveCount(0);
  await expect(rowOf(page, 'Due today')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Due today')).toBeVisible();
  await expect(others, 'the address can be kept').toHaveCount(0);
  await page.goBack();
  await expect(rowOf(page, 'Later')).toBeVisible();
  await page.goForward();
  await expect(others).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Mark done: Due today' }));
  await expect(page.getByRole('heading', { name: 'All done for today' })).toBeVisible();
  await expect(page.getByText('Later')).toHaveText(/^Next, tomorrow: .Later.$/);
  const done = page.getByRole('region', { name: 'All done for today' });
  await press(done.getByRole('button', { name: 'Show all tasks' }));
  await expect(rowOf(page, 'Late 1')).toBeVisible();
});

test('g t shows today alone, g l all tasks @desktop', async ({ page, person }) => {
  await openWith(page, person, [
    ...late(7),
    { description: 'Due today' },
    { description: 'Later', dueInDays: 1 },
  ]);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.locator('.board')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(rowOf(page, 'Later')).toHaveCount(0);
  await expect(rowOf(page, 'Due today')).toBeVisible();
  await page.keyboard.press('j');
  await expect(rowOf(page, 'Due today').locator('.row-text')).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(rowOf(page, 'Later')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});

test('a day is in the order of time, importance and age in every view', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Older' },
    { description: 'Minor', importance: 'Low' },
    { description: 'Newer' },
    { description: 'Tea at 17:00', importance: 'Low' },
    { description: 'Major', importance: 'High' },
    { description: 'Call at 9:30' },
  ]);
  const expected = ['Call at 9:30', 'Tea at 17:00', 'Major', 'Older', 'Newer', 'Minor'];
  const shown = (selector: string) =>
    page.locator(selector).evaluateAll((rows) => rows.map(({ textContent }) => textContent));
  const texts = async (selector: string) =>
    (await shown(selector)).map((text) => expected.findIndex((each) => text?.includes(each)));
  await expect.poll(() => texts('.rows > .row')).toEqual([0, 1, 2, 3, 4, 5]);
  await page.goto('/?view=board');
  await expect.poll(() => texts('.board [data-row]')).toEqual([0, 1, 2, 3, 4, 5]);
  await page.goto('/?view=plan');
  await expect.poll(() => texts('.plan-tasks > [data-row]')).toEqual([0, 1, 2]);
  await page.goto('/?view=month');
  if (!isPhone()) await expect.poll(() => texts('.month-day .month-task')).toContain(0);
});
