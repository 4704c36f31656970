import type { Page } from '@playwright/test';

import { refused } from './answers.ts';
import { moveClock } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { awaitReader, dayIso, newTask, openWith, press, pressAtOnce, rowOf } from './walks.ts';

/** A number of tasks, each due a day after the one before, the last one yesterday. */
const late = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    description: `Late ${at + 1}`,
    dueInDays: at - count,
  }));

const group = (page: Page, name: string) =>
  page.getByRole('heading', { name: new RegExp(`^${name}`) });

const text = (page: Page, description: string) =>
  page.getByRole('button', { name: new RegExp(`^${description}\\b`) });

test('thirty overdue tasks are settled with a key each @desktop', async ({ page, person }) => {
  await openWith(page, person, late(30));
  await expect(group(page, 'Overdue')).toContainText('30 tasks');
  const ways = ['4', '5', '6', '7', 'e', 'Delete'];
  const keys = Array.from({ length: 30 }, (_, at) => ways[at % ways.length] ?? '');
  await page.keyboard.press('j');
  await expect(text(page, 'Late 1')).toBeFocused();
  for (const [at, key] of keys.slice(0, 12).entries()) {
    await page.keyboard.press(key);
    await expect(text(page, `Late ${at + 2}`)).toBeFocused();
  }
  await pressAtOnce(page, keys.slice(12));
  await expect(group(page, 'Overdue')).toHaveCount(0);
  // The page sends its held deletes when the person leaves it.
  await page.goto('about:blank');
  await expect.poll(async () => (await page.request.get('/api/tasks')).json()).toHaveLength(25);
  await page.goto('/');
  await expect(group(page, 'Done')).toContainText('5 tasks');
  await expect(group(page, 'Today')).toContainText('5 tasks');
  await expect(group(page, 'Overdue')).toHaveCount(0);
});

test('all overdue tasks go to today or are spread, and one undo takes it back', async ({
  page,
  person,
}) => {
  await openWith(page, person, [...late(12), { description: 'Due today' }]);
  const undo = async () => {
    await press(page.getByRole('button', { name: 'Undo' }));
    await expect(group(page, 'Overdue')).toContainText('12 tasks');
    await expect(text(page, 'Late 1')).toBeFocused();
  };
  await press(page.getByRole('button', { name: 'All to today' }));
  await expect(group(page, 'Overdue')).toHaveCount(0);
  await expect(group(page, 'Today')).toContainText('13 tasks');
  await expect(text(page, 'Late 1'), 'the first of them').toBeFocused();
  await undo();

  await press(page.getByRole('button', { name: /^Spread/ }));
  await expect(page.locator('.toast')).toContainText('Spread, up to 5 a working day, until');
  await expect(group(page, 'Today'), 'the page stays at today').toBeInViewport();
  await expect(group(page, 'Today')).toContainText('5 tasks');
  await expect(group(page, 'Tomorrow')).toContainText('5 tasks');
  await undo();
  await expect
    .poll(tasksOf(page))
    .toContainEqual(expect.objectContaining({ description: 'Late 12', dueDate: dayIso(-1) }));
});

test('a date leads on; what was refused of many goes again @desktop', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/status of 500/);
  await openWith(page, person, late(7));
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await page.keyboard.type('in two weeks');
  await expect(page.getByRole('combobox', { name: 'New date, in words' })).toHaveValue(
    'in two weeks',
  );
  await page.keyboard.press('Enter');
  await expect(text(page, 'Late 2')).toBeFocused();
  const ill = new Set(['Late 3', 'Late 5']);
  await page.route('**/api/tasks/*', (route) =>
    ill.delete(route.request().postDataJSON().description)
      ? refused(500, 'internal')(route)
      : route.fallback(),
  );
  await page.keyboard.press('o');
  await page.keyboard.press('4');
  await expect(page.getByText('2 changes could not be saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(text(page, 'Late 3')).toBeFocused();
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('could not be saved')).toHaveCount(0);
  const dates = async () => (await (await page.request.get('/api/tasks')).json()).map(dueDateOf);
  await expect.poll(dates).toEqual([...Array.from({ length: 6 }, () => dayIso(0)), dayIso(14)]);
});

