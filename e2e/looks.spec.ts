import type { Locator, Page } from '@playwright/test';

import { chooseAnswers, json } from './answers.ts';
import type { Answers } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { done, heading, later, list, overdue, task, today, writable } from './states/state.ts';
import { makeSession, newTask, press, rowOf } from './walks.ts';

/** Opens the page with answers of our own, so that each look has its tasks. */
async function openPage(page: Page, answers: Answers = writable, address = '/'): Promise<void> {
  const answer = await chooseAnswers(page);
  answer(answers);
  await page.goto(address);
  await page.locator('main:not([aria-busy=true])').waitFor();
}

test.beforeEach(async ({ page, person }) => makeSession(page, person));

const styleOf = (locator: Locator, name: string) =>
  locator.evaluate((each, property) => getComputedStyle(each).getPropertyValue(property), name);

const boxOf = (locator: Locator) =>
  locator.evaluate((each) => {
    const { top, bottom, width } = each.getBoundingClientRect();
    return { top, bottom, width };
  });

/** The right edge of the text of an element, in whole pixels. */
const textEnd = (locator: Locator) =>
  locator.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return Math.round(range.getBoundingClientRect().right);
  });

test('the row with the focus is tinted, with a bar at its start and no box @desktop', async ({
  page,
}) => {
  await openPage(page);
  const row = rowOf(page, 'Answer the letter').locator('.row-body');
  const plain = await styleOf(row, 'background-color');
  const plainBar = await styleOf(row, 'box-shadow');
  expect(plainBar).toBe('none');
  await row.locator('.row-text').focus();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect(row.locator('.row-text')).toBeFocused();
  expect(await styleOf(row, 'background-color')).not.toBe(plain);
  expect(await styleOf(row, 'box-shadow')).toMatch(/-2px 0px 0px/);
  await expect(row.locator('.row-text')).toHaveCSS('outline-style', 'none');
  const day = await page.locator('.day').first().boundingBox();
  const body = await row.boundingBox();
  expect((body?.x ?? 0) - ends(day), 'the day beside it covers no part of the bar').toBe(2);
});

test('only a high and a low importance have a mark, and red is the delay alone', async ({
  page,
}) => {
  await openPage(page, list);
  const late = page.locator('.late:visible').first();
  const red = await styleOf(late, 'color');
  expect(red).not.toBe(await styleOf(page.locator('body'), 'color'));
  await expect(rowOf(page, 'Answer the letter').locator('.importance-mark')).toHaveCount(0);
  const high = rowOf(page, 'Return the library books').locator('.importance-mark');
  expect(await styleOf(high, 'stroke')).not.toBe(red);
  const low = rowOf(page, 'Water the plants').locator('.importance-mark');
  expect(await styleOf(low, 'stroke')).not.toBe(await styleOf(high, 'stroke'));
  expect(await styleOf(page.locator('.day .numeral').first(), 'color')).not.toBe(red);
});

test('everything on the page ends at one edge @desktop', async ({ page }) => {
  await openPage(page, list);
  const ends = [
    await textEnd(page.getByRole('link', { name: 'Plan' })),
    await textEnd(page.getByRole('button', { name: 'Select', exact: true })),
    await textEnd(page.getByRole('button', { name: 'Plan', exact: true })),
    await textEnd(rowOf(page, 'Return the library books').locator('.row-body > .late')),
  ];
  const rule = await rowOf(page, 'Call home').locator('.row-body').boundingBox();
  const edge = Math.round((rule?.x ?? 0) + (rule?.width ?? 0));
  for (const end of ends) expect(Math.abs(end - edge)).toBeLessThanOrEqual(1);
});

for (const width of [600, 320])
  test(`the importance stands at the edge of a window of ${width} pixels @desktop`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, list);
    for (const [address, body] of [
      ['/', '.row-body'],
      ['/?view=board', '.board-task'],
    ] as const) {
      await page.goto(address);
      const row = page.locator(body, { has: page.locator('.importance-mark') }).first();
      await row.hover();
      await expect(row.locator('.importance-mark'), 'the menu lies over it').toBeHidden();
      await page.mouse.move(0, 0);
      const mark = await row.locator('.importance-mark').boundingBox();
      const card = await row.boundingBox();
      const isAtEdge = (right: number) => right >= 0 && right <= 10;
      expect(isAtEdge(ends(card) - ends(mark)), address).toBe(true);
    }
  });

