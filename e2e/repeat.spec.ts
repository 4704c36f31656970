import { expect, test } from './fixtures.ts';
import { makeSession, newTask, openSignedIn, press, rowOf } from './walks.ts';

const words = 'Pay rent every month on the 1st';

test('a task that repeats is made once, whichever devices finish it', async ({
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
  // The other device finishes it without a connection, which it finds only after this one has finished it too.
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

/** Date and state of each task that the service has. */
async function tasksOf({
  request,
}: {
  request: { get: (path: string) => Promise<{ json: () => Promise<unknown> }> };
}) {
  const tasks: unknown = await (await request.get('/api/tasks')).json();
  return Array.isArray(tasks) ? tasks.map(({ dueDate, state }) => `${dueDate} ${state}`) : [];
}
