import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { json, lost, never, refused } from '../answers.ts';
import { hasCopyOf, press } from '../walks.ts';
import type { State } from './state.ts';
import {
  heading,
  text,
  button,
  nobody,
  unrenewed,
  later,
  done,
  list,
  openMenu,
  set,
  task,
} from './state.ts';

/** Makes the page believe that a service worker with other files has taken control; e2e/offline.spec.ts has a real one. */
async function bringNewVersion(page: Page): Promise<void> {
  const tell = async () => {
    await navigator.serviceWorker.ready;
    await caches.open('dueline-shell-newer');
    navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
  };
  // Repeated until the page listens, which it does once its service worker is ready.
  await expect(async () => {
    await page.evaluate(tell);
    await expect(page.getByRole('button', { name: 'Reload to update' })).toBeVisible({
      timeout: 200,
    });
  }).toPass({ timeout: 15_000 });
}

/** Tasks with links, tags, times and recurrences in their descriptions. */
export const said = {
  'GET /api/tasks': json([
    task(1, 'Read https://www.example.org/a/long/article #reading #home', -1),
    task(2, 'Call the dentist at 5pm #health', 0, 'HIGH'),
    task(3, 'Water the plants every 3 days', 0, 'LOW', 'WORKING'),
    task(4, 'Pay the rent at https://bank.example every month on the 1st #home', 1),
    task(5, 'Read https://www.example.org/b #reading', -1, 'MEDIUM', 'DONE'),
  ]),
};

/** The states of the list, and of the page. */
export const listStates: Readonly<Record<string, State>> = {
  loading: { answers: { 'GET /api/tasks': never }, shows: text('Loading your tasks') },
  'list not to be had, over an empty copy': {
    answers: { 'GET /api/tasks': refused(500, 'internal') },
    shows: (page) =>
      heading('The service could not answer')(page.locator('.tasks-page:not(:has(.empty))')),
  },
  'no connection and no copy': {
    answers: { 'GET /api/auth/me': json({ email: 'new@example.com' }), 'GET /api/tasks': lost },
    shows: heading('The service cannot be reached'),
  },
  'schema mismatch over the last good list': {
    answers: list,
    reach: async (page) => {
      await hasCopyOf(page, 'Call home');
      // Not for one request: the page before the reload may send one.
      await page.route('**/api/tasks', json([{ id: 'seven' }]));
      await page.reload();
      await heading(/^This page does not understand/)(page).waitFor();
      await page.unroute('**/api/tasks');
    },
    shows: heading(/^This page does not understand/),
  },
  'sign-in not renewed, over the last good list': {
    answers: list,
    reach: async (page) => {
      await hasCopyOf(page, 'Call home');
      await page.route(/\/api\/(auth\/me|tasks)$/, unrenewed);
      await page.reload();
      await heading('Your sign-in cannot be renewed')(page).waitFor();
      await page.unroute(/\/api\/(auth\/me|tasks)$/);
    },
    shows: heading('Your sign-in cannot be renewed'),
  },
  empty: { answers: { 'GET /api/tasks': json([]) }, shows: heading('A clean page') },
  'all done': { answers: { 'GET /api/tasks': json(done) }, shows: text('All done.') },
  'done for today': {
    answers: { 'GET /api/tasks': json(later) },
    shows: text(/^Nothing left for today/),
  },
  list: { answers: list, shows: heading(/^Overdue/) },
  'today alone': {
    answers: list,
    address: '/?view=list#due=today',
    shows: text('Water the plants'),
  },
  'many overdue tasks, folded, and someday': {
    answers: {
      'GET /api/tasks': json([
        ...Array.from({ length: 25 }, (_, at) => task(at + 1, `Late ${at + 1}`, -1 - at)),
        task(30, 'Call home', 0),
        task(31, 'Learn to sail #someday', 0),
      ]),
    },
    reach: (page) => press(button(/^Someday/)(page)),
    shows: text('Learn to sail'),
  },
  'links, tags, times and recurrences': {
    answers: said,
    shows: (page) => page.locator('.repeat-mark').first(),
  },
  'list, done unfolded': {
    answers: list,
    reach: (page) => press(button(/^Done/)(page)),
    shows: text('Sweep the yard'),
  },
  'compact list': {
    answers: list,
    reach: (page) => set(page, 'density', 'compact'),
    shows: (page) => page.locator('html[data-density=compact]'),
  },
  'list at 400 % zoom': {
    answers: list,
    size: { width: 320, height: 256 },
    shows: heading(/^Overdue/),
  },
  'menu of a row': {
    answers: list,
    reach: openMenu,
    shows: (page) => page.getByRole('menuitem', { name: 'Delete' }),
  },
  'menu of a row at 400 % zoom': {
    answers: list,
    size: { width: 320, height: 256 },
    reach: openMenu,
    shows: (page) => page.getByRole('menuitemradio', { name: 'Working' }),
  },
  'somebody else signed in': {
    answers: list,
    reach: async (page) => {
      const bob = { email: 'bob@example.com', name: 'Bob Martin' };
      await page.route('**/api/auth/me', json(bob), { times: 1 });
      await set(page, 'session', bob.email);
    },
    shows: text('Bob Martin is signed in here now.'),
  },
  'new version': {
    answers: list,
    reach: bringNewVersion,
    shows: button('Reload to update'),
  },
  '403': {
    answers: { 'GET /api/auth/me': refused(403, 'email_missing') },
    shows: heading('Your account did not share an email address'),
  },
  '403, address not allowed': {
    answers: { 'GET /api/auth/me': refused(403, 'email_not_allowed') },
    shows: heading('This email address is not allowed here'),
  },
  '403, address blocked': {
    answers: { 'GET /api/auth/me': refused(403, 'email_blocked') },
    shows: heading('This email address is blocked'),
  },
  'session ended': { answers: nobody, shows: heading('Your session has ended') },
  crash: {
    answers: list,
    reach: async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
          get() {
            throw new Error('planted');
          },
        });
        // In the same task of the event loop, so that the next render throws this error.
        const search = document.querySelector<HTMLInputElement>('#search');
        if (search !== null) search.value = 'the';
        search?.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    shows: heading('This page has stopped'),
  },
};
