import { expect, test } from './fixtures.ts';
import { addTask, chooseDate, dayIso, newTask, press, rowOf, signIn } from './walks.ts';

test('the whole story: sign in, write, change, finish, delete, sign out', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Continue with/ })).toHaveCount(1);

  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'A clean page' })).toBeVisible();

  await addTask(page, { description: 'Water the plants' });
  await addTask(page, { description: 'Write to Grace', dueInDays: 1, importance: 'High' });
  await addTask(page, { description: 'Book the dentist', dueInDays: 40, importance: 'Low' });

  await press(page.getByText('Write to Grace', { exact: true }));
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill('Write to Grace, at length');
  await chooseDate(editor, dayIso(2));
  await press(editor.getByText('Working'));
  await press(editor.getByText('Low'));
  await press(editor.getByRole('button', { name: 'Save' }));
  await expect(rowOf(page, 'Write to Grace, at length')).toBeVisible();

  await press(rowOf(page, 'Water the plants').getByRole('button', { name: 'Mark done' }));
  await expect(page.getByRole('button', { name: /^Done/ })).toBeVisible();

  await press(rowOf(page, 'Book the dentist').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitem', { name: 'Delete' }));
  await expect(rowOf(page, 'Book the dentist')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(rowOf(page, 'Book the dentist')).toBeVisible();

  await press(page.getByRole('button', { name: 'Account of Ada Byron' }));
  await press(page.getByRole('button', { name: 'Sign out' }));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);

  await press(page.getByRole('link', { name: 'Continue with local account' }));
  await expect(newTask(page), 'signing in again asks for nothing').toBeVisible();
  await expect(rowOf(page, 'Write to Grace, at length')).toBeVisible();
});
