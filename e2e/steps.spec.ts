import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { steps } from './steps.ts';
import type { Task, Way } from './steps.ts';
import { newTask, awaitNoMovement, openWith, pull, swipe } from './walks.ts';

const late = Array.from({ length: 10 }, (_, at) => ({
  description: `Late ${at + 1}`,
  dueInDays: at - 10,
}));

for (const way of ['keys', 'clicks', 'taps'] as const)
  test(
    `everyday things by ${way} take as many steps as the documentation says`,
    { tag: way === 'taps' ? '@phone' : '@desktop' },
    async ({ page, person }) => {
      await page.addInitScript(countSteps);
      await openWith(page, person, late);
      const walk = walksOn(page, way, 'Late 7');

      await walk('capture', () => expect(group(page, 'Tomorrow')).toContainText('1 task'));
      await walk('finish and undo', async () => {
        await expect(page.getByText('Undone')).toBeAttached();
        await expect(group(page, 'Overdue')).toContainText('10 tasks');
      });
      await walk('triage ten overdue', async () => {
        await expect(group(page, 'Overdue')).toHaveCount(0);
        await expect(group(page, 'Today')).toContainText('10 tasks');
      });
      await walk('plan ten tasks', () =>
        expect(page.getByRole('heading', { name: '10 tasks planned' })).toBeFocused(),
      );
      await (way === 'taps' ? tap : click)(page.getByRole('button', { name: 'Undo all' }));
      await page.goto('/');
      await walk('reschedule three', () =>
        expect(group(page, 'Tomorrow')).toContainText('4 tasks'),
      );
      // Chromium ignores a tap soon after quick swipes.
      await page.reload();
      await walk('find', () =>
        way === 'keys'
          ? expect(text(page, 'Late 7').locator('..')).toBeFocused()
          : expect(page.getByRole('textbox', { name: 'Task', exact: true })).toHaveValue('Late 7'),
      );
      await page.goto('/?view=board');
      const states = async () =>
        JSON.stringify(await (await page.request.get('/api/tasks')).json());
      await walk('move on the board', () => expect.poll(states).toContain('WORKING'));
    },
  );

const read = { description: 'Read https://www.example.org/a', dueInDays: -1 };

for (const way of ['keys', 'clicks', 'taps'] as const)
  test(
    `recurrences, tags and links by ${way} take as many steps as the documentation says`,
    { tag: way === 'taps' ? '@phone' : '@desktop' },
    async ({ page, person }) => {
      await page.addInitScript(countSteps);
      await page
        .context()
        .route('https://www.example.org/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: 'There' }),
        );
      await openWith(page, person, [read, { description: 'Bread' }, { description: 'Milk' }]);
      const walk = walksOn(page, way, 'Milk');
      await walk('repeat', () => expect(page.getByTitle('Repeats: every week')).toBeVisible());
      await walk('tag', () =>
        expect(page.getByRole('button', { name: '#home', exact: true })).toBeVisible(),
      );
      await walk('open a link', () => expect.poll(() => page.context().pages().length).toBe(2));
      await page.bringToFront();
      await walk('filter by a tag', () => expect(page.locator('.row-text')).toHaveCount(1));
    },
  );

/** Runs an action with one input device, and compares its number of steps. */
const walksOn =
  (page: Page, way: Way, present: string) => (task: Task, outcome: () => Promise<void>) =>
    test.step(task, async () => {
      await rest(page, present);
      const before = await taken(page);
      await walks[task][way](page);
      await outcome();
      expect((await taken(page)) - before, task).toBe(steps[task][way]);
    });

type Walk = (page: Page) => Promise<void>;
type Press = (target: Locator) => Promise<void>;

const click: Press = (target) => target.click();
const tap: Press = (target) => target.tap();

