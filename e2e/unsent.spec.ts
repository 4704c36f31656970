import { refused } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { addTask, newTask, press, rowOf, openSignedIn } from './walks.ts';

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

test('a server error leaves the words in their row, and a reload sends them', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 500 /);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: 'broken' })
      : route.fallback(),
  );
  await newTask(page).fill('Hard won words');
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Hard won words')).toContainText('Not saved');
  await page.unroute('**/api/tasks');
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.ok(),
  );
  await page.reload();
  await saved;
  await expect(rowOf(page, 'Hard won words')).not.toContainText(/Not saved|Waiting|Saving/);
  await page.reload();
  await expect(rowOf(page, 'Hard won words')).toHaveCount(1);
});

test('one task too many says so at its row, and is saved when there is room', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 409 /);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST' ? refused(409, 'too_many_tasks')(route) : route.fallback(),
  );
  await newTask(page).fill('One too many');
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'One too many')).toContainText(
    'Not saved. You have reached this service’s limit of tasks. Delete some to make room.',
  );
  await page.unroute('**/api/tasks');
  await press(rowOf(page, 'One too many').getByRole('button', { name: 'Retry' }));
  await expect(rowOf(page, 'One too many')).not.toContainText('Not saved');
  await page.reload();
  await expect(rowOf(page, 'One too many')).toHaveCount(1);
});

test('a tab closed while a change is under way neither loses nor doubles it', async ({
  page,
  context,
}) => {
  await newTask(page).fill('Sent while leaving');
  await newTask(page).press('Enter');
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto('/');
  await expect(async () => {
    await next.reload();
    await expect(rowOf(next, 'Sent while leaving')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await press(rowOf(next, 'Sent while leaving').getByRole('button', { name: /^More for/ }));
  await press(next.getByRole('menuitem', { name: 'Delete' }));
  const sent = next.waitForResponse((response) => response.request().method() === 'DELETE', {
    timeout: 5000,
  });
  // A phone may end a page that is hidden: it does not wait for its undo.
  await next.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await sent;
});

test('a draft is back after a reload, in the field for a new task and in its row', async ({
  page,
}) => {
  await addTask(page, { description: 'Has an edit' });
  await press(page.getByText('Has an edit', { exact: true }));
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill('Has an edit, half typed');
  await page.keyboard.press('Escape');
  await newTask(page).fill('Half a tho');
  await page.reload();
  await expect(newTask(page)).toHaveValue('Half a tho');
  // A person who reloads sees the draft; only who comes back later is told of it.
  await expect(page.getByText('Your draft is back where you left it.')).toHaveCount(0);
  await expect(rowOf(page, 'Has an edit')).toContainText('Unsaved draft');
  await press(page.getByText('Has an edit', { exact: true }));
  await expect(editor.getByLabel('Task')).toHaveValue('Has an edit, half typed');
});

test('a crash of the page says so and keeps the drafts', async ({ page, faults }) => {
  faults.expect(/planted/);
  await newTask(page).fill('Survives the crash');
  await page.addInitScript(() => {
    if (sessionStorage.getItem('planted') !== null) return;
    sessionStorage.setItem('planted', 'once');
    const { format } = Object.getOwnPropertyDescriptors(Intl.DateTimeFormat.prototype);
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      configurable: true,
      get() {
        if (document.querySelector('.account') !== null) throw new Error('planted');
        return format.get?.call(this);
      },
    });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This page has stopped' })).toBeVisible();
  await press(page.getByRole('button', { name: 'Reload' }));
  await expect(newTask(page)).toHaveValue('Survives the crash');
});
