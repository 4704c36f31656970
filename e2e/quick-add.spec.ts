import type { Locator } from '@playwright/test';

import { findingsIn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { chooseDate, dayIso, newTask, paste, press, rowOf, openSignedIn } from './walks.ts';

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

test('a task is added with its date, importance and state in words', async ({ page }) => {
  const form = page.getByRole('form', { name: 'Add a task' });
  await newTask(page).fill('Send the proofs tomorrow !high /working');
  await expect(form.getByRole('list', { name: 'Understood from your text' })).toContainText(
    'tomorrow',
  );
  await expect(form.getByText('Tomorrow', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Importance')).toHaveValue('HIGH');
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Send the proofs')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send the proofs.*Working, High/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
  await expect(newTask(page)).toHaveValue('');
});

test('words that were read can stay words, and a date set by hand holds', async ({ page }) => {
  const form = page.getByRole('form', { name: 'Add a task' });
  await newTask(page).fill('Read USA today !high');
  await press(page.getByRole('button', { name: 'Keep “today” as text' }));
  await expect(newTask(page)).toBeFocused();
  await chooseDate(form, dayIso(5));
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Read USA today')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Today/ })).toHaveCount(0);
});

test('a recurrence that is not understood stays words, and a note says so', async ({ page }) => {
  await newTask(page).fill('Yoga every hour');
  const form = page.getByRole('form', { name: 'Add a task' });
  await expect(form.getByRole('list', { name: 'Understood from your text' })).toContainText(
    'every hour this repetition is not understood',
  );
});

test('words that are perhaps a day stay words, and a note says so', async ({ page }) => {
  await newTask(page).fill('Hotel Monday');
  const form = page.getByRole('form', { name: 'Add a task' });
  await expect(form.getByRole('list', { name: 'Understood from your text' })).toContainText(
    'Monday not understood as a day',
  );
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Hotel Monday')).toBeVisible();
});

test('several pasted lines are shown, added at once and undone at once', async ({ page }) => {
  await paste(page, `- Buy milk tomorrow !high\n\n[ ] Yoga every tuesday\n1. ${'x'.repeat(256)}`);
  const dialog = page.getByRole('dialog', { name: 'Add each line as a task' });
  await expect(dialog.getByRole('listitem').nth(0)).toHaveText(/^Buy milk.*, High$/);
  await expect(dialog.getByRole('listitem').nth(1)).toHaveText(/^Yoga every tuesday.*repeats$/);
  await expect(dialog.getByRole('listitem').nth(2)).toHaveText(/At most 255 characters/);
  await expect(dialog.getByText('1 line cannot be added and will be left out.')).toBeVisible();
  expect(await findingsIn(page)).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Add 2 tasks' }));
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'Buy milk')).toBeVisible();
  await expect(rowOf(page, 'Yoga every tuesday')).toBeVisible();
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(rowOf(page, 'Buy milk')).toHaveCount(0);
  await expect(rowOf(page, 'Yoga every tuesday')).toHaveCount(0);
});

test('the word at the caret is completed from a list, which leaves Enter alone', async ({
  page,
}) => {
  await newTask(page).pressSequentially('Plan tomor');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option')).toHaveText([/^tomorrow/]);
  await expect(newTask(page)).not.toHaveAttribute('aria-activedescendant');
  await newTask(page).press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  await newTask(page).press('Enter');
  await expect(newTask(page)).toHaveValue('Plan tomorrow ');
  await expect(list).toHaveCount(0);
  await newTask(page).pressSequentially('!hi');
  await expect(list).toBeVisible();
  await newTask(page).press('Escape');
  await expect(list).toHaveCount(0);
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Plan !hi')).toBeVisible();
});

test('an example is taken over with the words that it reads', async ({ page }) => {
  await press(page.getByRole('button', { name: 'Water the plants tomorrow' }));
  await expect(newTask(page)).toBeFocused();
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Water the plants')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
});

test('Enter that confirms a word of an input method adds and saves nothing @desktop', async ({
  page,
}) => {
  await newTask(page).fill('Milk');
  await newTask(page).press('Enter');
  /** Safari's order: the composition has ended, and the key that ended it comes afterwards. */
  const confirmWord = (input: Locator) =>
    input.evaluate((element) => {
      element.dispatchEvent(
        new CompositionEvent('compositionend', { data: '買う', bubbles: true }),
      );
      const enter = { key: 'Enter', code: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
      return element.dispatchEvent(new KeyboardEvent('keydown', enter));
    });
  await newTask(page).fill('買う');
  expect(await confirmWord(newTask(page)), 'the form is not submitted').toBe(false);
  await expect(newTask(page)).toHaveValue('買う');
  await newTask(page).fill('');
  await press(rowOf(page, 'Milk').locator('.row-text'));
  const words = page.getByRole('form', { name: 'Edit task' }).getByLabel('Task');
  await words.fill('牛乳');
  await confirmWord(words);
  await expect(words).toHaveValue('牛乳');
  await words.press('Enter');
  await expect(rowOf(page, '牛乳')).toBeVisible();
  await page.getByRole('searchbox').fill('牛乳');
  await press(page.getByRole('button', { name: /^Filter/ }));
  const name = page.getByLabel('Name of this filter');
  await name.fill('買う');
  expect(await confirmWord(name), 'the filter is not saved').toBe(false);
  await expect(name).toHaveValue('買う');
});
