import type { Page } from '@playwright/test';

import { chooseAnswers, json } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { task } from './states/state.ts';
import {
  addTask,
  awaitMoves,
  awaitNoMovement,
  openSignedIn,
  press,
  pull,
  rowOf,
  swipe,
} from './walks.ts';

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

const isPhone = () => test.info().project.use.isMobile === true;
const column = (page: Page, name: string) =>
  page.getByRole(isPhone() ? 'tabpanel' : 'region', { name: new RegExp(`^${name}`) });
async function open(page: Page, name: string): Promise<void> {
  await press(page.getByRole('navigation', { name: 'View' }).getByRole('link', { name }));
}

test('a view has an address of its own, and the way back leads to the one before', async ({
  page,
}) => {
  await addTask(page, { description: 'Water the plants' });
  await open(page, 'Board');
  await expect(page).toHaveURL(/\?view=board$/);
  await expect(page.getByRole('group', { name: 'Board' })).toBeVisible();
  await page.reload();
  await expect(column(page, 'To do')).toContainText('Water the plants');
  // Back closes an open menu or dialog first.
  const account = page.getByRole('button', { name: /^Account of/ });
  await press(account);
  await page.goBack();
  await expect(page).toHaveURL(/\?view=board$/);
  await press(account);
  await press(page.getByRole('button', { name: 'Settings' }));
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\?view=board$/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
});

test('a task is moved on the board by its menu, and the focus goes with it', async ({ page }) => {
  await addTask(page, { description: 'Water the plants', importance: 'High' });
  await addTask(page, { description: 'Call home', dueInDays: 1 });
  await open(page, 'Board');
  await press(rowOf(page, 'Call home').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitemradio', { name: 'Working' }));
  await expect(
    page.getByRole('status').filter({ hasText: 'Working: \u2068Call home' }),
  ).toBeAttached();
  if (isPhone()) {
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await press(page.getByRole('tab', { name: /^Working/ }));
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Working/);
  } else await expect(rowOf(page, 'Call home').locator('.row-text')).toBeFocused();
  await expect(column(page, 'Working')).toContainText('Call home');
});

test('the month keeps its weeks when the text size changes @phone', async ({ page }) => {
  await addTask(page, { description: 'Water the plants' });
  await open(page, 'Month');
  const today = page.locator('[aria-current=date]');
  await expect(today).toBeInViewport();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect(today).toBeInViewport();
  await page.evaluate(() => (document.documentElement.style.fontSize = '50%'));
  await expect(today).toBeInViewport();
});

test('a task is pulled to another column, and let go by Escape @desktop', async ({ page }) => {
  await addTask(page, { description: 'Water the plants' });
  await open(page, 'Board');
  await pull(page, rowOf(page, 'Water the plants').locator('.row-text'), column(page, 'Done'));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(column(page, 'To do')).toContainText('Water the plants');
  await pull(page, rowOf(page, 'Water the plants').locator('.row-text'), column(page, 'Done'));
  await page.mouse.up();
  await expect(column(page, 'Done')).toContainText('Water the plants');
  await expect(page.getByRole('form', { name: 'Edit task' })).toHaveCount(0);
  await page.reload();
  await expect(column(page, 'Done')).toContainText('Water the plants');
});

test('arrow keys go over the board, and with Shift they move the task @desktop', async ({
  page,
}) => {
  for (const description of ['One', 'Two']) await addTask(page, { description });
  await open(page, 'Board');
  await rowOf(page, 'One').locator('.row-text').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(column(page, 'Working')).toContainText('One');
  await expect(rowOf(page, 'One').locator('.row-text')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(rowOf(page, 'Two').locator('.row-text')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(rowOf(page, 'One').locator('.row-text')).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(column(page, 'Done')).toContainText('One');
  await expect(rowOf(page, 'One').locator('.row-text')).toBeFocused();
});

test('a row swiped to the left is put off, to the right it is finished @phone', async ({
  page,
}) => {
  await addTask(page, { description: 'Water the plants' });
  await awaitMoves(page);
  await awaitNoMovement(page);
  const box = await rowOf(page, 'Water the plants').locator('.row-text').boundingBox();
  const fingers = await page.context().newCDPSession(page);
  const at = (x: number, id: number) => ({ x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + 10, id });
  for (const [type, ...touchPoints] of [
    ['touchStart', at(20, 0)],
    ['touchStart', at(20, 0), at(190, 1)],
    ['touchMove', at(20, 0), at(192, 1)],
    ['touchEnd'],
  ] as const)
    await fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
  await expect(
    page.getByRole('heading', { name: /^Today/ }),
    'two fingers swipe nothing',
  ).toBeVisible();
  const row = rowOf(page, 'Water the plants');
  const share = () => row.evaluate((element) => element.style.getPropertyValue('--swipe-share'));
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(20, 0)] });
  for (const [x, grown] of [
    [64, '0.5'],
    [140, '1'],
  ] as const) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(x, 0)] });
    await expect.poll(share, 'the mark grows until the swipe is long enough').toBe(grown);
  }
  await expect(row).toHaveAttribute('data-enough', '');
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(24, 0)] });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await swipe(page, 'Water the plants', -60);
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
  await swipe(page, 'Water the plants', -160);
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
  await swipe(page, 'Water the plants', 160);
  await expect(
    page.getByRole('status').filter({ hasText: 'Done: \u2068Water the plants' }),
  ).toBeAttached();
  await expect(page.getByRole('heading', { name: /^Done/ })).toBeVisible();
});

