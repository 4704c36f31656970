import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { newTask, openWith, press, rowOf } from './walks.ts';

const finish = (page: Page, description: string) =>
  press(rowOf(page, description).getByRole('button', { name: 'Mark done' }));

test('nothing is hidden under the toast that offers to undo', async ({ page, person }) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
  await openWith(
    page,
    person,
    names.map((description) => ({ description })),
  );
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 400, height: 420 });
  await press(rowOf(page, 'One').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitem', { name: 'Delete' }));
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
  test(
    `at ${name.slice(5)} % nothing is cut off and nothing scrolls sideways`,
    { tag: '@desktop' },
    async ({ page, person }) => {
      const description = 'A rather long line of words that has to be broken somewhere on the way';
      await openWith(page, person, [{ description }]);
      await page.setViewportSize(size);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await press(page.getByText(/^A rather long line/).first());
      await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible();
    },
  );
}

test(
  'in forced colours every control and mark can be told',
  { tag: '@desktop' },
  async ({ page, person }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openWith(page, person, [{ description: 'Seen in forced colours', importance: 'High' }]);
    const row = rowOf(page, 'Seen in forced colours');
    const text = await page.evaluate(() => getComputedStyle(document.documentElement).color);
    for (const mark of ['.ring-line', '.ticks']) await expect(row.locator(mark)).toHaveCSS('stroke', text);
    await newTask(page).pressSequentially('Plan !');
    await newTask(page).press('ArrowDown');
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCSS(
      'outline-style',
      'solid',
    );
  },
);
