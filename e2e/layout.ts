import type { Page } from '@playwright/test';

/** Returns a function that reads the descriptions of all rows drawn in the first frame after the next scroll. */
export async function noteFrameOfScroll(page: Page): Promise<() => Promise<string[]>> {
  // Strings, because they run in the page. The page's own listeners, which are capturing, run first, and so do their frames.
  await page.evaluate(`
    globalThis.drawnRows = new Promise((resolve) => {
      const look = () => resolve([...document.querySelectorAll('[data-row] .description')].map((row) => row.textContent));
      addEventListener('scroll', () => requestAnimationFrame(look), { once: true });
    });
    0`);
  return () => page.evaluate('drawnRows');
}

/** The elements, as HTML, that have moved by themselves on this page until this number of rows is drawn and painted. */
export const movesUntilDrawn = (page: Page, rows: number): Promise<string[]> =>
  // A string, because it runs in the page.
  page.evaluate(`new Promise((resolve) => {
    const moves = [];
    const note = (entries) => moves.push(...entries.flatMap(({ sources }) => sources));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const nextFrame = (run) => requestAnimationFrame(() => setTimeout(run));
    const look = () => {
      if (document.querySelectorAll('[data-row]').length < ${rows}) return nextFrame(look);
      nextFrame(() => nextFrame(() => {
        note(observer.takeRecords());
        resolve(moves.map(({ node }) => node?.outerHTML ?? 'what is gone'));
      }));
    };
    look();
  })`);