const walks: Readonly<Record<Task, Readonly<Record<Way, Walk>>>> = {
  capture: {
    keys: keys('n', { words: 'Book the dentist tomorrow !high' }, 'Enter'),
    clicks: (page) => capture(page, click),
    taps: (page) => capture(page, tap),
  },
  'finish and undo': {
    keys: keys('j', 'e', 'Control+z'),
    clicks: (page) => finishAndUndo(page, click),
    taps: (page) => finishAndUndo(page, tap),
  },
  'triage ten overdue': {
    keys: keys('o', '4'),
    clicks: (page) => click(page.getByRole('button', { name: 'All to today' })),
    taps: (page) => tap(page.getByRole('button', { name: 'All to today' })),
  },
  'plan ten tasks': {
    keys: async (page) => {
      await keys('g', 'p')(page);
      // The code of the plan is loaded when it is first opened.
      await expect(page.locator('.plan-current .row-text')).toBeFocused();
      await keys('4', '5', '6', '4', '5', '6', '4', '5', '6', 'l')(page);
    },
    clicks: (page) => plan(page, click),
    taps: (page) => plan(page, tap),
  },
  'reschedule three': {
    keys: keys('j', 'Shift+J', 'Shift+J', '5'),
    clicks: async (page) => {
      await text(page, 'Late 1').click({ modifiers: ['Control'] });
      await text(page, 'Late 3').click({ modifiers: ['Shift'] });
      await click(page.getByRole('button', { name: 'Reschedule' }));
      await click(page.getByRole('dialog').getByText('Tomorrow', { exact: true }));
    },
    taps: async (page) => {
      for (const description of ['Late 1', 'Late 2', 'Late 3'])
        await swipe(page, description, -160);
    },
  },
  find: {
    keys: keys('Shift+L', { words: 'ate 7' }, 'Enter'),
    clicks: (page) => find(page, click),
    taps: (page) => find(page, tap),
  },
  'move on the board': {
    keys: keys('j', 'w'),
    clicks: async (page) => {
      await pull(page, text(page, 'Late 7'), page.locator('[data-column=WORKING]'));
      await page.mouse.up();
    },
    taps: (page) => swipe(page, 'Late 7', 160),
  },
  repeat: {
    keys: keys('n', { words: 'Take out the bins every week' }, 'Enter'),
    clicks: (page) => capture(page, click, 'Take out the bins every week'),
    taps: (page) => capture(page, tap, 'Take out the bins every week'),
  },
  tag: {
    keys: keys('j', 'Enter', { words: ' #home' }, 'Enter'),
    clicks: (page) => addTag(page, click),
    taps: (page) => addTag(page, tap),
  },
  'open a link': {
    keys: keys('j', 'f'),
    clicks: (page) => click(page.getByRole('link', { name: 'example.org' })),
    taps: (page) => tap(page.getByRole('link', { name: 'example.org' })),
  },
  'filter by a tag': {
    keys: keys('/', { words: '#home' }),
    clicks: (page) => click(page.getByRole('button', { name: '#home', exact: true })),
    taps: (page) => tap(page.getByRole('button', { name: '#home', exact: true })),
  },
};

/** Presses keys. Text is inserted at once, without key presses, so that it does not count. */
function keys(...strokes: readonly (string | { words: string })[]): Walk {
  return async ({ keyboard }) => {
    for (const stroke of strokes)
      await (typeof stroke === 'string'
        ? keyboard.press(stroke)
        : keyboard.insertText(stroke.words));
  };
}

async function capture(
  page: Page,
  press: Press,
  words = 'Book the dentist tomorrow !high',
): Promise<void> {
  await press(newTask(page));
  await page.keyboard.insertText(words);
  await press(page.getByRole('button', { name: 'Add', exact: true }));
}

async function addTag(page: Page, press: Press): Promise<void> {
  await press(text(page, 'Bread'));
  await page.keyboard.insertText(' #home');
  await press(page.getByRole('button', { name: 'Save' }));
}

async function finishAndUndo(page: Page, press: Press): Promise<void> {
  await press(page.getByRole('button', { name: 'Mark done: Late 4' }));
  await press(page.getByRole('button', { name: 'Undo' }));
}

async function plan(page: Page, press: Press): Promise<void> {
  await press(page.getByRole('button', { name: 'Plan', exact: true }));
  for (let at = 0; at < 9; at += 1)
    await press(
      page
        .locator('.plan-day')
        .nth(at % 3)
        .getByRole('button'),
    );
  await press(page.getByRole('button', { name: 'Next week' }));
}

async function find(page: Page, press: Press): Promise<void> {
  await press(
    page.getByRole('button', { name: 'Search and filter' }).or(page.getByRole('searchbox')).first(),
  );
  await page.keyboard.insertText('ate 7');
  await expect(page.locator('.row-text')).toHaveCount(1);
  await press(text(page, 'Late 7'));
}

/** Runs in the page. A drag or a swipe starts with one press. L is not counted: it is the first letter of typed text. */
function countSteps(): void {
  let count = 0;
  addEventListener('pointerdown', () => (count += 1), true);
  addEventListener(
    'keydown',
    ({ key }) => ['Shift', 'Control', 'L'].includes(key) || (count += 1),
    true,
  );
  Object.assign(globalThis, { countedSteps: () => count });
}

const taken = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(globalThis, 'countedSteps')());

/** Waits until the tasks are visible, removes the focus, and waits until no task moves. */
async function rest(page: Page, present: string): Promise<void> {
  await expect(text(page, present)).toBeVisible();
  await page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  );
  await awaitNoMovement(page);
}

const group = (page: Page, name: string) =>
  page.getByRole('heading', { name: new RegExp(`^${name}`) });

const text = (page: Page, description: string) =>
  page.locator('.row-text').getByText(description, { exact: true });