test('on a tablet the menu lies over nothing @phone', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 900 });
  await openPage(page, list);
  for (const address of ['/', '/?view=plan']) {
    await page.goto(address);
    const menus = page.locator('.row-body > .row-more');
    await expect(menus.first()).toBeVisible();
    for (const menu of await menus.all()) {
      const others = await menu.locator('xpath=..').locator('> :is(.late, .importance-mark)').all();
      const box = await menu.boundingBox();
      for (const other of others)
        expect(ends(await other.boundingBox())).toBeLessThanOrEqual(box?.x ?? 0);
    }
  }
});

type Box = { x: number; width: number } | null;
const ends = (box: Box): number => (box?.x ?? 0) + (box?.width ?? 0);

test('the form is a card whose words are its heading', async ({ page }) => {
  await openPage(page);
  await press(rowOf(page, 'Answer the letter').locator('.row-text'));
  const form = page.getByRole('form', { name: 'Edit task' });
  const words = form.getByLabel('Task');
  await expect(words).toHaveCSS('border-inline-start-width', '0px');
  await expect(words).toHaveCSS('font-weight', '600');
  for (const name of ['Working', 'Low'])
    await expect(form.locator('label', { hasText: name })).toHaveCSS(
      'border-top-color',
      'rgba(0, 0, 0, 0)',
    );
});

test('one notice at a time, of one width in every view, and never over the new-task line', async ({
  page,
}) => {
  const widths: number[] = [];
  for (const view of ['list', 'board']) {
    await openPage(page, writable, `/?view=${view}`);
    for (const description of ['Answer the letter', 'Return the library books'])
      await press(rowOf(page, description).getByRole('button', { name: /^Mark done/ }));
    const toast = page.locator('.toast');
    await expect(toast).toHaveCount(1);
    await expect(toast).toContainText('Return the library books');
    const card = await boxOf(page.locator('.toasts'));
    const line = await boxOf(newTask(page));
    widths.push(card.width);
    expect(card.bottom <= line.top || line.bottom <= card.top, view).toBe(true);
  }
  expect(new Set(widths).size).toBe(1);
});

test('the end of a day has its date, what is next and the coming days', async ({ page }) => {
  await openPage(page, { ...writable, 'GET /api/tasks': json([...later, ...done]) });
  const section = page.getByRole('region', { name: 'All done for today' });
  await expect(section.locator('.day-mark')).toBeVisible();
  await expect(section).toContainText('Call home');
  await expect(section.getByRole('listitem')).toHaveCount(6);
  await expect(section.getByRole('listitem').first()).toContainText('1 task');
  // One task for today, and the day is not done.
  await newTask(page).fill('One more');
  await newTask(page).press('Enter');
  await expect(section).toHaveCount(0);
});

test('a day of overdue tasks takes one line on a phone @phone', async ({ page }) => {
  await openPage(page, { ...list, 'GET /api/tasks': json([...overdue, ...today]) });
  const heights = await page
    .locator('.group[data-group=overdue] .day')
    .evaluateAll((days) => days.map((day) => day.getBoundingClientRect().height));
  expect(heights.length).toBe(overdue.length);
  for (const height of heights) expect(height).toBeLessThanOrEqual(36);
});

test('a column of the board is a tint without rules @desktop', async ({ page }) => {
  await openPage(page, list, '/?view=board');
  const column = page.locator('.column').nth(1);
  await expect(column).toHaveCSS('border-inline-start-width', '0px');
  expect(await styleOf(column, 'background-color')).not.toBe(
    await styleOf(page.locator('body'), 'background-color'),
  );
});

test('a system without a text font loads ours, and the worker keeps no copy for others @desktop', async ({
  page,
}) => {
  const loaded = page.waitForResponse(/\/assets\/inter-/);
  await openPage(page, { ...list, 'GET /api/tasks': json([task(1, 'Grüße à Noël', 0)]) });
  expect((await loaded).ok()).toBe(true);
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('15px "Dueline Text"')))
    .toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cached = await page.evaluate(async () =>
    (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
      .flat()
      .map(({ url }) => url),
  );
  expect(cached.some((url) => url.includes('/assets/index-'))).toBe(true);
  expect(cached.some((url) => url.includes('/assets/inter-'))).toBe(false);
});

