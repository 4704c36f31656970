import type { Locator, Page } from '@playwright/test';

import { nowMs } from './clock.ts';
import { expect, test } from './fixtures.ts';
import {
  addTask,
  awaitMoves,
  awaitNoMovement,
  drag,
  dayIso,
  openWith,
  pressAtOnce,
  rowOf,
} from './walks.ts';

test.beforeEach(async ({ page, person }) => {
  // A service worker would have the files that a test delays.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('not in this test'));
  });
  await openWith(page, person, [
    { description: 'Pay the rent' },
    { description: 'Write to Grace' },
  ]);
  // Moves the focus out of the text box, where characters are text.
  await page.getByRole('heading', { level: 1 }).click();
});

test('no key is lost while a row travels to another group', async ({ page }) => {
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: /^Pay the rent/ })).toBeFocused();
  // A move goes on to the next row: the rent, Grace, the rent, Grace.
  await pressAtOnce(page, Array.from('}]]3'));
  const text = page.getByRole('button', { name: /^Write to Grace.*High/ });
  await expect(text).toBeFocused();
  const tasks = async () => (await page.request.get('/api/tasks')).json();
  await expect.poll(tasks).toMatchObject([
    { description: 'Write to Grace', dueDate: dayIso(1), importance: 'HIGH' },
    { description: 'Pay the rent', dueDate: dayIso(8), importance: 'MEDIUM' },
  ]);
});

test('a row travels to its new group', async ({ page }) => {
  await noteTravellers(page);
  await page.keyboard.press('j');
  await page.keyboard.press(']');
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-moving', 'Pay the rent');
});

test('the focus goes on when its row is done, after the last to the field for a new task', async ({
  page,
}) => {
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(rowOf(page, 'Pay the rent')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Write to Grace/ })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Done 1' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Add a task' })).toBeFocused();
});

test('a row that is pressed while a finished one leaves the list is finished, too @desktop', async ({
  page,
}) => {
  const ring = (description: string) =>
    page.getByRole('button', { name: `Mark done: ${description}` });
  await page.clock.install({ time: nowMs() });
  await ring('Pay the rent').click();
  await ring('Write to Grace').hover();
  await page.mouse.down();
  await page.clock.runFor(1000);
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: /^Done/ })).toContainText('2 tasks');
});

test('a task that is dropped on another column moves from there', async ({ page }) => {
  await page.getByRole('link', { name: 'Board' }).click();
  await noteTravellers(page);
  await drag(
    page,
    rowOf(page, 'Pay the rent').locator('.row-text'),
    page.locator('[data-column=WORKING]'),
  );
  await expect(page.getByRole('region', { name: /^Working/ })).toContainText('Pay the rent');
  await expect(page.locator('html')).toHaveAttribute('data-moving', 'Pay the rent');
  const from = await page.locator('html').getAttribute('data-moving-from');
  expect(Math.abs(Number.parseFloat(from ?? '')), 'less than half a column').toBeLessThan(150);
  await expect(page.locator('[data-dragged], .task-form')).toHaveCount(0);
});

test('rows are dragged to the day of another row or to a heading, selected ones together @desktop', async ({
  page,
}) => {
  await addTask(page, { description: 'Next week', dueInDays: 7 });
  await addTask(page, { description: 'Second', dueInDays: 0 });
  const text = (description: string) => rowOf(page, description).locator('.row-text');
  await pullOnto(page, text('Pay the rent'), text('Next week'));
  await expect(page.locator('.row[data-over]')).toContainText('Next week');
  await page.mouse.up();
  await expect.poll(() => dueDateOf(page, 'Pay the rent')).toBe(dayIso(7));
  await expect(page.locator('.toast')).toContainText('Pay the rent');

  await text('Pay the rent').click({ modifiers: ['Control'] });
  await text('Next week').click({ modifiers: ['Control'] });
  await pullOnto(page, text('Next week'), page.locator('[data-group=today] > .group-head'));
  await expect(page.locator('.row[data-dragged]')).toHaveAttribute('data-dragged', '2');
  await page.mouse.up();
  await expect.poll(() => dueDateOf(page, 'Pay the rent')).toBe(dayIso(0));
  await expect.poll(() => dueDateOf(page, 'Next week')).toBe(dayIso(0));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => dueDateOf(page, 'Next week')).toBe(dayIso(7));

  await pullOnto(page, text('Second'), text('Next week'));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.locator('[data-dragged], [data-over], .task-form')).toHaveCount(0);
  expect(await dueDateOf(page, 'Second')).toBe(dayIso(0));
});

