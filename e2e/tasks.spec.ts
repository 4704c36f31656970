import type { Page } from '@playwright/test';

import { withoutFirstAnswers } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { movesUntilDrawn } from './layout.ts';
import { addTask, dayIso, newLine, press, rowOf, openSignedIn } from './walks.ts';

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

test('tasks stand by date: overdue, today, tomorrow, later; what is done is folded away', async ({
  page,
}) => {
  await addTask(page, { description: 'For today', importance: 'High' });
  await addTask(page, { description: 'For tomorrow', dueInDays: 1 });
  await addTask(page, { description: 'For next year', dueInDays: 400, importance: 'Low' });
  await addTask(page, { description: 'Already late' });
  await press(page.getByText('Already late', { exact: true }));
  await page.getByRole('form', { name: 'Edit task' }).getByLabel('Due date').fill(dayIso(-3));
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^Overdue/,
    /^Today/,
    /^Tomorrow/,
    new RegExp(dayIso(400).slice(0, 4)),
  ]);
  await expect(rowOf(page, 'Already late')).toContainText('3 days late');

  await press(rowOf(page, 'For today').getByRole('button', { name: 'Mark done' }));
  await expect(rowOf(page, 'For today')).toHaveCount(0);
  await press(page.getByRole('button', { name: /^Done/ }));
  await expect(rowOf(page, 'For today')).toBeVisible();
  await press(rowOf(page, 'For today').getByRole('button', { name: 'Mark to do' }));
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
});

test('one press takes one from the new line into a task', async ({ page }) => {
  await addTask(page, { description: 'Press me' });
  await press(newLine(page));
  await press(page.getByText('Press me', { exact: true }));
  await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible();
});

test('state and importance change from the line’s menu', async ({ page }) => {
  await addTask(page, { description: 'Change me' });
  await press(rowOf(page, 'Change me').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitemradio', { name: 'Working' }));
  await press(rowOf(page, 'Change me').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitemradio', { name: 'High' }));
  await page.reload();
  await expect(page.getByRole('button', { name: /^Change me.*Working, High/ })).toBeVisible();
});

// On a phone it is a sheet from the foot, which scrolls.
test(
  'the menu of a line is whole on the screen, wherever the line stands',
  { tag: '@desktop' },
  async ({ page }) => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const description of names) await addTask(page, { description });
    const size = { width: page.viewportSize()?.width ?? 0, height: 560 };
    await page.setViewportSize(size);
    for (const name of names) {
      await press(rowOf(page, name).getByRole('button', { name: /^More for/ }));
      await expect(page.getByRole('menuitemradio', { name: 'To do' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }
  },
);

test('a task that cannot be saved says why at the field and keeps what was typed', async ({ page }) => {
  await newLine(page).press('Enter');
  await expect(page.getByText('Write what is to be done.')).toBeVisible();
  const form = page.getByRole('form', { name: 'Add a task' });
  await newLine(page).fill('Too late');
  await form.getByLabel('Due date').fill(dayIso(-1));
  await newLine(page).press('Enter');
  await expect(page.getByText('A new task cannot be due in the past.')).toBeVisible();
  await expect(form.getByLabel('Due date')).toBeFocused();
  await expect(newLine(page)).toHaveValue('Too late');
});

test('a refusal of the service is shown at the field it names', async ({ page, faults }) => {
  faults.expect(/status of 400 /);
  await addTask(page, { description: 'Edit me' });
  await page.route('**/api/tasks/*', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      json: {
        type: 'urn:dueline:problem:validation_failed',
        title: 'Not valid',
        status: 400,
        code: 'validation_failed',
        requestId: 'test',
        errors: [{ pointer: '/description', code: 'too_long', detail: 'too long' }],
      },
    }),
  );
  await press(page.getByText('Edit me', { exact: true }));
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill('Edited');
  await press(editor.getByRole('button', { name: 'Save' }));
  await expect(editor.getByText('At most 255 characters.')).toBeVisible();
  await expect(editor.getByLabel('Task')).toHaveValue('Edited');
});

test('a change that the service fails to save stays in sight and can be tried again', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 500 /);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await newLine(page).fill('Keep my words');
  await newLine(page).press('Enter');
  const row = rowOf(page, 'Keep my words');
  await expect(row.getByText('Not saved')).toBeVisible();
  await page.unroute('**/api/tasks');
  await press(row.getByRole('button', { name: 'Retry' }));
  await expect(row.getByText('Not saved')).toHaveCount(0);
  await page.reload();
  await expect(row).toHaveCount(1);
});

