import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { set } from './states/state.ts';
import { newTask, openFindBar, openWith, press, rowOf } from './walks.ts';

const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
const screens = [
  { width: 360, height: 670, textSize: '100%' },
  { width: 320, height: 568, textSize: '100%' },
  { width: 670, height: 360, textSize: '100%' },
  { width: 360, height: 670, textSize: '200%' },
];

test.beforeEach(async ({ page, person }) =>
  openWith(
    page,
    person,
    names.map((description, at) => ({ description, dueInDays: at < 4 ? 0 : 1 })),
  ),
);

test('the first screen shows eight tasks, also with a notice, in each language @phone', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_CONNECTION_FAILED/);
  await page.setViewportSize({ width: 360, height: 670 });
  await expect.poll(() => wholeRows(page)).toBe(8);
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.locator('.bar')).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const language of ['en', 'de', 'fr'] as const) {
    await set(page, 'language', language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect.poll(() => wholeRows(page), language).toBe(8);
    // At the foot; they stay where they are while one is pressed after the other.
    const views = page.locator('.view-switch a');
    const place = await views.first().boundingBox();
    expect(place?.y, language).toBeGreaterThan(600);
    await press(views.last());
    await expect(views.last()).toHaveAttribute('aria-current', 'page');
    expect(await views.first().boundingBox()).toEqual(place);
    await press(views.first());
  }
});

test('on small screens and with large text no bar covers another @phone', async ({ page }) => {
  const form = page.getByRole('form', { name: 'Add a task' });
  const selection = page.getByRole('region', { name: 'Selection' });
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await openFindBar(page);
  for (const [at, { width, height, textSize }] of screens.entries())
    await test.step(`${width} by ${height}, text of ${textSize}`, async () => {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
      await press(page.getByRole('button', { name: 'Select', exact: true }));
      await press(page.getByRole('checkbox', { name: 'Eight' }));
      const name = names[at] ?? '';
      await press(rowOf(page, name).getByRole('button', { name: /^More for/ }));
      await press(page.getByRole('menuitem', { name: 'Delete' }));
      await expectStacked(page, [toasts, selection, form]);

      await press(page.getByRole('button', { name: 'End selection' }));
      await newTask(page).fill('Call home tomorrow !high');
      const add = form.getByRole('button', { name: 'Add', exact: true });
      for (const part of [newTask(page), add]) await expect(part).toBeInViewport({ ratio: 1 });
      await expectStacked(page, [form]);
      for (const language of ['fr', 'de', 'en'] as const) {
        await set(page, 'language', language);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        // The window of a phone grows with a page that is too wide.
        expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(
          width,
        );
      }
      await newTask(page).fill('');
    });
  for (const name of names.slice(4, 7))
    await rowOf(page, name).locator('.row-text').press('Delete');
  await expect(toasts.getByText('Deleted: \u2068Seven\u2069')).toBeInViewport({ ratio: 1 });
  await expectStacked(page, [toasts, form]);
});

test('the views stay in reach beside a field with the focus, until a keyboard opens @phone', async ({
  page,
}) => {
  const views = page.locator('.view-switch a');
  const form = page.getByRole('form', { name: 'Add a task' });
  await page.setViewportSize({ width: 360, height: 670 });
  await press(newTask(page));
  await expect(views.last()).toBeInViewport({ ratio: 1 });
  await newTask(page).fill('Call home tomorrow !high');
  await page.keyboard.press('End');
  const line = await newTask(page).boundingBox();
  const place = await views.first().boundingBox();
  expect((line?.y ?? 999) + (line?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0);
  // A keyboard makes the page lower.
  await page.setViewportSize({ width: 360, height: 400 });
  await expect(views.first()).toBeHidden();
  await expectStacked(page, [form]);
  const add = form.getByRole('button', { name: 'Add', exact: true });
  const foot = await add.boundingBox();
  expect(400 - (foot?.y ?? 0) - (foot?.height ?? 0), 'no space at the foot').toBeLessThan(8);
  await page.setViewportSize({ width: 360, height: 670 });
  await press(views.nth(1));
  await expect(page).toHaveURL(/view=board/);
  await expect(newTask(page)).toHaveValue('Call home tomorrow !high');
});

test('text and Add stand on one line, date and importance above them @phone', async ({ page }) => {
  const form = page.getByRole('form', { name: 'Add a task' });
  const centre = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
    return Math.round(y + height / 2);
  };
  for (const width of [320, 341, 390, 430])
    await test.step(`${width} wide`, async () => {
      await page.setViewportSize({ width, height: 700 });
      await newTask(page).fill('Call home');
      await expect(async () => {
        const [text, add, date, importance] = await Promise.all([
          centre(newTask(page)),
          centre(form.getByRole('button', { name: 'Add', exact: true })),
          centre(form.getByLabel('Due date', { exact: true })),
          centre(form.getByLabel('Importance')),
        ]);
        expect(Math.abs(text - add)).toBeLessThan(4);
        expect(Math.abs(date - importance)).toBeLessThan(4);
        expect(date).toBeLessThan(text - 20);
      }).toPass({ timeout: 3000 });
    });
  await test.step('a sheet ends above the bar of the system', async () => {
    const device = await page.context().newCDPSession(page);
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
    await press(rowOf(page, 'One').getByRole('button', { name: /^More for/ }));
    const last = await page.getByRole('menuitem', { name: 'Delete' }).boundingBox();
    expect((last?.y ?? 700) + (last?.height ?? 0)).toBeLessThanOrEqual(700 - 34);
  });
  await test.step('large text of the suggested days is not cut off', async () => {
    await press(page.getByRole('menuitem', { name: 'Pick a date' }));
    await page.setViewportSize({ width: 360, height: 700 });
    await set(page, 'language', 'de');
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expect(page.getByRole('option', { name: 'Am Wochenende' })).toBeAttached();
    const body = page.locator('.dialog-body');
    expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
  });
});

/** The number of rows on the screen that nothing covers. */
const wholeRows = (page: Page): Promise<number> =>
  page.locator('.row-body').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect();
        const isOnTop = (y: number) => row.contains(document.elementFromPoint(left + 60, y));
        return isOnTop(top + 3) && isOnTop(bottom - 3);
      }).length,
  );

/** The elements are stacked on the screen without overlap, and the last one ends at its bottom. */
async function expectStacked(page: Page, parts: readonly Locator[]): Promise<void> {
  await expect(async () => {
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const edges = boxes.flatMap((box) => (box === null ? [] : [box.y, box.y + box.height]));
    expect(edges).toHaveLength(2 * parts.length);
    expect([0, ...edges]).toEqual([0, ...edges].toSorted((a, b) => a - b));
    expect(edges.at(-1)).toBeCloseTo(page.viewportSize()?.height ?? 0, 0);
  }).toPass();
}