test('selected tasks of the board are dragged to a column as a stack with its number @desktop', async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Board' }).click();
  const text = (description: string) => rowOf(page, description).locator('.row-text');
  for (const description of ['Pay the rent', 'Write to Grace'])
    await text(description).click({ modifiers: ['Control'] });
  await pullOnto(page, text('Write to Grace'), page.locator('[data-column=WORKING]'));
  await expect(page.locator('.board-task[data-dragged]')).toHaveAttribute('data-dragged', '2');
  await page.mouse.up();
  const working = page.getByRole('region', { name: /^Working/ });
  for (const description of ['Pay the rent', 'Write to Grace'])
    await expect(working).toContainText(description);
  await expect(page.locator('.toast')).toContainText('2 tasks');
});

test('a row that is dragged while the page scrolls drops on the day under the pointer @desktop', async ({
  page,
}) => {
  for (let day = 1; day <= 9; day++) {
    await addTask(page, { description: `In ${day}`, dueInDays: 7 + day });
  }
  await page.setViewportSize({ width: 1280, height: 520 });
  await page.evaluate(() => scrollTo(0, 0));
  await pullOnto(
    page,
    rowOf(page, 'Pay the rent').locator('.row-text'),
    page.locator('.page-date'),
  );
  await page.mouse.wheel(0, 3000);
  const last = rowOf(page, 'In 9');
  await expect(last).toBeInViewport({ ratio: 1 });
  const box = await last.boundingBox();
  // The pointer itself does not move after the wheel, but for the last step.
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await page.mouse.up();
  await expect.poll(() => dueDateOf(page, 'Pay the rent')).toBe(dayIso(16));
  await expect(page.locator('.task-form')).toHaveCount(0);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});

test('a row that is dragged to the foot of the window scrolls the page @desktop', async ({
  page,
}) => {
  for (let day = 1; day <= 9; day++) {
    await addTask(page, { description: `In ${day}`, dueInDays: 7 + day });
  }
  await page.setViewportSize({ width: 1280, height: 520 });
  await page.evaluate(() => scrollTo(0, 0));
  const dragged = rowOf(page, 'Pay the rent');
  await pullOnto(page, dragged.locator('.row-text'), page.locator('.group-head').first());
  await page.mouse.move(600, 510, { steps: 3 });
  const last = rowOf(page, 'In 9');
  await expect(last, 'the mouse stays where it is').toBeInViewport({ ratio: 1 });
  const scrolledInFrame = () =>
    page.evaluate(async () => {
      const before = scrollY;
      await new Promise((drawn) => requestAnimationFrame(drawn));
      return scrollY - before;
    });
  await expect.poll(scrolledInFrame, 'the page has an end').toBe(0);
  const { y = 0, height = 0 } = (await dragged.locator('.row-body').boundingBox()) ?? {};
  expect(Math.abs(y + height / 2 - 510), 'the row stays at the mouse').toBeLessThan(height);
  const box = await last.boundingBox();
  await page.mouse.move(600, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await page.mouse.up();
  await expect.poll(() => dueDateOf(page, 'Pay the rent')).toBe(dayIso(16));
});

/** Presses the mouse on a task and moves it onto another element, without releasing the button. */
async function pullOnto(page: Page, from: Locator, to: Locator): Promise<void> {
  await awaitMoves(page);
  await awaitNoMovement(page);
  await from.hover();
  await page.mouse.down();
  const { x, y, height } = (await to.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 30, y + height / 2, { steps: 5 });
}

async function dueDateOf({ request }: Page, description: string): Promise<unknown> {
  const tasks: unknown = await (await request.get('/api/tasks')).json();
  const isIt = (task: { description: string }) => task.description === description;
  return Array.isArray(tasks) ? tasks.find(isIt)?.dueDate : undefined;
}

test('a task that is added out of sight is told of, with the way back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  for (const description of ['Three', 'Four', 'Five']) await addTask(page, { description });
  await addTask(page, { description: 'Far away', dueInDays: 400 });
  await expect(page.getByText(/^Added for .*: \u2068Far away/)).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Far away')).toHaveCount(0);
});

/** Notes the description of a moving row in `data-moving`, and the distance of its movement in `data-moving-from`. */
const noteTravellers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const look = () => {
      requestAnimationFrame(look);
      for (const { effect } of document.getAnimations()) {
        const target =
          effect instanceof KeyframeEffect ? effect.target?.closest('[data-row]') : null;
        const words = target?.querySelector('.description')?.textContent;
        if (!words || !(effect instanceof KeyframeEffect)) continue;
        document.documentElement.dataset['moving'] = words;
        document.documentElement.dataset['movingFrom'] = String(
          effect.getKeyframes()[0]?.['translate'],
        );
      }
    };
    look();
  });
