import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { newTask, openFindBar, openWith, press, rowOf } from './walks.ts';

const names = ['Pay the rent', 'Write to Grace', 'Book the dentist', 'Call home'];

test.beforeEach(async ({ page, person }) => {
  await openWith(
    page,
    person,
    names.map((description) => ({ description })),
  );
});

test('three rows are selected and rescheduled at once, and taken back at once', async ({
  page,
}) => {
  await openFindBar(page);
  await press(page.getByRole('button', { name: 'Select', exact: true }));
  for (const name of names.slice(0, 3)) await press(page.getByRole('checkbox', { name }));
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');
  await press(bar.getByRole('button', { name: 'Reschedule' }));
  await expect(page.getByRole('option', { name: /^Tomorrow/ })).toBeVisible();
  await press(page.getByRole('option', { name: /^Tomorrow/ }));
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Tomorrow.*3 tasks/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Call home/ }), 'the next row').toBeFocused();
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('heading', { name: /^Today.*4 tasks/ })).toBeVisible();
});

test('a task is found by its words; a search for nothing shows the way back', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search tasks' });
  await openFindBar(page);
  await search.fill('GRACE write');
  await expect(rowOf(page, 'Write to Grace')).toBeVisible();
  await expect(rowOf(page, 'Call home')).toHaveCount(0);
  const nothing = page.getByRole('heading', { name: 'No matching tasks' });
  await expect(nothing).toHaveCount(0);
  await search.fill('no such thing');
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await expect(nothing).toBeVisible();
  await press(page.getByRole('button', { name: 'Show all tasks' }));
  await expect(rowOf(page, 'Call home')).toBeVisible();
  await expect(search).toBeFocused();

  await search.fill('GRACE write');
  await search.press('Escape');
  await expect(search, 'first it clears').toHaveValue('');
  await expect(rowOf(page, 'Call home')).toBeVisible();
  await expect(search).toBeFocused();
  await search.press('Escape');
  await expect(page.locator('.row-text').first(), 'then it leads out').toBeFocused();
});

test('Enter with the last letter focuses the first result', async ({ page }) => {
  await openFindBar(page);
  await page.getByRole('searchbox').focus();
  // In one task of the event loop, before the search runs after a pause.
  await page.evaluate(() => {
    const search = document.querySelector<HTMLInputElement>('#search');
    if (search === null) return;
    search.value = 'book';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  await expect(page.getByRole('button', { name: /^Book the dentist/ })).toBeFocused();
  await expect(page.locator('[data-row]')).toHaveCount(1);
});

test('the list is narrowed by state and importance, and put in another order', async ({ page }) => {
  await press(rowOf(page, 'Call home').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitemradio', { name: 'Working' }));
  await openFindBar(page);
  await press(page.getByRole('button', { name: 'Filter', exact: true }));
  const panel = page.getByRole('dialog', { name: 'Filter and sort' });
  await press(panel.getByText('Working'));
  await expect(rowOf(page, 'Pay the rent')).toHaveCount(0);
  await expect(rowOf(page, 'Call home')).toBeVisible();
  await press(panel.getByText('Working'));
  await press(panel.getByText('State', { exact: true }).last());
  await expect(page.locator('.group h2')).toHaveText([/^Working/, /^To do/]);
});

test('the keys of a row: done, date, importance, selection, delete, undo @desktop', async ({
  page,
}) => {
  await leaveTheLine(page);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const row = page.getByRole('button', { name: /^Write to Grace/ });
  await expect(row).toBeFocused();
  await page.keyboard.press(']');
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Book the dentist/ })).toBeFocused();
  await row.focus();
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toHaveCount(0);
  await row.focus();
  await page.keyboard.press('3');
  await page.keyboard.press('w');
  await expect(page.getByRole('button', { name: /^Write to Grace.*Working, High/ })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+J');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected');
  await page.keyboard.press('d');
  await page.keyboard.type('in two weeks');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/: 2 tasks/)).not.toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('heading', { name: /^Today.*4 tasks/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: /^Done/ })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByText(/^Deleted: /)).not.toHaveCount(0);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('heading', { name: /^Today.*4 tasks/ })).toBeVisible();
});