test('after a sleep the first key knows the day @desktop', async ({ page, person }) => {
  await openWith(page, person, []);
  await page.evaluate(moveClock, 3 * dayMs);
  await newTask(page).pressSequentially('Buy milk');
  await page.keyboard.press('Enter');
  await expect.poll(tasksOf(page)).toMatchObject([{ description: 'Buy milk', dueDate: dayIso(3) }]);
});

test('at midnight an open form and its month stay as they are @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Milk' }]);
  await press(rowOf(page, 'Milk').locator('.row-text'));
  await page.keyboard.type(' friday');
  await page.getByRole('list', { name: 'Understood' }).getByRole('button').click();
  await page.keyboard.press('Home');
  await page.evaluate(moveClock, dayMs);
  await page.keyboard.type('My ');
  await expect(page.locator('.task-form textarea')).toHaveValue('My Milk friday');
  await expect(page.getByRole('list', { name: 'Understood' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('form', { name: 'Add a task' }).getByLabel('Due date').click();
  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  await page.evaluate(moveClock, dayMs);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('grid').locator('[tabindex="0"]')).toBeFocused();
});

test('a task made offline can be edited when its day is over @desktop', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await openWith(page, person, []);
  await awaitReader(page);
  await context.setOffline(true);
  await newTask(page).fill('Milk');
  await newTask(page).press('Enter');
  await page.evaluate(moveClock, dayMs);
  await page.getByText('Milk', { exact: true }).hover();
  await page.mouse.down();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await page.mouse.up();
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill('Oat milk');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Oat milk')).toContainText('Waiting');
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(tasksOf(page)).toMatchObject([{ description: 'Oat milk', dueDate: dayIso(0) }]);
});

const dayMs = 86_400_000;
const tasksOf = (page: Page) => async () => (await page.request.get('/api/tasks')).json();
const dueDateOf = ({ dueDate }: { dueDate: string }) => dueDate;

test('the month opens on today from an overdue task @desktop', async ({ page, person }) => {
  await openWith(page, person, [...late(3), { description: 'Early', dueInDays: -40 }]);
  await text(page, 'Early').focus();
  for (const key of ['g', 'm']) await page.keyboard.press(key);
  await expect(page.locator('.month-number[aria-current]')).toBeFocused();
  await expect(page.locator('.month-number[aria-current]')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'June', exact: true })).toBeVisible();
});

test('the month opens on the week of a later task that has the focus @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Due today' },
    { description: 'Far', dueInDays: 100 },
  ]);
  await text(page, 'Far').focus();
  for (const key of ['g', 'm']) await page.keyboard.press(key);
  await expect(text(page, 'Far')).toBeFocused();
  await expect(text(page, 'Far')).toBeInViewport();
  await expect(text(page, 'Due today')).not.toBeInViewport();
});

test('a printed list has the overdue tasks that are folded on the screen', async ({
  page,
  person,
}) => {
  await openWith(page, person, [...late(6), { description: 'Due today' }]);
  await expect(rowOf(page, 'Late 1')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  for (const { description } of late(6)) await expect(rowOf(page, description)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(rowOf(page, 'Late 1')).toHaveCount(0);
});

test('tasks for some day are folded at the end, and none of them is late', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Learn to sail #someday' },
    { description: 'Call home' },
  ]);
  await expect(page.getByText('2 open')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today 1 task' })).toBeVisible();
  await expect(rowOf(page, 'Learn to sail #someday')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Someday 1 task' }));
  await expect(rowOf(page, 'Learn to sail #someday')).toBeVisible();
  await expect(page.locator('[data-group=someday] .day-mark')).toHaveCount(0);
});
