import type { Locator, Page } from '@playwright/test';

import { findingsIn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { set } from './states/state.ts';
import { dayIso, newTask, openWith, press, rowOf } from './walks.ts';

const editor = (page: Page) => page.getByRole('form', { name: 'Edit task' });
const dueDate = (form: Locator) => form.getByLabel('Due date', { exact: true });
const words = (page: Page) => page.getByRole('combobox', { name: 'New date, in words' });
const choice = (page: Page) =>
  page.getByRole('listbox', { name: /Dates|Tage/ }).getByRole('option');
const dayOf = (page: Page) => page.getByRole('grid').locator('[tabindex="0"]');

test('a due date is chosen by keys: in words, in the month @desktop', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Pay the rent', dueInDays: 1 }]);
  await press(page.getByText('Pay the rent', { exact: true }));
  const control = dueDate(editor(page));
  await expect(control).toHaveText(`Tomorrow${await full(page, dayIso(1))}`);
  await control.focus();

  await page.keyboard.press('Enter');
  await expect(words(page)).toBeFocused();
  await page.keyboard.type('no day at all');
  await page.keyboard.press('Enter');
  await expect(words(page)).toHaveAccessibleDescription('No date found.');
  expect(await findingsIn(page)).toEqual([]);
  await words(page).fill('in 2 weeks');
  await expect(choice(page)).toHaveAccessibleName(await full(page, dayIso(14)));
  await expect(dayOf(page)).toHaveAccessibleName(await full(page, dayIso(14)));
  await page.keyboard.press('Enter');
  await expect(control).toBeFocused();
  await expect(control).toContainText(await full(page, dayIso(14)));

  await page.keyboard.press('Space');
  await expect(words(page)).toBeFocused();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  await expect(dayOf(page)).toBeFocused();
  await expect(dayOf(page)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(dayOf(page)).toBeFocused();
  await expect(dayOf(page)).toHaveAccessibleName(await full(page, dayIso(20)));
  await page.keyboard.press('Escape');
  await expect(control, 'Escape closes the month, not the form').toBeFocused();
  await expect(control).toContainText(await full(page, dayIso(14)));

  await page.keyboard.press('ArrowDown');
  await expect(words(page)).toBeFocused();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(control).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(words(page)).toBeFocused();
  await control.evaluate((button) =>
    [1, 2].forEach(() => button.dispatchEvent(new MouseEvent('click', { cancelable: true }))),
  );
  await expect(words(page), 'closed and opened in one go').toBeFocused();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('grid'), 'Tab leads out and closes').toHaveCount(0);
  await press(editor(page).getByRole('button', { name: 'Save' }));
  await expectDue(page, dayIso(15));
});

test('what is typed on a due date is read; a new task has no past @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, []);
  const control = dueDate(page.getByRole('form', { name: 'Add a task' }));
  await control.focus();
  await page.keyboard.type('in 2 weekss');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(control).toContainText(await full(page, dayIso(14)));
  await expect(control).toBeFocused();

  await control.click();
  await words(page).fill(dayIso(-1));
  await expect(page.getByText('A new task cannot be due in the past.')).toBeVisible();
  await expect(dayOf(page)).toHaveAccessibleName(await full(page, dayIso(14)));
  await words(page).fill('today');
  // On a first of the month that starts a week, the month has no past days.
  const past = page.getByRole('gridcell', { disabled: true });
  if ((await past.count()) > 0) await past.last().click({ force: true });
  await expect(words(page), 'a past day cannot be chosen').toBeVisible();
  await press(page.getByRole('gridcell', { name: await full(page, dayIso(0)) }));
  await expect(control).toContainText('Today');
  await expect(newTask(page)).toHaveValue('');
});

test('a date is said in the language of the page @desktop', async ({ page, person }) => {
  await openWith(page, person, [
    { description: 'One', dueInDays: 3 },
    { description: 'Two', dueInDays: 3 },
  ]);
  const sentence = { en: 'in 2 weeks', de: 'in 2 Wochen', fr: 'dans 2 semaines' };
  for (const [language, text] of Object.entries(sentence)) {
    await set(page, 'language', language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const control = page.locator('.new-task [name=dueDate]');
    await control.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type(text);
    await expect(choice(page)).toHaveAccessibleName(await full(page, dayIso(14)));
    await expect(dayOf(page)).toHaveAccessibleName(await full(page, dayIso(14)));
    await page.keyboard.press('Escape');
    await expect(control).toBeFocused();
  }
});

test('several tasks move to a day of the month @desktop', async ({ page, person }) => {
  await openWith(page, person, [
    { description: 'One', dueInDays: 3 },
    { description: 'Two', dueInDays: 3 },
  ]);
  await rowOf(page, 'One').getByRole('button', { name: /^One/ }).focus();
  await page.keyboard.press('d');
  await expect(words(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('d');
  await page.keyboard.type('in 9 days');
  await expect(words(page), 'also when its code is there').toHaveValue('in 9 days');
  await press(page.getByRole('gridcell', { name: await full(page, dayIso(9)) }));
  await expectDue(page, dayIso(9), dayIso(9));
});

test('a finger has the native picker under the words @phone', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Pay the rent', dueInDays: 1 }]);
  await press(page.getByText('Pay the rent', { exact: true }));
  const control = dueDate(editor(page));
  await expect(control).toHaveAttribute('type', 'date');
  await expect(editor(page).getByText('Tomorrow', { exact: true })).toBeVisible();
  const topmost = await editor(page)
    .getByText('Tomorrow', { exact: true })
    .evaluate((shown) => {
      const { left, top, width, height } = shown.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.getAttribute('name');
    });
  expect(topmost).toBe('dueDate');
  await control.fill('');
  await expect(editor(page).getByText('No date', { exact: true })).toBeVisible();
  await control.fill(dayIso(0));
  await expect(editor(page).getByText('Today', { exact: true })).toBeVisible();
  await press(editor(page).getByRole('button', { name: 'Save' }));
  await expectDue(page, dayIso(0));
});

/** The full date in the language and region of the page. */
const full = (page: Page, iso: string): Promise<string> =>
  page.evaluate((date) => {
    const { lang } = document.documentElement;
    const style = {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    } as const;
    return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, style).format(Date.parse(date));
  }, iso);

const expectDue = (page: Page, ...dates: readonly string[]) =>
  expect
    .poll(async () => (await page.request.get('/api/tasks')).json())
    .toEqual(dates.map((date) => expect.objectContaining({ dueDate: date })));
