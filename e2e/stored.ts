import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

import type { Person } from './fixtures.ts';

/** All data of this site in the browser with the person's email or one of these words, and the name of every database. */
export const storedDataOf = (
  page: Page,
  { email }: Person,
  ...words: string[]
): Promise<string[]> =>
  page.evaluate(
    async (marks) => {
      const kept = [localStorage, sessionStorage].flatMap((storage) =>
        Object.entries(storage).map(String),
      );
      // The files of the page itself have no personal data.
      for (const name of (await caches.keys()).filter(
        (each) => !each.startsWith('dueline-shell-'),
      )) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          kept.push(`${name} ${request.url} ${(await (await cache.match(request))?.text()) ?? ''}`);
      }
      kept.push(...(await indexedDB.databases()).map(({ name }) => `database ${name ?? ''}`));
      return kept.filter(
        (text) => marks.some((mark) => text.includes(mark)) || text.startsWith('database'),
      );
    },
    [email, ...words],
  );

/** Waits until nothing of the person is left: the browser removes its cache a moment after the page has left. */
export const expectNothingStored = (page: Page, person: Person, ...words: string[]) =>
  expect.poll(() => storedDataOf(page, person, ...words)).toEqual([]);

export const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith('q_session'));
