import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { set } from './states/state.ts';
import type { NewTask } from './walks.ts';
import { dayIso, newTask, openWith, press, rowOf } from './walks.ts';

const finish = (page: Page, description: string) =>
  press(rowOf(page, description).getByRole('button', { name: 'Mark done' }));

test('nothing is hidden under the toast that offers to undo', async ({ page, person }) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 400, height: 420 });
  await openWith(
    page,
    person,
    names.map((description) => ({ description })),
  );
  await rowOf(page, 'One').getByRole('button', { name: /^One/ }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await rowOf(page, 'Eight')
    .getByRole('button', { name: /^Eight/ })
    .focus();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await finish(page, 'Eight');
  await expect(rowOf(page, 'Eight')).toHaveCount(0);
});

for (const [name, size] of [
  ['zoom-200', { width: 640, height: 400 }],
  ['zoom-400', { width: 320, height: 256 }],
] as const) {
  test(`at ${name.slice(5)} % nothing is cut off or scrolls sideways @desktop`, async ({
    page,
    person,
  }) => {
    const description = 'A rather long line of words that has to be broken somewhere on the way';
    await openWith(page, person, [{ description }]);
    await page.setViewportSize(size);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    await press(page.getByText(/^A rather long line/).first());
    await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible();
  });
}

test('on the narrowest screens every view is named, and no words lie over others @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Return the books', dueInDays: -3, importance: 'High' },
  ]);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.evaluate(() => (location.hash = 'order=importance'));
  for (const language of ['de', 'fr', 'en']) {
    await set(page, 'language', language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const view of await page.locator('.view-switch a').all())
      await expect(view).toBeInViewport({ ratio: 1 });
    expect(
      await page.locator('#new-task').evaluate(roomBesidePlaceholder),
      language,
    ).toBeGreaterThanOrEqual(0);
    const count = await page.locator('.group h2 > .count').boundingBox();
    const late = await page.locator('.day .late').boundingBox();
    expect((count?.x ?? 999) + (count?.width ?? 0), language).toBeLessThanOrEqual(late?.x ?? 0);
  }
});

test('on narrow screens no date, toast or delay is torn apart @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Books', dueInDays: -33 }, { description: 'Milk' }]);
  const edges = (parts: string, edge: 'top' | 'left') =>
    page
      .locator(parts)
      .evaluateAll((all, side) => all.map((each) => each.getClientRects()[0]?.[side]), edge);
  await rowOf(page, 'Milk').locator('.row-text').focus();
  await page.keyboard.press('Delete');
  await page.locator('.toast').hover();
  for (const language of ['en', 'de', 'fr']) {
    await set(page, 'language', language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.setViewportSize({ width: 360, height: 640 });
    expect((await page.locator('h1').boundingBox())?.height, language).toBeLessThan(30);
    await page.setViewportSize({ width: 280, height: 640 });
    expect(new Set(await edges('.toast button', 'top')).size, language).toBe(1);
  }
  // Undone: a page that is left while a delete waits sends it, and the next page may send it again.
  await press(page.locator('.toast').getByRole('button').first());
  await expect(rowOf(page, 'Milk')).toBeVisible();
  await page.setViewportSize({ width: 700, height: 640 });
  await page.goto('/?view=board');
  await expect
    .poll(async () => new Set(await edges('.board-task-date, .board-task .late', 'left')).size)
    .toBe(1);
});

test('in forced colours every control and mark can be told @desktop', async ({ page, person }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openWith(page, person, [{ description: 'Seen in forced colours', importance: 'High' }]);
  const row = rowOf(page, 'Seen in forced colours');
  const text = await page.evaluate(() => getComputedStyle(document.documentElement).color);
  for (const mark of ['.ring-line', '.importance-mark'])
    await expect(row.locator(mark)).toHaveCSS('stroke', text);
  await newTask(page).pressSequentially('Plan !');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await newTask(page).press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCSS(
    'outline-style',
    'solid',
  );
  await page.goto('/?view=board');
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const card = rowOf(page, 'Seen in forced colours');
  await expect(card, 'the gaps between cards are no bars').toHaveCSS(
    'border-block-start-color',
    paper,
  );
  await expect(card).toHaveCSS('outline-style', 'solid');
});