test('a screen reader hears how late a task is @desktop', async ({ page }) => {
  await openPage(page, list);
  await expect(
    page.getByRole('button', { name: /^Return the library books.*, 12 days late, To do, High$/ }),
  ).toBeVisible();
});

test('after the last task of a phone no field has the focus, which would open the keyboard @phone', async ({
  page,
}) => {
  await openPage(page, { ...writable, 'GET /api/tasks': json([task(1, 'Milk', 0)]) });
  await press(rowOf(page, 'Milk').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitem', { name: 'Delete' }));
  await expect(rowOf(page, 'Milk')).toHaveCount(0);
  await expect(page.locator('h1')).toBeFocused();
  await expect(page.locator('h1')).toHaveCSS('outline-style', 'none');
  await openPage(page, { ...writable, 'GET /api/tasks': json([task(1, 'Milk', 0)]) });
  await press(page.getByRole('button', { name: 'Mark done: Milk' }));
  await expect(heading('All done for today')(page)).toBeVisible();
  await expect(newTask(page)).not.toBeFocused();
});

test('a finger hits a tag @phone', async ({ page }) => {
  await openPage(page, { ...list, 'GET /api/tasks': json([task(1, 'Milk #home', 0)]) });
  const tag = page.getByRole('button', { name: '#home', exact: true });
  const { height, top, left } = await tag.evaluate((each) => {
    const { left: x, top: y, height: letters } = each.getBoundingClientRect();
    const { inset } = getComputedStyle(each, '::after');
    return { left: x, top: y, height: letters - 2 * Number.parseFloat(inset) };
  });
  expect(height).toBeGreaterThanOrEqual(36);
  await page.touchscreen.tap(left + 4, top - 8);
  await expect(page.getByRole('searchbox')).toHaveValue('#home');
});

test('the done tasks stay open when a delete among them is undone @desktop', async ({ page }) => {
  await openPage(page, { ...writable, 'GET /api/tasks': json(done.slice(0, 1)) });
  await press(page.getByRole('button', { name: /^Done/ }));
  await rowOf(page, 'Sweep the yard').locator('.row-text').focus();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'Sweep the yard')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'Sweep the yard')).toBeVisible();
});

const longTask = task(1, `${'A rather long line of words '.repeat(5)}#home every day`, 0, 'HIGH');

