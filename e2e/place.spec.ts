import type { Locator } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { newTask, openWith, press, rowOf } from './walks.ts';

test.beforeEach(async ({ page, person }) =>
  openWith(page, person, [
    { description: 'Milk' },
    { description: 'Eggs' },
    { description: 'Bread' },
  ]),
);

test('a key that moves or finishes a task goes on to the next one @desktop', async ({ page }) => {
  await page.locator('.row-text').first().focus();
  for (const [key, next] of [
    ['5', 'Eggs'],
    ['e', 'Bread'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(rowOf(page, next).locator('.row-text')).toBeFocused();
  }
  await page.keyboard.press('d');
  await expect(page.getByRole('dialog', { name: 'Change date' })).toContainText('Bread');
  await page.keyboard.press('Escape');
  await page.keyboard.press(']');
  await expect(rowOf(page, 'Milk').locator('.row-text')).toBeFocused();
});

const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('a right click or a long press opens the menu of a row, which begins with its days', async ({
  page,
}) => {
  const text = rowOf(page, 'Eggs').locator('.row-text');
  if (test.info().project.use.isMobile === true) {
    const box = await boxOf(text);
    const finger = await page.context().newCDPSession(page);
    const point = { x: box.x + 40, y: box.y + 10 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    // Longer than the page's time for a long press, which started before.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1200)));
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  } else await text.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'More for: Eggs' });
  await expect(menu).toBeVisible();
  if (test.info().project.use.isMobile !== true) {
    const box = await boxOf(text);
    const corner = await boxOf(menu);
    expect(Math.abs(corner.x - (box.x + box.width / 2)), 'at the pointer').toBeLessThan(3);
  }
  await expect(menu.getByRole('group').first()).toHaveAccessibleName('Eggs');
  await expect(menu.locator('[role^=menuitem]')).toHaveText([
    'Today',
    'Tomorrow',
    'Next week',
    'Pick a date',
    'Low',
    'Medium',
    'High',
    'To do',
    'Working',
    'Done',
    'Edit',
    'Add to calendar',
    'Select',
    'Delete',
  ]);
  await press(menu.getByRole('menuitem', { name: 'Select' }));
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
});

test('the menu of a row moves it, and the focus goes on as after a key @desktop', async ({
  page,
}) => {
  const text = (name: string) => rowOf(page, name).locator('.row-text');
  await text('Milk').click({ button: 'right' });
  await press(page.getByRole('menuitem', { name: 'Tomorrow' }));
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toContainText('1 task');
  await expect(text('Eggs')).toBeFocused();
  await text('Eggs').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Today' })).toBeFocused();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitemradio', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text('Bread')).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.locator('.plan-current')).toContainText('Bread');
  await text('Bread').click({ button: 'right' });
  await press(page.getByRole('menuitem', { name: 'Today' }));
  await expect(page.getByRole('heading', { name: '1 task planned' })).toBeFocused();
});

test('a press outside of the form saves', async ({ page }) => {
  await press(page.getByText('Eggs', { exact: true }));
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill('Six eggs');
  const isPhone = test.info().project.use.isMobile === true;
  if (isPhone) await page.touchscreen.tap(100, 60);
  else await page.getByRole('heading', { level: 1 }).click();
  await expect(editor).toHaveCount(0);
  await expect(rowOf(page, 'Six eggs')).toBeVisible();
  await expect(rowOf(page, 'Six eggs')).not.toContainText('Unsaved draft');
  await expect(newTask(page)).toBeVisible();
});

test('a date is chosen at the row, which it names @desktop', async ({ page }) => {
  const row = rowOf(page, 'Eggs');
  const button = row.getByRole('button', { name: 'Change date: Eggs' });
  await expect(button).toHaveCSS('opacity', '0.001');
  await row.hover();
  await expect(button).toHaveCSS('opacity', '1');
  await button.click();
  const popover = page.getByRole('dialog', { name: 'Change date' });
  await expect(popover).toContainText('Eggs');
  await expect(popover.getByRole('combobox')).toBeFocused();
  const own = await row.boundingBox();
  const shown = await popover.boundingBox();
  expect(Math.abs((shown?.y ?? 0) - (own?.y ?? 0) - (own?.height ?? 0))).toBeLessThan(12);
  await button.click();
  await expect(popover, 'its button closes it again').toHaveCount(0);
  await row.locator('.row-text').focus();
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await expect(row.locator('.row-text')).toBeFocused();
  await page.setViewportSize({ width: 1000, height: 480 });
  await page.keyboard.press('d');
  await expect(popover).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('tomorrow');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toContainText('1 task');
  await expect(rowOf(page, 'Bread').locator('.row-text')).toBeFocused();
});
