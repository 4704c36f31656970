import type { Locator, Page } from '@playwright/test';

import { look, pressSeen } from './seen.ts';
import { expect, test } from './fixtures.ts';
import type { Person } from './fixtures.ts';
import { dayIso, drag } from './walks.ts';

const isPhone = () => test.info().project.use.isMobile === true;

/** The typed text, the description, and the due date. */
const written = [
  ['Water the plants today', 'Water the plants', dayIso(0)],
  ['Pay the rent in 3 days', 'Pay the rent', dayIso(3)],
  ['Call home on Friday', 'Call home', next(5)],
  ['Book the dentist in two weeks', 'Book the dentist', dayIso(14)],
  ['Renew the passport in 40 days', 'Renew the passport', dayIso(40)],
] as const;

test('a newcomer finds the whole way by what is in sight', async ({ page, person }) => {
  await test.step('signs in', () => arrive(page, person));

  await test.step('adds five tasks with dates in words', async () => {
    await pressSeen(
      page.getByPlaceholder(isPhone() ? 'Add a task' : 'What needs doing, and when?'),
    );
    for (const [words, description] of written) {
      await page.keyboard.type(words);
      await look(page, `writing-${description}`);
      await pressSeen(page.getByRole('button', { name: 'Add', exact: true }));
      await expect(row(page, description)).toBeVisible();
    }
    await look(page, 'five-tasks');
    await expectKept(
      page,
      written.map(([, description, dueDate]) => ({ description, dueDate })),
    );
  });

  await test.step('reschedules three at once', async () => {
    if (isPhone()) await pressSeen(page.getByRole('button', { name: 'Search and filter' }));
    await pressSeen(page.getByText('Select', { exact: true }));
    await look(page, 'selecting');
    for (const [, description] of written.slice(0, 3)) await pressSeen(row(page, description));
    await look(page, 'three-selected');
    await pressSeen(page.getByText('Reschedule', { exact: true }));
    // Other suggestions, such as the weekend, may be the same day, and are then not offered.
    await expect(page.getByText('Tomorrow', { exact: true })).toBeVisible();
    await look(page, 'new-date');
    await pressSeen(page.getByText('Tomorrow', { exact: true }));
    await look(page, 'rescheduled');
    await expectKept(
      page,
      written.map(([, description, dueDate], at) => ({
        description,
        dueDate: at < 3 ? dayIso(1) : dueDate,
      })),
    );
  });

  await test.step('finishes one, and undoes it', async () => {
    await pressSeen(ring(page, 'Pay the rent'));
    await expect(row(page, 'Pay the rent')).toHaveCount(0);
    await look(page, 'finished');
    await expectKept(page, [{ description: 'Pay the rent', state: 'DONE' }]);
    await pressSeen(page.getByText('Undo', { exact: true }));
    await expect(row(page, 'Pay the rent')).toBeVisible();
    await look(page, 'undone');
    await expectKept(page, [{ description: 'Pay the rent', state: 'TODO' }]);
  });

  await test.step('finds one by search, and everything again', async () => {
    await pressSeen(page.getByPlaceholder('Search'));
    await page.keyboard.type('dent');
    await expect(page.locator('.row-body')).toHaveCount(1);
    await expect(row(page, 'Book the dentist')).toBeVisible();
    await look(page, 'found');
    await pressSeen(page.getByRole('button', { name: 'Clear search' }));
    await expect(page.locator('.row-body')).toHaveCount(5);
  });

  await test.step('sees the weeks ahead in the month, and moves one there', async () => {
    await pressSeen(page.getByText('Month', { exact: true }));
    if (isPhone()) await pressSeen(page.locator(`#day-${dayIso(14)}`));
    await expect(row(page, 'Book the dentist')).toBeVisible();
    await look(page, 'month');
    if (isPhone()) return;
    await drag(page, row(page, 'Book the dentist'), page.locator(`[data-day="${dayIso(15)}"]`));
    await expectKept(page, [{ description: 'Book the dentist', dueDate: dayIso(15) }]);
  });

  await test.step('moves one on the board', async () => {
    await pressSeen(page.getByText('Board', { exact: true }));
    await expect(row(page, 'Call home')).toBeVisible();
    await look(page, 'board');
    // The row shows its menu button only under the mouse.
    if (!isPhone()) await row(page, 'Call home').hover();
    await pressSeen(page.getByRole('button', { name: 'More for: Call home' }));
    await look(page, 'board-menu');
    await pressSeen(page.getByRole('menu').getByText('Working', { exact: true }));
    if (isPhone()) await pressSeen(page.getByRole('tab', { name: /^Working/ }));
    await expect(column(page, 'Working')).toContainText('Call home');
    await look(page, 'board-moved');
    await expectKept(page, [{ description: 'Call home', state: 'WORKING' }]);
  });

  await test.step('finds it all there the next time', async () => {
    await page.reload();
    if (isPhone()) await pressSeen(page.getByRole('tab', { name: /^Working/ }));
    await expect(column(page, 'Working')).toContainText('Call home');
    await pressSeen(page.getByText('List', { exact: true }));
    await expect(page.locator('.row-body')).toHaveCount(5);
    await look(page, 'the-next-time');
  });
});

async function arrive(page: Page, { email, name }: Person): Promise<void> {
  await page.goto('/');
  await look(page, 'sign-in');
  await pressSeen(page.getByText('Continue with local account'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill(name);
  await pressSeen(page.getByRole('button', { name: 'Sign in' }));
  await expect(page.getByRole('heading', { name: 'A clean page' })).toBeVisible();
  await look(page, 'clean-page');
}

const row = (page: Page, description: string): Locator =>
  page.locator('.row-text').getByText(description, { exact: true });

const ring = (page: Page, description: string): Locator =>
  page.getByRole('button', { name: `Mark done: ${description}` });

const column = (page: Page, name: string): Locator =>
  page.getByRole(isPhone() ? 'tabpanel' : 'region', { name: new RegExp(`^${name}`) });

type Kept = Readonly<{ description: string; dueDate?: string; state?: string }>;

/** Waits until the service has these tasks. */
async function expectKept(page: Page, tasks: readonly Kept[]): Promise<void> {
  const kept = async () => (await page.request.get('/api/tasks')).json();
  await expect
    .poll(kept)
    .toEqual(expect.arrayContaining(tasks.map((task) => expect.objectContaining(task))));
}

/** The next date with this weekday, from Monday as 1; never today. */
function next(weekday: number): string {
  const days = [1, 2, 3, 4, 5, 6, 7].map(dayIso);
  return days.find((iso) => new Date(iso).getUTCDay() === weekday % 7) ?? '';
}