test('the palette is as wide as its dialog, and a long task is cut short in it', async ({
  page,
}) => {
  await openPage(page, { ...list, 'GET /api/tasks': json([longTask]) });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('rather');
  const option = page.getByRole('option', { name: /^A rather long line/ });
  await expect(option).toBeVisible();
  const body = page.locator('.dialog-body');
  expect(await body.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test('the mark of a recurrence begins no line, and touches nothing on the list', async ({ page }) =>
  expectMarkAlone(page, '/', [320, 390, 700, 1280]));

test('the mark of a recurrence begins no line, and touches nothing on the board', async ({
  page,
}) => expectMarkAlone(page, '/?view=board', [320, 390, 700, 1280]));

async function expectMarkAlone(page: Page, address: string, widths: readonly number[]) {
  await openPage(page, { ...list, 'GET /api/tasks': json([longTask]) }, address);
  const row = rowOf(page, '#home');
  const mark = row.locator('.repeat-mark .icon');
  await expect(mark).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect(async () => {
      const last = await row.locator('.description').evaluate((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [...range.getClientRects()].at(-1)?.toJSON();
      });
      const { x = 0, y = 0, width: wide = 0 } = (await mark.boundingBox()) ?? {};
      expect(Math.abs(y - last.top), `${width} wide`).toBeLessThan(last.height);
      // The words of the last line may end where their box does.
      const end = await row.locator('.row-words').evaluate((each) => {
        const { right } = each.getBoundingClientRect();
        return right - Number.parseFloat(getComputedStyle(each).paddingInlineEnd);
      });
      const arrow = await row.locator('.importance-mark').boundingBox();
      expect(end + x + wide - last.right, `${width} wide`).toBeLessThanOrEqual(arrow?.x ?? 0);
    }).toPass({ timeout: 5000 });
  }
}

test('a row that cannot be changed has no buttons over its importance @desktop', async ({
  page,
}) => {
  await openReadOnly(page);
  await expect(rowOf(page, '#home').locator('.importance-mark')).toBeVisible();
  await expect(rowOf(page, '#home').locator('.row-more')).toBeHidden();
});

test('no task is seen through the bar of a page that can only be read @phone', async ({ page }) => {
  await openReadOnly(page);
  await expect(page.locator('.new-task')).toHaveCSS('opacity', '1');
  await expect(page.locator('.new-task-text')).not.toHaveCSS('opacity', '1');
});

/** Opens the page with a list; then a response comes that the page does not understand. */
async function openReadOnly(page: Page): Promise<void> {
  const answer = await chooseAnswers(page);
  answer({ 'GET /api/tasks': json([longTask]) });
  await page.goto('/');
  await expect(rowOf(page, '#home').locator('.row-more')).toBeAttached();
  answer({ 'GET /api/tasks': json({ planted: 1 }) });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('does not understand')).toBeVisible();
}

test('a tinted row goes on beyond the ends of its words @phone', async ({ page }) => {
  await openPage(page, list, '/?view=plan');
  const row = page.locator('.plan-current .row-body');
  await expect(row.locator('.row-text')).toBeFocused();
  expect(await styleOf(row, 'box-shadow')).toMatch(
    / 7\.5px 0px 0px.* -7\.5px 0px 0px.* -9\.5px 0px 0px/,
  );
});

test('the new-task line has drawn controls, and Plan without tasks no button that stands out', async ({
  page,
}) => {
  await openPage(page, { ...list, 'GET /api/tasks': json(later) }, '/?view=plan');
  await expect(heading('Nothing to plan')(page)).toBeVisible();
  await expect(page.locator('.plan-end .button.primary')).toHaveCount(0);
  await newTask(page).focus();
  const line = page.locator('.new-task');
  await expect(line.locator('select')).toHaveCSS('appearance', 'none');
  await expect(line.locator('select')).toHaveCSS('border-inline-start-color', 'rgba(0, 0, 0, 0)');
  await expect(line.locator('.date-value')).toHaveCSS(
    'border-inline-start-color',
    'rgba(0, 0, 0, 0)',
  );
});

test('no button of a card lies over the tabs of the board @phone', async ({ page }) => {
  const many = Array.from({ length: 40 }, (_, at) => task(at + 1, `Task ${at}`, at));
  await openPage(page, { ...list, 'GET /api/tasks': json(many) }, '/?view=board');
  const tabs = page.locator('.board-tabs');
  await page.evaluate(() => scrollTo(0, 900));
  const more = page.locator('.row-more').nth(20);
  await more.evaluate((each) => scrollBy(0, each.getBoundingClientRect().top - 4));
  await expect(tabs).toBeInViewport({ ratio: 1 });
  const x = await more.evaluate((each) => each.getBoundingClientRect().left + 8);
  const above = await page.evaluate(
    (at) => document.elementFromPoint(at, 16)?.closest('.board-tabs') !== null,
    x,
  );
  expect(above).toBe(true);
});

test('of a day that the next one covers nothing is left below it @phone', async ({ page }) => {
  const week = Array.from({ length: 40 }, (_, at) => task(at + 1, `Task ${at}`, 20 + at));
  await openPage(page, { ...list, 'GET /api/tasks': json(week) });
  const second = page.locator('.group[data-group="2040-07"] .day').nth(2);
  await second.evaluate((day) => scrollBy(0, day.getBoundingClientRect().top + 16));
  await expect
    .poll(() =>
      page.evaluate(() => {
        for (const day of document.querySelectorAll<HTMLElement>('.day'))
          day.style.pointerEvents = 'auto';
        const seen = [4, 34, 40].map((y) =>
          document.elementFromPoint(60, y)?.closest('.day, .row'),
        );
        return seen.map((each) => each?.className);
      }),
    )
    .toEqual(['day', 'row', 'row']);
});
