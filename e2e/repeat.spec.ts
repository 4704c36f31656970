import type { Page } from '@playwright/test';

import { expect, serviceIn, test } from './fixtures.ts';
import {
  addTask,
  awaitReader,
  edit,
  makeSession,
  newTask,
  openSignedIn,
  openWith,
  press,
  rowOf,
} from './walks.ts';

const words = 'Pay rent every month on the 1st';

test('a next task is made once, whichever devices finish one', async ({
  page,
  person,
  elsewhere,
  faults,
}) => {
  faults.expect(/status of 422|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await openSignedIn(page, person);
  await newTask(page).fill(words);
  await expect(page.getByText('repeats', { exact: true })).toBeVisible();
  await newTask(page).press('Enter');
  const row = rowOf(page, words);
  await expect(row.getByTitle('Repeats: every month on the 1st')).toBeVisible();
  await expect.poll(() => tasksOf(page)).toEqual(['2040-07-01 TODO']);

  const other = await elsewhere.newPage();
  await makeSession(other, person);
  await other.goto('/');
  await expect(rowOf(other, words)).toBeVisible();
  await awaitReader(other);
  // Both devices finish the task; the other device is offline and connects only after this one has finished it.
  await elsewhere.setOffline(true);
  const finish = { name: `Mark done: ${words}` };
  await press(rowOf(other, words).getByRole('button', finish));
  await expect(rowOf(other, words).getByText('Waiting').first()).toBeVisible();
  await press(row.getByRole('button', finish));
  await expect.poll(() => tasksOf(page)).toEqual(['2040-07-01 DONE', '2040-08-01 TODO']);
  await elsewhere.setOffline(false);
  await other.reload();
  await expect(rowOf(other, words)).toHaveCount(1);
  await expect(rowOf(other, words).getByText('Waiting')).toHaveCount(0);
  expect(await tasksOf(page)).toEqual(['2040-07-01 DONE', '2040-08-01 TODO']);

  await page.keyboard.press('Control+z');
  await expect.poll(() => tasksOf(page)).toEqual(['2040-07-01 TODO']);
});

test('a recurrence with an end says its last day, and ends on it', async ({ page, person }) => {
  await openSignedIn(page, person);
  await newTask(page).fill('Take pills daily for 3 days');
  await expect(page.getByText('repeats until Friday 15 June')).toBeVisible();
  await newTask(page).press('Enter');
  const later = 'Take pills daily until 15 June 2040';
  for (const name of ['Take pills daily for 3 days', later, later]) {
    const row = rowOf(page, name).filter({ hasNot: page.locator('[aria-pressed=true]') });
    await press(row.getByRole('button', { name: `Mark done: ${name}` }));
  }
  await expect
    .poll(() => tasksOf(page))
    .toEqual(['2040-06-13 DONE', '2040-06-14 DONE', '2040-06-15 DONE']);
});

test('two devices finish a task that repeats while the service is away: there is one next task', async ({
  page,
  elsewhere,
  person,
  startService,
  faults,
}, { outputDir }) => {
  faults.expect(/status of 422|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const { env, address } = await serviceIn(outputDir);
  const service = await startService(env);
  const other = await elsewhere.newPage();
  await openSignedIn(page, person, address);
  await addTask(page, { description: words });
  await openSignedIn(other, person, address);
  await expect(rowOf(other, words)).toBeVisible();
  const [before] = await tasksOf(page, address);
  for (const device of [page, other]) await awaitReader(device);
  await service.stop();

  for (const device of [page, other]) {
    await press(rowOf(device, words).getByRole('button', { name: `Mark done: ${words}` }));
    await expect(rowOf(device, words).getByText('Waiting').first()).toBeVisible();
  }
  await startService(env);
  await Promise.all(
    [page, other].map((device) => device.evaluate(() => dispatchEvent(new Event('online')))),
  );
  for (const device of [page, other]) await expect(device.getByText('Waiting')).toHaveCount(0);
  const after = [before?.replace('TODO', 'DONE'), expect.stringMatching(/^2040-0[78]-01 TODO$/)];
  for (const device of [page, other]) {
    await expect.poll(() => tasksOf(device, address)).toEqual(after);
    await device.reload();
    await expect(rowOf(device, words)).toHaveCount(1);
  }
});

test('a task goes on repeating after its finish was undone, also on the next page', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/status of 410/);
  await openSignedIn(page, person);
  await addTask(page, { description: 'Vitamins daily' });
  const finish = () => press(page.getByRole('button', { name: 'Mark done: Vitamins daily' }));
  const finished = ['2040-06-13 DONE', '2040-06-14 TODO'];
  await finish();
  await expect.poll(() => tasksOf(page)).toEqual(finished);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => tasksOf(page)).toEqual(['2040-06-13 TODO']);
  await page.reload();
  await finish();
  await expect.poll(() => tasksOf(page)).toEqual(finished);
});