test('the keys of the page: add, search, help with its switch, commands @desktop', async ({
  page,
}) => {
  await leaveTheLine(page);
  await page.keyboard.press('n');
  await expect(newTask(page)).toBeFocused();
  await page.keyboard.type('njk?');
  await expect(newTask(page), 'no key does anything while someone types').toHaveValue('njk?');
  await newTask(page).fill('');
  await leaveTheLine(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  // Typed at once: no character is lost.
  await page.keyboard.type('dentist');
  const commands = page.getByRole('listbox', { name: 'Commands' });
  await expect(commands.getByRole('option')).toHaveText([/^Book the dentist/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Edit task' }).getByLabel('Task')).toHaveValue(
    'Book the dentist',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('A week later')).toBeVisible();
  await help.getByText('Off').click();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('n');
  await expect(newTask(page), 'switched off').not.toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('dialog', { name: 'Commands' }),
    'not a single character',
  ).toBeVisible();
});

test('the palette has what has no key: settings, filter, selection, sign-out @desktop', async ({
  page,
}) => {
  async function command(words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  }
  await command('appearance dark');
  await expect(page.locator(':root')).toHaveAttribute('data-theme', 'dark');
  await command('sort by name');
  await expect(page.locator('.row-body').first()).toContainText('Book the dentist');
  await command('select all');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('4 selected');
  await command('importance: high');
  await expect(page.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
  await command('show all tasks');
  await expect(rowOf(page, 'Call home')).toBeVisible();
  for (const [words, title] of [
    ['settings', 'Settings'],
    ['export', 'Export and import'],
  ] as const) {
    await command(words);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await command('language: deutsch');
  await expect(page.getByRole('button', { name: 'Hinzufügen' })).toBeVisible();
  await command('abmelden');
  await expect(page.getByRole('link', { name: /lokal|local/ })).toBeVisible();
});

test('the palette knows what people call things, and says what a command is for @desktop', async ({
  page,
}) => {
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  async function find(words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
  }
  await rowOf(page, 'Write to Grace').locator('.row-text').focus();
  await find('complete');
  const group = page.getByRole('group', { name: /^For .*Write to Grace/ });
  await expect(group.getByRole('option').first()).toContainText('Done, or to do again');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Write to Grace')).toHaveCount(0);
  await expect(rowOf(page, 'Book the dentist').locator('.row-text')).toBeFocused();

  await test.step('a filter and a value are told apart', async () => {
    await find('high priority');
    await expect(options).toHaveText([/^High importance/, 'Show only Importance: High']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
    await find('show all tasks');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Call home')).toBeVisible();
  });

  await test.step('several tasks', async () => {
    await find('select all');
    await page.keyboard.press('Enter');
    await find('snooze tomorrow');
    await expect(page.getByRole('group', { name: 'For 3 tasks' }).getByRole('option')).toHaveText([
      /^Move to tomorrow/,
    ]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Tomorrow.*3 tasks/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a saved filter', async () => {
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.includes('expected-user.')) ?? '';
      localStorage.setItem(key.replace('expected-user.', 'filters.'), 'Home=q%3Dhome');
    });
    await find('home');
    await expect(page.getByRole('group', { name: 'Go to' }).getByRole('option').first()).toHaveText(
      'Home',
    );
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Call home')).toBeVisible();
    await expect(page.locator('[data-row]')).toHaveCount(1);
  });

  await find('log out');
  await expect(options).toHaveText(['Sign out']);
});

test('what is typed before the palette is loaded is not lost @desktop', async ({ page }) => {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/assets/palette-*.js', async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('textbox')).toHaveValue(
    'theme dark',
  );
  held.resolve(undefined);
  await expect(page.locator(':root')).toHaveAttribute('data-theme', 'dark');
});

test('F6 goes around the parts of the page @desktop', async ({ page }) => {
  await newTask(page).focus();
  for (const target of [
    page.locator('.group .row-text').first(),
    page.getByRole('button', { name: /^Account of/ }),
    page.getByRole('searchbox'),
    newTask(page),
  ]) {
    await page.keyboard.press('F6');
    await expect(target).toBeFocused();
  }
});

/** Moves the focus out of the text box, where characters are text. */
const leaveTheLine = (page: Page) => page.getByRole('heading', { level: 1 }).click();

for (const key of ['Escape', 'Enter'])
  test(`the palette opens again at once after ${key}, before its close event @desktop`, async ({
    page,
  }) => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill('select all');
    await expect(palette.getByRole('option')).toHaveText([/^Select all/]);
    // In one task of the event loop: the close event is the next one.
    await page.evaluate(async (pressed) => {
      const send = (init: KeyboardEventInit) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
        );
      if (pressed === 'Escape') document.querySelector<HTMLDialogElement>('dialog:modal')?.close();
      else send({ key: 'Enter' });
      for (let step = 0; step < 10; step++) await Promise.resolve();
      send({ key: 'k', code: 'KeyK', ctrlKey: true });
    }, key);
    await page.keyboard.type('settings');
    await expect(palette.getByRole('combobox')).toHaveValue('settings');
  });
