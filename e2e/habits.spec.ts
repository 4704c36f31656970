import { expect, test } from './fixtures.ts';
import { dayIso, newTask, openWith, press, rowOf } from './walks.ts';

test('a chosen day is for the task that is being written, and for no later one', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Bread', dueInDays: 2 }]);
  const date = page.locator('.new-task .date-value').first();
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => press(page.getByRole('heading', { level: 1 })),
    () => page.goBack(),
  ]) {
    await page.getByRole('link', { name: 'Month' }).click();
    await page.locator(`[id="day-${dayIso(3)}"]`).click();
    if (test.info().project.use.isMobile)
      await press(page.getByRole('button', { name: 'Add a task for this day' }));
    await expect(newTask(page)).toBeFocused();
    await expect(date).not.toContainText('Today');
    await leave();
    await expect(date).toContainText('Today');
    await page.goto('/');
  }
});

test('keys that are pressed for nothing change nothing', { tag: '@desktop' }, async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Late', dueInDays: -1 }, { description: 'Bread' }]);
  await page.evaluate(() => Object.assign(globalThis, { print: () => document.body.append('printed') }));
  for (const words of ['pay', 'got', 'cost']) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.type(words);
  }
  await expect(page.getByText('Overdue')).toBeVisible();
  await expect(page.getByText('printed')).toHaveCount(0);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('e');
  await expect(rowOf(page, 'Late').locator('.row-text'), 'the first key gives the focus').toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByText('Overdue')).toHaveCount(0);
});

test(
  'from the empty field keys lead to the new task and take it back',
  { tag: '@desktop' },
  async ({ page, person }) => {
    await openWith(page, person, [{ description: 'Bread' }]);
    await newTask(page).focus();
    await page.keyboard.type('Milk tomorrow');
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Bread'), 'words in the field are its own to undo').toBeVisible();
    await newTask(page).fill('Milk');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Milk')).toHaveCount(0);
    await page.keyboard.press('Control+Shift+z');
    await newTask(page).focus();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Milk').locator('.row-text')).toBeFocused();
  },
);