test('a next task that was edited stays as it is when its task is finished again', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Stretch daily' });
  const ring = (does: string) => page.getByRole('button', { name: `${does}: Stretch daily` });
  await press(ring('Mark done'));
  await expect(rowOf(page, 'Stretch daily')).toHaveCount(1);
  await expect.poll(() => tasksOf(page)).toHaveLength(2);
  await edit(page, 'Stretch daily', 'Stretch on the new mat, daily');
  await press(page.getByRole('button', { name: /^Done/ }));
  await press(ring('Mark to do'));
  for (const isNextPage of [false, true]) {
    if (isNextPage) await page.reload();
    await press(ring('Mark done'));
    await expect.poll(() => tasksOf(page)).toEqual(['2040-06-13 DONE', '2040-06-14 TODO']);
    await expect(rowOf(page, 'Stretch on the new mat, daily')).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => tasksOf(page)).toEqual(['2040-06-13 TODO', '2040-06-14 TODO']);
    await expect(rowOf(page, 'Stretch on the new mat, daily')).toHaveCount(1);
  }
});

test('the form changes how a task repeats, and ends it', async ({ page, person }) => {
  await openSignedIn(page, person);
  await newTask(page).fill('Water the plants every 3 days starting friday');
  await expect(page.locator('.chip').first()).toContainText('Friday');
  await newTask(page).press('Enter');
  await expect.poll(() => tasksOf(page)).toEqual(['2040-06-15 TODO']);
  const form = page.getByRole('form', { name: 'Edit task' });
  for (const [before, rule, after] of [
    ['Water the plants every 3 days', 'every week', 'Water the plants every week'],
    ['Water the plants every week', 'never', 'Water the plants'],
  ] as const) {
    await press(page.getByText(before, { exact: true }));
    await form.getByLabel('Repeats').selectOption(rule);
    await expect(form.getByLabel('Task')).toHaveValue(after);
    await press(form.getByRole('button', { name: 'Save' }));
    await expect(rowOf(page, after)).toBeVisible();
  }
  await expect(page.locator('.repeat-mark')).toHaveCount(0);
  await expect.poll(() => tasksOf(page), 'its day stays').toEqual(['2040-06-15 TODO']);
});

test('the mark stays on the line of its words, while rows are selected and beside that of a draft', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Vitamins daily' }, { description: 'Milk' }]);
  const row = rowOf(page, 'Vitamins daily');
  const height = async () => (await row.locator('.row-body').boundingBox())?.height;
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const before = await height();
    await row.locator('.row-text').focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('checkbox', { name: 'Vitamins daily' })).toBeChecked();
    expect(await height()).toBe(before);
    await page.keyboard.press('Escape');
    await expect(row.getByRole('checkbox')).toHaveCount(0);
  }
  await press(page.getByText('Vitamins daily', { exact: true }));
  await page
    .getByRole('form', { name: 'Edit task' })
    .getByLabel('Task')
    .fill('Vitamins daily at noon');
  await page.reload();
  await expect(newTask(page)).toBeVisible();
  await page.keyboard.press('Escape');
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(row.locator('.repeat-mark')).toBeVisible();
    const isBelow = await row.evaluate((element) => {
      const mark = element.querySelector('.repeat-mark .icon')?.getBoundingClientRect();
      const lines = [...(element.querySelector('.draft-mark')?.getClientRects() ?? [])];
      return lines.map(({ left, top }) => mark && (left > mark.right || top > mark.bottom));
    });
    expect(isBelow).not.toContain(false);
    expect(isBelow).not.toEqual([]);
  }
});

/** The due date and state of each task of the service. */
async function tasksOf({ request }: Page, address = '') {
  const tasks: unknown = await (await request.get(`${address}/api/tasks`)).json();
  return Array.isArray(tasks) ? tasks.map(({ dueDate, state }) => `${dueDate} ${state}`) : [];
}
