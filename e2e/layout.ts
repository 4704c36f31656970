import type { Page } from '@playwright/test';

/** What has moved by itself on this page, as HTML, until so many lines have been drawn and painted. */
export const movesUntilDrawn = (page: Page, lines: number): Promise<string[]> =>
  // A string, because it runs in the page.
  page.evaluate(`new Promise((resolve) => {
    const moves = [];
    const note = (entries) => moves.push(...entries.flatMap(({ sources }) => sources));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const nextFrame = (run) => requestAnimationFrame(() => setTimeout(run));
    const look = () => {
      if (document.querySelectorAll('[data-row]').length < ${lines}) return nextFrame(look);
      nextFrame(() => nextFrame(() => {
        note(observer.takeRecords());
        resolve(moves.map(({ node }) => node?.outerHTML ?? 'what is gone'));
      }));
    };
    look();
  })`);