test('a task deleted elsewhere can be made again from what was typed', async ({ page, faults }) => {
  faults.expect(/status of 404 /);
  await addTask(page, { description: 'Here and gone' });
  const tasks: unknown = await (await page.request.get('/api/tasks')).json();
  expect(tasks).toEqual([expect.objectContaining({ description: 'Here and gone' })]);
  const [, id] = /"id":(\d+)/.exec(JSON.stringify(tasks)) ?? [];
  expect((await page.request.delete(`/api/tasks/${id}`)).status()).toBe(204);

  await press(page.getByText('Here and gone', { exact: true }));
  await page.getByRole('form', { name: 'Edit task' }).getByLabel('Task').fill('Here again');
  await press(page.getByRole('button', { name: 'Save' }));
  const row = rowOf(page, 'Here again');
  await expect(row.getByText('This task was deleted elsewhere.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Create it again' }));
  await expect(row.getByText('This task was deleted elsewhere.')).toHaveCount(0);
  await page.reload();
  await expect(row).toBeVisible();
});

test('without a connection the last copy is read and what is written waits', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await addTask(page, { description: 'Read offline' });
  await context.setOffline(true);
  await newLine(page).fill('Written offline');
  await newLine(page).press('Enter');
  await expect(page.getByText(/No connection\. This is the copy of/)).toBeVisible();
  await expect(rowOf(page, 'Read offline')).toBeVisible();
  await expect(rowOf(page, 'Written offline').getByText('Waiting for the connection')).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByText(/No connection/)).toHaveCount(0);
  await expect(rowOf(page, 'Written offline').getByText(/Waiting|Saving/)).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'Written offline')).toBeVisible();
});

test('an answer that does not keep to the published schema is not believed', async ({ page }) => {
  await addTask(page, { description: 'Last good data' });
  await withoutFirstAnswers(page);
  await page.route('**/api/tasks', (route) => route.fulfill({ json: [{ id: 'one', description: 7 }] }));
  await page.getByRole('button', { name: /^Account of/ }).focus();
  await page.reload();
  await expect(
    page.getByRole('heading', { name: 'The server answered in a form this page does not know' }),
  ).toBeVisible();
  await expect(page.getByText(/GET \/api\/tasks is not a TaskListResponse at/)).toBeVisible();
});

test('a list that takes its time shows lines, not a spinner, and moves nothing when it comes', async ({
  page,
}) => {
  for (const description of ['First to come', 'Second to come', 'Slow to come'])
    await addTask(page, { description, dueInDays: 2 });
  await page.reload();
  await expect(rowOf(page, 'Slow to come')).toBeVisible();
  const held = Promise.withResolvers<undefined>();
  await withoutFirstAnswers(page);
  await page.route('**/api/tasks', async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.reload();
  await expect(page.getByText('Loading your tasks')).toBeAttached();
  const moved = movesUntilDrawn(page, 3);
  held.resolve(undefined);
  await expect(rowOf(page, 'Slow to come')).toBeVisible();
  expect(await moved).toEqual([]);
});

for (const [how, end] of [
  ['its time for undo is over', (page: Page) => page.clock.fastForward(8100)],
  ['the page is left before', (page: Page) => page.goto('/api/docs')],
] as const)
  test(`a deletion goes through when ${how}`, async ({ page }) => {
    await addTask(page, { description: 'Not for long' });
    await page.clock.install();
    await press(rowOf(page, 'Not for long').getByRole('button', { name: /^More for/ }));
    await press(page.getByRole('menuitem', { name: 'Delete' }));
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    const tasks = async () => (await page.request.get('/api/tasks')).json();
    expect(await tasks(), 'held until then').toHaveLength(1);
    await end(page);
    await expect.poll(tasks).toEqual([]);
  });

test('a draft outlives the page', async ({ page }) => {
  await addTask(page, { description: 'To be edited' });
  await newLine(page).fill('Half a thought');
  await press(page.getByText('To be edited', { exact: true }));
  await page.getByRole('form', { name: 'Edit task' }).getByLabel('Task').fill('Half an edit');
  await page.reload();
  await expect(newLine(page)).toHaveValue('Half a thought');
  await expect(page.getByText('Unsaved draft')).toBeVisible();
  await press(page.getByText('To be edited', { exact: true }));
  await expect(page.getByRole('form', { name: 'Edit task' }).getByLabel('Task')).toHaveValue('Half an edit');
});
