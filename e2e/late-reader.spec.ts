import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import type { Person } from './fixtures.ts';
import { set } from './states/state.ts';
import { dayIso, newTask, openWith, press, rowOf } from './walks.ts';

const repeated = 'Pay rent every month on the 1st';

const anyReader = '**/assets/{page,whole}-reader-*';
const wholeReader = '**/assets/whole-reader-*';

/** Holds the files that read words until the returned function is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Opens the page without tasks, and holds these files until the returned function is called. */
async function openWithout(page: Page, person: Person, files: string): Promise<() => void> {
  await openWith(page, person, []);
  const goOn = await hold(page, files);
  await page.reload();
  return goOn;
}

async function dueDatesOf({ request }: Page, description: string): Promise<unknown[]> {
  const tasks: unknown = await (await request.get('/api/tasks')).json();
  const isIt = (task: { description: string }) => task.description === description;
  return Array.isArray(tasks) ? tasks.filter(isIt).map(({ dueDate }) => dueDate) : [];
}

test('the list is drawn before words are read; a task added and one finished by then are read', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: repeated }]);
  const goOn = await hold(page, anyReader);
  await page.reload();
  const row = rowOf(page, repeated);
  await expect(row).toBeVisible();
  await expect(row.getByTitle(/^Repeats/)).toHaveCount(0);
  await newTask(page).fill('Bread tomorrow');
  await newTask(page).press('Enter');
  await press(row.getByRole('button', { name: /^Mark done/ }));
  goOn();
  await expect(rowOf(page, 'Bread')).toHaveCount(1);
  await expect.poll(() => dueDatesOf(page, 'Bread')).toEqual([dayIso(1)]);
  await expect.poll(() => dueDatesOf(page, repeated)).toHaveLength(2);
});

test('if the files that read words cannot be loaded, the page says so, and the next page adds the task', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/ERR_FAILED|Failed to fetch/);
  await openWith(page, person, []);
  await page.route(anyReader, (route) => route.abort());
  await page.reload();
  await newTask(page).fill('Bread tomorrow');
  await newTask(page).press('Enter');
  await expect(page.locator('.toast')).toContainText('could not be loaded');
  await expect(newTask(page)).toHaveAttribute('placeholder', 'Adding: \u2068Bread tomorrow\u2069');
  await page.unroute(anyReader);
  await page.reload();
  await expect.poll(() => dueDatesOf(page, 'Bread')).toEqual([dayIso(1)]);
  await expect(newTask(page)).not.toHaveAttribute('placeholder', /^Adding/);
});

test('tasks that are typed one after the other before words are read are tasks of their own', async ({
  page,
  person,
}) => {
  const goOn = await openWithout(page, person, anyReader);
  await newTask(page).click();
  // The second Enter is that of a person who presses it twice: it adds nothing, and finds no fault.
  await page.keyboard.type('Bread tomorrow\n\nMilk\nHalf a tho');
  await expect(page.locator('.new-task [role=alert], .new-task [aria-invalid=true]')).toHaveCount(
    0,
  );
  goOn();
  await expect.poll(() => dueDatesOf(page, 'Bread')).toEqual([dayIso(1)]);
  await expect.poll(() => dueDatesOf(page, 'Milk')).toEqual([dayIso(0)]);
  await expect(newTask(page)).toHaveValue('Half a tho');
  await expect(page.locator('.row[data-row]')).toHaveCount(2);
});

test('a page that is closed before words are read loses no task: the next page adds it once', async ({
  page,
  person,
  context,
}) => {
  await openWithout(page, person, anyReader);
  await newTask(page).fill('Bread tomorrow');
  await newTask(page).press('Enter');
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto('/');
  await expect.poll(() => dueDatesOf(next, 'Bread')).toEqual([dayIso(1)]);
  await next.reload();
  await expect(rowOf(next, 'Bread')).toHaveCount(1);
  await expect(newTask(next)).toHaveValue('');
});

test('words of another language than the page’s are read once it is loaded, and a task waits for it', async ({
  page,
  person,
}) => {
  const goOn = await openWithout(page, person, wholeReader);
  const chips = page.locator('.chip');
  await newTask(page).fill('Bread tomorrow');
  await expect(chips).toHaveText([/tomorrow/]);
  await newTask(page).fill('Zahnarzt übermorgen');
  await expect(chips).toHaveCount(0);
  await newTask(page).press('Enter');
  await expect(newTask(page)).toHaveAttribute(
    'placeholder',
    'Adding: \u2068Zahnarzt übermorgen\u2069',
  );
  goOn();
  await expect.poll(() => dueDatesOf(page, 'Zahnarzt')).toEqual([dayIso(2)]);
  await newTask(page).fill('Arzt übermorgen');
  await expect(chips).toHaveText([/übermorgen/]);
});

test('a German page reads German words first, and English ones once they are loaded', async ({
  page,
  person,
}) => {
  await openWith(page, person, []);
  await set(page, 'language', 'de');
  const goOn = await hold(page, wholeReader);
  await page.reload();
  const field = page.getByRole('combobox', { name: 'Aufgabe hinzufügen' });
  const chips = page.locator('.chip');
  await field.fill('Zahnarzt 15. April !1');
  await expect(chips).toHaveText([/15\. April/, /!1/]);
  await field.fill('Dentist tomorrow');
  await expect(chips).toHaveCount(0);
  goOn();
  await expect(chips).toHaveText([/tomorrow/]);
});

test('what stands in the field is read again once recurrences and other languages are loaded', async ({
  page,
  person,
}) => {
  const goOn = await openWithout(page, person, wholeReader);
  const chips = page.locator('.chip');
  await newTask(page).fill('Bread tomorrow');
  await expect(chips).toHaveText([/tomorrow/]);
  await newTask(page).fill('Choir every Monday from tomorrow');
  await expect(chips, 'a recurrence is no Monday').toHaveCount(0);
  goOn();
  await expect(chips).toHaveText([/tomorrow/, /every Monday/]);
});

test('a key that is pressed before words are read goes on once its change is made @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Milk' }, { description: 'Eggs' }]);
  const goOn = await hold(page, anyReader);
  await page.reload();
  await rowOf(page, 'Milk').locator('.row-text').focus();
  await page.keyboard.press('5');
  goOn();
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
  await expect(rowOf(page, 'Eggs').locator('.row-text')).toBeFocused();
});

test('a date that is entered before words are read is chosen once they are @desktop', async ({
  page,
  person,
}) => {
  const goOn = await openWithout(page, person, anyReader);
  const control = page.locator('.new-task .date-value').first();
  await control.focus();
  await page.keyboard.type('in 2 weeks');
  await page.keyboard.press('Enter');
  goOn();
  await expect(control).toBeFocused();
  await newTask(page).fill('Bread');
  await newTask(page).press('Enter');
  await expect.poll(() => dueDatesOf(page, 'Bread')).toEqual([dayIso(14)]);
});
