import type { Page } from '@playwright/test';

import { chooseAnswers, json } from './answers.ts';
import { moveClock } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { cutOff, day, number, openMonth, weeksInSight, words } from './month-walks.ts';
import { task } from './states/state.ts';
import { chooseDate, dayIso, makeSession, newTask, openWith, press, pull, rowOf } from './walks.ts';

test('the month begins with this week; past weeks are above @desktop', async ({ page, person }) => {
  await makeSession(page, person);
  (await chooseAnswers(page))({
    'GET /api/tasks': json([
      { ...task(1, 'Call home', 0), dueDate: '2040-06-04' },
      { ...task(2, 'Water the plants', 0), dueDate: '2040-07-15' },
      { ...task(3, 'Renew the lease', 0), dueDate: '2055-01-01' },
    ]),
  });
  await page.goto('/?view=month');
  await expect(page.getByRole('row').nth(1)).not.toBeInViewport();
  const first = page.getByRole('button', { name: 'Monday 11 June, 0 tasks' });
  await expect(first).toBeInViewport();
  await expect(words(page, 'Water the plants'), 'five weeks are in sight').toBeInViewport();
  expect(await weeksInSight(page)).toBeGreaterThanOrEqual(5);
  await expect(page.getByRole('button', { name: 'Sunday 10 June, 0 tasks' })).not.toBeInViewport();
  for (const height of [700, 800, 810]) {
    await page.setViewportSize({ width: 800, height });
    await expect.poll(() => cutOff(page), `of the last week, ${height} pixels high`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('button', { name: 'Wednesday 13 June' })).toHaveAttribute(
    'aria-current',
    'date',
  );

  await first.hover();
  await page.mouse.wheel(0, -50);
  await expect(words(page, 'Call home')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Monday 4 June, 1 task' })).toBeInViewport();
  await press(page.getByRole('button', { name: 'Next month' }));
  await expect(page.getByRole('heading', { name: 'July' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'June', exact: true })).toBeVisible();
  await expect(first).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Wednesday 13 June' })).toBeFocused();
  await words(page, 'Water the plants').focus();
  await page.keyboard.press('j');
  await expect(number(page, 32), 'a task beyond the grid leaves the focus in it').toBeFocused();
  await press(page.getByRole('button', { name: 'Next month' }));
  await page.evaluate(moveClock, 5 * 86_400_000);
  await page.keyboard.press('Shift');
  await expect(number(page, 5)).toHaveAttribute('aria-current', 'date');
  await expect(number(page, 12), 'the weeks stay when another one begins').toBeInViewport();
});

test('a task is pulled to another day, and one undo takes it back @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Water the plants' }]);
  await openMonth(page);
  await pull(page, words(page, 'Water the plants'), day(page, 9));
  await expect(day(page, 9)).toHaveAttribute('data-over');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(day(page, 0)).toContainText('Water the plants');
  await pull(page, words(page, 'Water the plants'), day(page, 9));
  await page.mouse.up();
  await expect(day(page, 9)).toContainText('Water the plants');
  await expect(words(page, 'Water the plants')).toBeFocused();
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(day(page, 0)).toContainText('Water the plants');
});

test('keys go over days and tasks, and move a task @desktop', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'One' }, { description: 'Two' }]);
  await openMonth(page);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(number(page, 0)).toBeFocused();
  await expect(number(page, 0)).toHaveAccessibleName(/, 2 tasks$/);
  await page.keyboard.press('ArrowDown');
  await expect(words(page, 'One')).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(day(page, 1)).toContainText('One');
  await expect(words(page, 'One')).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('}');
  await expect(day(page, 15)).toContainText('One');
  await words(page, 'One').focus();
  await page.keyboard.press('[');
  await expect(day(page, 14)).toContainText('One');
  await words(page, 'One').focus();
  await page.keyboard.press('e');
  await expect(rowOf(page, 'One')).toHaveAttribute('data-state', 'DONE');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'One')).toHaveAttribute('data-state', 'TODO');
  await expect(day(page, 8)).toContainText('One');
  await words(page, 'One').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(number(page, 7)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(words(page, 'Two')).toBeFocused();
  for (let months = 0; months < 3; months += 1) await page.keyboard.press('PageDown');
  const far = page.locator('.month-number:focus');
  await expect(far).toBeInViewport();
  await expect(far).toHaveAccessibleName(/, 0 tasks$/);
  await expect(words(page, 'Two')).not.toBeInViewport();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(number(page, 0), 'today is not drawn until then').toBeFocused();
  await expect(number(page, 0)).toBeInViewport();
});

