import { expect, test } from './fixtures.ts';
import { movesUntilDrawn } from './layout.ts';
import { chooseDate, dayIso, newTask, openSignedIn, openWith, press, rowOf } from './walks.ts';

test('tasks are grouped by date, and done ones are folded away', async ({ page, person }) => {
  await openWith(page, person, [
    { description: 'For today', importance: 'High' },
    { description: 'For tomorrow', dueInDays: 1 },
    { description: 'For next year', dueInDays: 400, importance: 'Low' },
    { description: 'Already late' },
  ]);
  await press(page.getByText('Already late', { exact: true }));
  await chooseDate(page.getByRole('form', { name: 'Edit task' }), dayIso(-3));
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

test('one press leads from the field for a new task into a task', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Press me' }]);
  await press(newTask(page));
  await press(page.getByText('Press me', { exact: true }));
  await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible();
});

test('state and importance change from the row’s menu', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Change me' }]);
  await press(rowOf(page, 'Change me').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitemradio', { name: 'Working' }));
  await press(rowOf(page, 'Change me').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitemradio', { name: 'High' }));
  await page.reload();
  await expect(page.getByRole('button', { name: /^Change me.*Working, High/ })).toBeVisible();
});

// On a phone the menu is a sheet at the foot, which scrolls.
test('the menu of a row is whole on the screen, wherever the row is @desktop', async ({
  page,
  person,
}) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  await openWith(
    page,
    person,
    names.map((description) => ({ description })),
  );
  const size = { width: page.viewportSize()?.width ?? 0, height: 560 };
  await page.setViewportSize(size);
  for (const name of names) {
    await press(rowOf(page, name).getByRole('button', { name: /^More for/ }));
    await expect(page.getByRole('menuitemradio', { name: 'To do' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('a task that cannot be saved says why at the field and keeps its words', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  await newTask(page).press('Enter');
  await expect(page.getByText('Describe the task.')).toBeVisible();
  await expect(newTask(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(newTask(page)).toHaveAccessibleDescription(/Describe the task\./);
  await newTask(page).blur();
  await expect(page.getByText('Describe the task.')).toHaveCount(0);
  const form = page.getByRole('form', { name: 'Add a task' });
  await newTask(page).fill('Too late 2020-01-02');
  await newTask(page).press('Enter');
  await expect(page.getByText('A new task cannot be due in the past.')).toBeVisible();
  await expect(form.getByLabel('Due date')).toBeFocused();
  await expect(newTask(page)).toHaveValue('Too late 2020-01-02');
  await expect(newTask(page)).toHaveAttribute('aria-invalid', 'false');
  await newTask(page).fill('In time today');
  await form.getByRole('button', { name: 'Add', exact: true }).dblclick();
  await expect(rowOf(page, 'In time')).toBeVisible();
  await expect(page.getByText('Describe the task.')).toHaveCount(0);
});

test('a slow list shows empty rows, and moves nothing when it comes', async ({ page, person }) => {
  const names = ['First to come', 'Second to come', 'Slow to come'];
  await openWith(
    page,
    person,
    names.map((description) => ({ description, dueInDays: 2 })),
  );
  await expect(rowOf(page, 'Slow to come')).toBeVisible();
  const held = Promise.withResolvers<undefined>();
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
  await expect(page.getByText('Loading your tasks')).toHaveCount(0);
});
