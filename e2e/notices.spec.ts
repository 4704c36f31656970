import { expect, test } from './fixtures.ts';
import {
  awaitReadyOffline,
  edit,
  newTask,
  openSignedIn,
  openWith,
  press,
  rowOf,
  signIn,
} from './walks.ts';

test('an edit that takes a task to another day says where, with the way back', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Pay rent' }, { description: 'Water' }]);
  await edit(page, 'Pay rent', 'Pay the rent in 40 days');
  const toast = page.locator('.toast');
  await expect(toast).toContainText('Moved to Monday 23 July: \u2068Pay the rent\u2069');
  await press(toast.getByRole('button', { name: 'Undo' }));
  await expect(page.locator('section[data-group=today]')).toContainText('Pay rent');
});

test('an edit that takes a task out of the search says so, with the way back', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Pay rent' }, { description: 'Pay gas' }]);
  await page.goto('/#q=pay');
  await edit(page, 'Pay rent', 'Rent is settled');
  const toast = page.locator('.toast');
  await expect(toast).toContainText(
    'Saved, hidden by the search or filter: \u2068Rent is settled\u2069',
  );
  await press(toast.getByRole('button', { name: 'Undo' }));
  await expect(rowOf(page, 'Pay rent')).toBeVisible();
});

test('an edit that takes a task into a fold is saved, and no filter is blamed', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Pay rent' }]);
  await press(page.getByText('Pay rent', { exact: true }));
  await page.getByRole('form', { name: 'Edit task' }).getByLabel('Task').fill('Learn #someday');
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast');
  await expect(toast).toContainText(/^Saved: \u2068Learn #someday\u2069/);
  await press(toast.getByRole('button', { name: 'Undo' }));
  await expect(rowOf(page, 'Pay rent')).toBeVisible();
});

test('what is added offline is said to be on this device', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await openSignedIn(page, person);
  await awaitReadyOffline(page);
  await context.setOffline(true);
  for (const description of ['Milk', 'Bread']) {
    await newTask(page).fill(`${description} in 40 days`);
    await newTask(page).press('Enter');
    // Only then the page knows that it is offline.
    await expect(rowOf(page, description)).toContainText('Waiting');
  }
  await expect(
    page.getByText('Kept on this device until you are online: \u2068Bread\u2069'),
  ).toBeAttached();
  await expect(page.getByText(/^Added.*Bread/)).toHaveCount(0);
});

test('after the first sign-in the new task can be typed at once @desktop', async ({
  page,
  person,
}) => {
  await signIn(page, person);
  await expect(newTask(page)).toBeFocused();
});
