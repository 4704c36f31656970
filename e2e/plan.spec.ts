import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { dayIso, openWith, press } from './walks.ts';

/** Ten tasks to plan: five overdue, five due today. */
const ten = Array.from({ length: 10 }, (_, at) => ({
  description: `Task ${at + 1}`,
  dueInDays: Math.min(0, at - 5),
}));

const left = (page: Page) => page.getByRole('heading', { level: 2, name: /^Plan the day/ });
const day = (page: Page, daysOn: number) => page.locator('.plan-day').nth(daysOn);
const current = (page: Page) => page.locator('.plan-current .row-text');
const planned = (page: Page) => page.getByRole('heading', { name: '10 tasks planned' });
const undo = (page: Page) =>
  page.locator('.plan').getByRole('button', { name: 'Undo', exact: true });

/** The number of tasks that the service has for each day from today on, without the done ones. */
const dates = async (page: Page) => {
  const tasks: { dueDate: string; state: string }[] = await (
    await page.request.get('/api/tasks')
  ).json();
  const open = tasks.filter(({ state }) => state !== 'DONE');
  const count = (iso: string) => open.filter(({ dueDate }) => dueDate === iso).length;
  return [0, 1, 2, 3, 4, 5].map((days) => count(dayIso(days)));
};

test('ten tasks are planned with keys, and a step or all taken back @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, ten);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(current(page)).toBeFocused();
  await expect(current(page)).toContainText('Task 1');
  await page.keyboard.press('5');
  await expect(page.getByRole('status')).toContainText(/^Moved to Thursday.*: \u2068Task 1\u2069$/);
  await expect(current(page)).toContainText('Task 2');
  await expect(current(page)).toBeFocused();
  for (const key of ['5', '4', 'e', 'l', '4']) await page.keyboard.press(key);
  await expect(current(page)).toContainText('Task 7');
  await expect(left(page)).toContainText('4 tasks');

  await test.step('also the step that left a task on its day', async () => {
    await page.keyboard.press('Control+z');
    await expect(current(page)).toContainText('Task 6');
    await expect(current(page)).toBeFocused();
    await page.keyboard.press('6');
  });
  // J skips a task without placing it; the skipped task comes back at the end.
  await page.keyboard.press('j');
  await expect(current(page)).toContainText('Task 8');
  for (const key of ['4', '4', '7', 'Delete']) await page.keyboard.press(key);
  await expect(planned(page)).toBeFocused();
  await expect(day(page, 1)).toContainText('2 of 5');

  await press(page.getByRole('button', { name: 'Undo all' }));
  await expect(current(page)).toContainText('Task 1');
  await expect(left(page)).toContainText('10 tasks');
  await expect.poll(() => dates(page)).toEqual([5, 0, 0, 0, 0, 0]);
});

test('ten tasks are planned with taps, and spread by the own number @phone', async ({
  page,
  person,
}) => {
  await openWith(page, person, ten);
  await press(page.getByRole('button', { name: 'Plan', exact: true }));
  await press(day(page, 1).getByRole('button'));
  await press(day(page, 1).getByRole('button'));
  await press(page.getByRole('button', { name: 'Done', exact: true }));
  await expect(current(page)).toContainText('Task 4');
  await press(undo(page));
  await expect(current(page)).toContainText('Task 3');
  await page.evaluate(() => {
    localStorage.setItem('dueline.daily', '3');
    dispatchEvent(new StorageEvent('storage'));
  });
  await expect(day(page, 1)).toContainText('2 of 3');
  await press(page.locator('.plan').getByRole('button', { name: /^Spread/ }));
  await expect(planned(page)).toBeFocused();
  await expect.poll(() => dates(page)).toEqual([3, 3, 3, 0, 0, 1]);
  await press(page.getByRole('button', { name: 'Undo all' }));
  await expect(left(page)).toContainText('10 tasks');
});

test('a heading that the page focuses has no ring @desktop', async ({ page, person }) => {
  const late = ['One', 'Two'];
  await openWith(
    page,
    person,
    late.map((description, at) => ({ description, dueInDays: at - 2 })),
  );
  await page.goto('/?view=plan');
  for (const description of late) {
    await expect(current(page)).toBeFocused();
    await expect(page.locator('.plan-current')).toContainText(description);
    await page.keyboard.press('4');
  }
  const end = page.getByRole('heading', { name: '2 tasks planned' });
  await expect(end).toBeFocused();
  await expect(end).toHaveCSS('outline-style', 'none');
});