test('a new task is written in its day @desktop', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Water the plants', dueInDays: 1 }]);
  await openMonth(page);
  const line = page.getByRole('textbox', { name: /^Add a task, / });
  await day(page, 8).click();
  await expect(day(page, 8).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Call home !high');
  await expect(page.locator('.chip')).toContainText('High');
  await page.keyboard.press('Enter');
  await expect(line, 'stays for the next one').toBeFocused();
  await page.keyboard.type('Call Ana');
  await page.keyboard.press('Enter');
  await expect(number(page, 8)).toHaveAccessibleName(/, 2 tasks$/);
  await expect(rowOf(page, 'Call home').locator('[data-importance=HIGH]')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(number(page, 8)).toHaveAccessibleName(/, 1 task$/);
  await page.keyboard.press('Escape');
  await expect(line).toHaveCount(0);
  await expect(number(page, 8)).toBeFocused();

  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('n');
  await page.keyboard.type('Pay the rent');
  await number(page, 9).click();
  await expect(number(page, 7), 'a press elsewhere adds').toHaveAccessibleName(/, 1 task$/);
  await expect(day(page, 9).getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(number(page, 9)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Half a thought');
  await page.keyboard.press('Escape');
  await expect(newTask(page), 'words are not lost').toHaveValue('Half a thought');
  await page.keyboard.press('ArrowRight');
  await expect(number(page, 10)).toBeFocused();
});

test('a full day opens with all of its tasks, where one is edited @desktop', async ({
  page,
  person,
}) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
  await openWith(
    page,
    person,
    names.map((description) => ({ description })),
  );
  await openMonth(page);
  await expect(day(page, 0)).not.toContainText('Eight');
  const more = day(page, 0).getByRole('button', { name: /^\+ \d more$/ });
  await press(more);
  const sheet = page.getByRole('dialog', { name: /\d/ });
  await expect(sheet.getByRole('heading')).toBeFocused();
  await page.goBack();
  await expect(page, 'the sheet leaves with its view').not.toHaveURL(/month/);
  await page.goForward();
  await press(more);
  await press(rowOf(page, 'Eight').getByRole('button', { name: 'Mark done' }));
  await expect(rowOf(page, 'Eight')).toHaveAttribute('data-state', 'DONE');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(number(page, 0)).toBeFocused();

  await press(words(page, 'One'));
  const form = page.getByRole('form', { name: 'Edit task' });
  await chooseDate(form, dayIso(3));
  await press(form.getByRole('button', { name: 'Save' }));
  await expect(sheet).toHaveCount(0);
  await expect(day(page, 3)).toContainText('One');
  await expect(words(page, 'One')).toBeFocused();
});

test('a printed month is wide, its words begin at one edge, and the screen stays at its weeks @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Buy milk' },
    { description: 'Call https://example.com every week' },
  ]);
  await page.goto('/?view=month');
  await expect(page.locator('.month-task')).toHaveCount(2);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const [, width, height] =
    /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
  expect(Number(width)).toBeGreaterThan(Number(height));
  await expect(page.locator('[aria-current=date]')).toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  const lefts = () =>
    page
      .locator('.month-task .description')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  await expect.poll(async () => new Set(await lefts()).size, 'edges at which words begin').toBe(1);
});

test('the rules of the month are as long as the page is wide @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Call home' }]);
  await openMonth(page);
  const right = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((rule) => Math.round(rule.getBoundingClientRect().right));
  for (const rule of ['.month-weekdays', '.month-week'])
    expect(await right(rule), rule).toBe(await right('.page-title'));
});

/** The place of the week with this day, in whole pixels. */
const weekOf = (page: Page, inDays: number) =>
  day(page, inDays).evaluate((each) => {
    const { top, height } = each.closest('.month-week')?.getBoundingClientRect() ?? new DOMRect();
    return { top: Math.round(top), height: Math.round(height) };
  });