test('the board shows the latest twenty done tasks, and the others on request @desktop', async ({
  page,
}) => {
  const tasks = Array.from({ length: 25 }, (_, at) => ({
    id: at + 1,
    description: `Done ${at + 1}`,
    dueDate: '2040-06-01',
    importance: 'MEDIUM',
    state: 'DONE',
  }));
  await page.route('**/api/tasks', (route) => route.fulfill({ json: tasks }));
  await page.goto('/?view=board');
  const cards = page.locator('[data-column=DONE] .board-task');
  await expect(cards).toHaveCount(20);
  await expect(page.getByRole('heading', { name: /^Done 25/ })).toBeVisible();
  await page.getByRole('button', { name: '+ 5 more' }).click();
  await expect(cards).toHaveCount(25);
  await expect(cards.nth(20).locator('.row-text')).toBeFocused();
});

test('a task is added in its column of the board', async ({ page }) => {
  await addTask(page, { description: 'Water the plants' });
  await open(page, 'Board');
  if (isPhone()) await press(page.getByRole('tab', { name: /^Working/ }));
  await press(column(page, 'Working').getByRole('button', { name: 'Add a task, Working' }));
  const line = column(page, 'Working').getByRole('textbox', { name: 'Add a task, Working' });
  await expect(line).toBeFocused();
  for (const description of ['Call home tomorrow', 'Pay the rent']) {
    await page.keyboard.type(description);
    await page.keyboard.press('Enter');
  }
  await expect(column(page, 'Working')).toContainText('Pay the rent');
  await expect(column(page, 'Working')).toContainText('Call home');
  await expect(line, 'stays for the next one').toBeFocused();
  await page.keyboard.press('Escape');
  await expect(column(page, 'Working').getByRole('button', { name: /^Add a task/ })).toBeFocused();
  if (isPhone()) await press(page.getByRole('tab', { name: /^To do/ }));
  await expect(column(page, 'To do')).not.toContainText('Pay the rent');
});

test('a column has its tasks by day, and a heading that says the day says it once', async ({
  page,
}) => {
  const dated = [task(1, 'Milk', -2), task(2, 'Bread', 0), task(3, 'Rent', 1), task(4, 'Tent', 40)];
  (await chooseAnswers(page))({ 'GET /api/tasks': json(dated) });
  await page.goto('/?view=board');
  const toDo = column(page, 'To do');
  await expect(toDo.getByRole('heading', { level: isPhone() ? 2 : 3 })).toHaveText([
    /^Overdue/,
    /^Today/,
    /^Tomorrow/,
    /^July/,
  ]);
  await expect(toDo.getByRole('group', { name: 'Today 1 task' })).toContainText('Bread');
  await expect(rowOf(page, 'Milk').locator('.board-task-date')).toContainText('Monday');
  const card = rowOf(page, 'Bread');
  await expect(card.getByText('Today')).toHaveCount(0);
  await expect(card.getByRole('button', { name: /^Bread.*13 June/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 400 });
  // The names of the columns stay above the cards that scroll below them.
  if (!isPhone()) return;
  await card.scrollIntoViewIfNeeded();
  await expect(page.getByRole('tablist')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('nothing on the board moves while it is drawn @desktop', async ({ page }) => {
  const many = Array.from({ length: 40 }, (_, at) => ({ ...task(at + 1, `Task ${at}`, at % 9) }));
  (await chooseAnswers(page))({ 'GET /api/tasks': json(many) });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      moved.push(...list.getEntries().map(({ startTime }) => `at ${startTime}`));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/?view=board');
  await expect(column(page, 'To do').getByRole('button', { name: /^Add a task/ })).toBeAttached();
  await page.evaluate(() => new Promise((done) => void requestAnimationFrame(done)));
  expect(await page.evaluate('moved')).toEqual([]);
});

test('the done tasks of the board begin with the one finished last, also after a reload @desktop', async ({
  page,
}) => {
  await addTask(page, { description: 'Water the plants', dueInDays: 3 });
  await addTask(page, { description: 'Call home', dueInDays: 1 });
  await open(page, 'Board');
  for (const name of ['Water the plants', 'Call home'])
    await press(rowOf(page, name).getByRole('button', { name: /^Mark done/ }));
  const first = column(page, 'Done').getByRole('listitem').first();
  await expect(first).toContainText('Call home');
  await page.reload();
  await expect(first).toContainText('Call home');
});
