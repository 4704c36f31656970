import type { Page } from '@playwright/test';

import { nowMs } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { addTask, newTask, press, rowOf, openSignedIn, hasCopyOf } from './walks.ts';

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

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

for (const when of ['before', 'after'] as const)
  test(`a task deleted elsewhere can be made again from what was typed ${when} the page knew it`, async ({
    page,
    faults,
  }) => {
    faults.expect(/status of 404 /);
    await addTask(page, { description: 'Here and gone' });
    const tasks: unknown = await (await page.request.get('/api/tasks')).json();
    expect(tasks).toEqual([expect.objectContaining({ description: 'Here and gone' })]);
    const [, id] = /"id":(\d+)/.exec(JSON.stringify(tasks)) ?? [];
    const isAnswered = Promise.withResolvers<void>();
    await page.route('**/api/tasks', async (route) => {
      await isAnswered.promise;
      await route.fallback();
    });

    await press(page.getByText('Here and gone', { exact: true }));
    const form = page.getByRole('form', { name: 'Edit task' });
    await form.getByLabel('Task').fill('Here again');
    expect((await page.request.delete(`/api/tasks/${id}`)).status()).toBe(204);
    if (when === 'after') {
      const refused = page.waitForResponse((response) => response.status() === 404);
      isAnswered.resolve();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await refused;
      await expect(form.getByLabel('Task')).toHaveValue('Here again');
    }
    await press(form.getByRole('button', { name: 'Save' }));
    isAnswered.resolve();
    const row = rowOf(page, 'Here again');
    await expect(row.getByText('This task was deleted elsewhere.')).toBeVisible();
    await press(page.getByRole('button', { name: 'Create it again' }));
    await expect(row.getByText('This task was deleted elsewhere.')).toHaveCount(0);
    await page.reload();
    await expect(row).toBeVisible();
  });

for (const [how, end] of [
  ['its time for undo is over', (page: Page) => page.clock.fastForward(8100)],
  ['the page is left before', (page: Page) => page.goto('/api/docs')],
] as const)
  test(`a deletion goes through when ${how}`, async ({ page }) => {
    await addTask(page, { description: 'Not for long' });
    await page.clock.install({ time: nowMs() });
    await press(rowOf(page, 'Not for long').getByRole('button', { name: /^More for/ }));
    await press(page.getByRole('menuitem', { name: 'Delete' }));
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    const tasks = async () => (await page.request.get('/api/tasks')).json();
    expect(await tasks(), 'held until then').toHaveLength(1);
    await end(page);
    await expect.poll(tasks).toEqual([]);
  });

test('an answer in an unknown form makes the page read-only, with the last good list', async ({
  page,
}) => {
  await addTask(page, { description: 'Still to be read' });
  await hasCopyOf(page, 'Still to be read');
  await page.route('**/api/tasks', (route) => route.fulfill({ json: [{ id: 'seven' }] }));
  await page.reload();
  await expect(
    page.getByText('This page does not understand the service’s response'),
  ).toBeVisible();
  await expect(page.getByText(/GET \/api\/tasks is not a TaskListResponse at/)).toBeVisible();
  const row = rowOf(page, 'Still to be read');
  await expect(row).toBeVisible();
  await expect(newTask(page)).toBeDisabled();
  await expect(row.getByRole('button', { name: 'Mark done' })).toBeDisabled();
  await expect(
    row.getByRole('button', { name: /^More for/ }),
    'it would change the task',
  ).toHaveCount(0);
  await page.getByText('Still to be read', { exact: true }).click({ force: true });
  await expect(page.getByRole('form', { name: 'Edit task' })).toHaveCount(0);
  await page.unroute('**/api/tasks');
  await press(page.getByRole('button', { name: 'Reload' }));
  await expect(newTask(page)).toBeEnabled();
});