test('a day stays beside its tasks while they pass, and over no other day', async ({
  page,
  person,
}) => {
  const many = Array.from({ length: 25 }, (_, at) => ({
    description: `Chapter ${at + 1}`,
    dueInDays: 1,
  }));
  const others = [-3, -2, -1, 2].map((dueInDays) => ({
    description: `On ${dueInDays}`,
    dueInDays,
  }));
  await openWith(page, person, [...many, ...others]);
  for (const density of ['roomy', 'compact']) {
    await set(page, 'density', density);
    await rowOf(page, 'Chapter 20').evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const day = page.locator('[data-group=tomorrow] .day');
    await expect(day).toBeInViewport({ ratio: 1 });
    const top = await day.evaluate((mark) => {
      const field = document.querySelector('.new-task')?.getBoundingClientRect();
      return mark.getBoundingClientRect().bottom - (field && field.top < 100 ? field.bottom : 0);
    });
    expect(top).toBeGreaterThan(20);
    expect(top, 'right below the field').toBeLessThan(60);
  }
  await page.evaluate(() => scrollTo(0, 0));
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media });
    const edges = await page
      .locator('[data-group=overdue] .day-words')
      .evaluateAll((days) =>
        days.map((each) => each.getBoundingClientRect()).map((box) => [box.top, box.bottom]),
      );
    expect(edges).toHaveLength(3);
    for (const [at, [top = 0]] of edges.slice(1).entries())
      expect(top, media).toBeGreaterThanOrEqual(edges[at]?.[1] ?? 0);
  }
});

for (const view of ['list', 'board', 'month', 'plan'])
  test(`large text is not wider than a phone: ${view} @phone`, async ({ page, person }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await openWith(page, person, [{ description: 'Nine', dueInDays: -12 }]);
    await page.goto(`/?view=${view}`);
    await newTask(page).waitFor();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    for (const language of ['fr', 'de', 'en'] as const) {
      await set(page, 'language', language);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(320);
    }
  });

test('the page does not follow a task to where it is not in sight @desktop', async ({
  page,
  person,
}) => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    description: `Task ${at}`,
    dueInDays: at,
  }));
  await openWith(page, person, [...many, { description: 'Finished' }]);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await press(page.getByRole('button', { name: 'Mark done: Finished' }));
  await page.getByRole('button', { name: 'Done 1 task' }).press('Enter');
  await page.evaluate(() => scrollTo(0, 0));
  await press(page.getByRole('button', { name: 'Mark done: Task 0' }));
  await expect(page.getByRole('button', { name: /^Task 1\s*,/ }), 'the next one').toBeFocused();
  expect(await scrolled()).toBe(0);

  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: 'Edit task' }).getByLabel('Task').fill('Far in 40 days');
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast')).toContainText('Moved to Monday 23 July');
  await expect(page.getByRole('button', { name: /^Task 2\s*,/ }), 'edited').toBeFocused();
  // The form comes into sight as a whole.
  expect(await scrolled()).toBeLessThan(100);

  const tasks = await (await page.request.get('/api/tasks')).json();
  const { id, ...fields } = tasks.find(({ description }: NewTask) => description === 'Task 2');
  await page.request.put(`/api/tasks/${id}`, { data: { ...fields, dueDate: dayIso(40) } });
  await expect(page.getByRole('button', { name: /^Task 3\s*,/ }), 'moved elsewhere').toBeFocused();
  expect(await scrolled()).toBeLessThan(100);
});

test('a reload leads back to the same place', async ({ page, person }) => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    description: `Task ${at}`,
    dueInDays: at,
  }));
  await openWith(page, person, many);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await page.evaluate(() => scrollTo(0, 600));
  const kept = (place: number) =>
    expect.poll(() => page.evaluate(() => history.state?.scrolledPx)).toBe(place);
  await kept(600);
  await page.reload();
  await expect.poll(scrolled).toBe(600);
  await page.evaluate(() => scrollTo(0, 0));
  await kept(0);
  await page.reload();
  await expect(rowOf(page, 'Task 5')).toBeVisible();
  expect(await scrolled()).toBe(0);
});

test('the page stays where it is while a task is typed', async ({ page, person }) => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    description: `Task ${at}`,
    dueInDays: at,
  }));
  await openWith(page, person, many);
  await page.evaluate(() => scrollTo(0, 500));
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await expect.poll(scrolled).toBe(500);
  await page.keyboard.press('n');
  await expect(newTask(page)).toBeFocused();
  await page.keyboard.type('Bread and milk');
  await page.keyboard.press('Tab');
  expect(await scrolled()).toBe(500);
});

test('a long recurrence is not wider than its sheet @phone', async ({ page, person }) => {
  await openWith(page, person, [
    { description: 'Rent every month on the last day starting next month' },
  ]);
  await press(page.getByText(/^Rent/));
  const sheet = page.getByRole('dialog', { name: 'Edit task' });
  await expect(sheet.getByLabel('Repeats')).toBeVisible();
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the search stays open above the keyboard of a tablet @phone', async ({ page, person }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openWith(page, person, [{ description: 'One' }]);
  const search = page.getByRole('searchbox');
  await press(search);
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.keyboard.type('Two');
  await expect(search).toHaveValue('Two');
});

/** The pixels of the text box that its placeholder leaves free; negative if the words are cut off. */
function roomBesidePlaceholder(box: HTMLElement | SVGElement): number {
  if (!(box instanceof HTMLInputElement)) return Number.NaN;
  const { font } = getComputedStyle(box, '::placeholder');
  const drawing = document.createElement('canvas').getContext('2d');
  if (drawing === null) return Number.NaN;
  drawing.font = font;
  return box.clientWidth - drawing.measureText(box.placeholder).width;
}