test('a week is as high as its fullest day, and grows without moving the page @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Water the plants' }]);
  await openMonth(page);
  const thisWeek = await weekOf(page, 0);
  const before = await weekOf(page, 7);
  expect(before.height, 'a week without tasks has a line').toBe(thisWeek.height);
  await number(page, 7).click();
  expect(await weekOf(page, 7), 'the field has room').toEqual(before);
  for (const description of ['One', 'Two', 'Three']) {
    await page.keyboard.type(description);
    await page.keyboard.press('Enter');
  }
  await expect(words(page, 'Three')).toBeVisible();
  await page.keyboard.press('Escape');
  const grown = await weekOf(page, 7);
  expect(grown.top).toBe(before.top);
  // A task is a line of 22.5 pixels.
  expect(Math.abs(grown.height - before.height - 45)).toBeLessThanOrEqual(1);
  expect(await weekOf(page, 0)).toEqual(thisWeek);

  const scroller = page.locator('.month-weeks');
  const shown = () => scroller.evaluate((each) => each.scrollTop);
  await press(page.getByRole('button', { name: 'Next month' }));
  await press(page.getByRole('button', { name: 'Next month' }));
  const begin = await shown();
  await scroller.hover();
  await page.mouse.wheel(0, 20);
  await expect.poll(shown, 'in the middle of a week').toBe(begin + 20);
  const seen = page.locator('[data-month-start=true]:visible').last();
  const top = async () => (await seen.boundingBox())?.y ?? 0;
  const from = await top();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(shown, 'a week above has shrunk').toBeLessThan(begin);
  // A browser scrolls by whole pixels.
  expect(Math.abs((await top()) - from), 'what is in sight has stayed').toBeLessThanOrEqual(1);
});

test('a selected task of the month has a square in the place of its ring @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'One' }, { description: 'Two' }]);
  await openMonth(page);
  const left = async () => (await rowOf(page, 'One').locator('.description').boundingBox())?.x ?? 0;
  const before = await left();
  await words(page, 'One').focus();
  const plain = await rowOf(page, 'Two').evaluate((row) => getComputedStyle(row).backgroundColor);
  await page.keyboard.press('Space');
  await expect(page.locator('.month-task .ring-mark')).toHaveCount(0);
  await expect(page.locator('.month-task .pick')).toHaveCount(2);
  expect(Math.abs((await left()) - before)).toBeLessThan(1);
  await page.keyboard.press('j');
  await expect(rowOf(page, 'One')).not.toHaveCSS('background-color', plain);
});

test('repeats to come are drawn where they will be, and nothing can be done with them', async ({
  page,
  person,
}) => {
  await makeSession(page, person);
  const weekly = [task(1, 'Call home every Friday', 2), task(3, 'Sweep every Friday', 2)];
  (await chooseAnswers(page))({ 'GET /api/tasks': json([task(2, 'Read daily', -3), ...weekly]) });
  await page.goto('/?view=month');
  await expect(day(page, 0)).toBeVisible();
  const isWide = (page.viewportSize()?.width ?? 0) > 700;
  if (isWide) {
    await expect(day(page, 1).locator('.month-repeat')).toHaveText(/^Read daily, repeats here$/);
    await expect(day(page, 0).locator('.month-repeat'), 'the late task comes first').toHaveCount(0);
    await expect(day(page, 7).locator('.month-repeat'), 'daily for a week').toHaveCount(0);
    await expect(day(page, 9).locator('.month-repeat')).toHaveText(/^22 repeats$/);
    await expect(number(page, 9), 'only tasks count').toHaveAccessibleName(/, 0 tasks$/);
    await number(page, 9).focus();
    await page.keyboard.press('ArrowDown');
    await expect(number(page, 16), 'no key stops at one').toBeFocused();
    await page.keyboard.press('PageDown');
    await expect(page.locator('.month-repeat').first()).toBeVisible();
    return;
  }
  await press(number(page, 9));
  const listed = page.locator('.day-tasks .month-repeat');
  await expect(listed).toHaveText([/^Read daily/, /^Call home every Friday/, /^Sweep/]);
  await expect(listed.locator('button')).toHaveCount(0);
});
