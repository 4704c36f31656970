import type { Locator, Page } from '@playwright/test';

/** The time of the slowest event of an interaction until the next frame is painted, by the browser's clock. */
export type Interaction = Readonly<{ name: string; worstMs: number }>;

/** Measures common interactions one by one, with the processor slowed four times. */
export async function measureInteractions(
  page: Page,
  address: string,
): Promise<readonly Interaction[]> {
  await page.addInitScript({ content: watchEvents });
  await page.goto(address);
  await page.locator('[data-row]').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const measured: Interaction[] = [];
  for (const [name, interact] of interactions) {
    await settle(page);
    await page.evaluate('worstEventMs = 0');
    await interact(page);
    await settle(page);
    measured.push({ name, worstMs: Number(await page.evaluate('worstEventMs')) });
  }
  await session.detach();
  return measured;
}

// A string, because it runs in the page. Entries without an interactionId are no interactions (hovering, scrolling).
const watchEvents = `
  globalThis.worstEventMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) worstEventMs = Math.max(worstEventMs, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** Waits for two frames, and for the performance entries, which arrive after their frame. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 250))))',
  );
}

const rows = (page: Page) => page.locator('[data-row]');
const newTask = (page: Page) => page.locator('#new-task');
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const type = (text: string) => (page: Page) => page.keyboard.type(text, { delay: 40 });
const click = (find: (page: Page) => Locator) => async (page: Page) => {
  await find(page).scrollIntoViewIfNeeded();
  const box = await find(page).boundingBox();
  if (box === null) throw new Error('what is to be clicked is not on the page');
  // Not Playwright's own click, which evaluates code in the page during the measurement.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};
/** Drags with the mouse to the middle of the target. Only the press and the release count: a move is no interaction. */
const drag = (from: (page: Page) => Locator, to: (page: Page) => Locator) => async (page: Page) => {
  const start = await from(page).boundingBox();
  const end = await to(page).boundingBox();
  if (start === null || end === null) throw new Error('what is to be dragged is not on the page');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
};
const view = (name: string) => click((page) => page.getByRole('link', { name, exact: true }));

const interactions: readonly (readonly [name: string, interact: (page: Page) => Promise<void>])[] =
  [
    [
      'type a new task',
      (page) => newTask(page).pressSequentially('Call home tomorrow', { delay: 40 }),
    ],
    ['add it', press('Enter')],
    [
      'finish a task',
      click((page) =>
        rows(page)
          .nth(2)
          .getByRole('button', { name: /^Mark done/ }),
      ),
    ],
    ['undo', press('ControlOrMeta+z')],
    [
      'open the menu of a task',
      click((page) =>
        rows(page)
          .nth(3)
          .getByRole('button', { name: /^More for/ }),
      ),
    ],
    ['close it', press('Escape')],
    ['open a task', click((page) => rows(page).nth(3).locator('.row-text'))],
    ['change its words', type(' and more')],
    ['save it', press('Enter')],
    ['move to the next row', press('j')],
    ['move to the row before', press('k')],
    ['select it', press('Space')],
    ['a day later', press(']')],
    ['end the selection', press('Escape')],
    ['select all', press('ControlOrMeta+a')],
    ['select none', press('Escape')],
    [
      'drag a task to another day',
      drag(
        (page) => rows(page).nth(3).locator('.row-text'),
        (page) => rows(page).nth(11),
      ),
    ],
    ['undo the drag', press('ControlOrMeta+z')],
    ['begin to search', press('/')],
    ['search', type('number 77')],
    ['end the search', press('Escape')],
    ['open the palette', press('ControlOrMeta+k')],
    ['find in the palette', type('number 88')],
    ['close the palette', press('Escape')],
    ['open the board', view('Board')],
    [
      'drag a task to another column',
      drag(
        (page) => rows(page).nth(1).locator('.row-text'),
        (page) => page.locator('[data-column=WORKING] [data-row]').first(),
      ),
    ],
    ['undo that drag', press('ControlOrMeta+z')],
    ['open the plan', view('Plan')],
    ['plan a task for tomorrow', press('5')],
    ['undo the plan', press('ControlOrMeta+z')],
    ['open the month', view('Month')],
    ['go to today', click((page) => page.getByRole('button', { name: 'Today', exact: true }))],
    ['go to the next day', press('ArrowRight')],
    ['go to its first task', press('ArrowDown')],
    ['move it by a day', press('Shift+ArrowRight')],
    ['take the move back', press('ControlOrMeta+z')],
    [
      'drag a task to another week',
      drag(
        (page) => page.locator('.month-task .row-text').first(),
        (page) => page.locator('[data-now="true"] ~ .month-week .month-day').first(),
      ),
    ],
    ['undo the last drag', press('ControlOrMeta+z')],
    ['open a full day', click((page) => page.locator('.month-more').first())],
    ['close the day', press('Escape')],
    ['back to the list', view('List')],
  ];
