import type { Page } from '@playwright/test';

import { json } from '../answers.ts';
import { dayIso, openFindBar, press, rowOf } from '../walks.ts';
import type { State } from './state.ts';
import { said } from './lists.ts';
import { heading, text, button, done, later, list, writable } from './state.ts';

const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });

async function search(page: Page, words: string): Promise<void> {
  await openFindBar(page);
  await page.getByRole('searchbox').fill(words);
}

/** The states of search, filters and selection, and of the other views. */
export const viewStates: Readonly<Record<string, State>> = {
  search: {
    answers: list,
    reach: (page) => search(page, 'the'),
    shows: (page) => rowOf(page, 'Sweep the yard'),
  },
  'page of a tag': {
    answers: said,
    // With a query of its own, so that the page is loaded.
    address: '/?view=list#q=%23home',
    shows: heading(/^#home/),
  },
  'list of tags': {
    answers: said,
    reach: (page) => search(page, '#'),
    shows: (page) => page.getByRole('list', { name: 'Tags' }),
  },
  'no match': {
    answers: list,
    reach: (page) => search(page, 'no such thing'),
    shows: heading('No matching tasks'),
  },
  'filter and order': {
    answers: list,
    reach: async (page) => {
      await openFindBar(page);
      await press(button(/^Filter/)(page));
      await press(dialog('Filter and sort')(page).getByText('Working'));
    },
    shows: (page) => page.locator('.find-mark'),
  },
  selection: {
    answers: list,
    reach: async (page) => {
      await openFindBar(page);
      await press(page.getByRole('button', { name: 'Select', exact: true }));
      await press(page.getByRole('checkbox', { name: 'Call home' }));
    },
    shows: (page) => page.getByRole('region', { name: 'Selection' }),
  },
  reschedule: {
    answers: list,
    reach: async (page) => {
      await openFindBar(page);
      await press(page.getByRole('button', { name: 'Select', exact: true }));
      await press(page.getByRole('checkbox', { name: 'Call home' }));
      await press(button('Reschedule')(page));
    },
    shows: (page) => page.getByRole('option', { name: /^Tomorrow/ }),
  },
  'date of one task': {
    answers: list,
    reach: async (page) => {
      await rowOf(page, 'Call home').locator('.row-text').focus();
      await page.keyboard.press('d');
    },
    shows: (page) =>
      page.getByRole('dialog', { name: 'Change date' }).locator('.small-month, .date-day'),
  },
  'selected, with links and tags': {
    answers: said,
    reach: async (page) => {
      await page.locator('.row-text').first().focus();
      await page.keyboard.press('Space');
    },
    shows: (page) => page.getByRole('region', { name: 'Selection' }),
  },
  'board with links, tags and recurrences': {
    answers: said,
    address: '/?view=board',
    shows: (page) => page.locator('.repeat-mark').first(),
  },
  board: {
    answers: list,
    address: '/?view=board',
    shows: (page) => page.getByRole('group', { name: 'Board' }),
  },
  'board, empty column': {
    answers: { 'GET /api/tasks': json(done) },
    address: '/?view=board',
    shows: text('Nothing here.'),
  },
  month: {
    answers: list,
    address: '/?view=month',
    shows: (page) => page.locator('[aria-current=date]'),
  },
  'month with links, tags and recurrences': {
    answers: said,
    address: '/?view=month',
    reach: async (page) => {
      await press(page.locator(`#day-${dayIso(0)}`));
      if ((page.viewportSize()?.width ?? 0) > 700)
        await page.keyboard.insertText('Bread every day !high');
    },
    shows: (page) => page.locator('.new-task-line, .day-tasks .repeat-mark').first(),
  },
  'month, folded to a week on a phone': {
    answers: list,
    address: '/?view=month',
    reach: async (page) => {
      const fold = page.locator('.month-head .fold');
      if (await fold.isVisible()) await press(fold);
    },
    shows: (page) => page.locator('[aria-current=date]'),
  },
  plan: { answers: list, address: '/?view=plan', shows: (page) => page.locator('.plan-current') },
  'plan, with nothing to plan': {
    answers: { 'GET /api/tasks': json(later) },
    address: '/?view=plan',
    shows: heading('Nothing to plan'),
  },
  planned: {
    answers: writable,
    address: '/?view=plan',
    reach: (page) => press(page.getByRole('button', { name: /^Spread/ })),
    shows: button('Undo all'),
  },
  'day of a month': {
    answers: list,
    address: '/?view=month',
    // The tasks of a past day are in its sheet, or on a phone below the month.
    reach: (page) => press(page.locator(`#day-${dayIso(-2)}`)),
    shows: (page) => page.getByRole('heading', { level: 3 }),
  },
};
