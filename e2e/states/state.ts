import type { Locator, Page } from '@playwright/test';

import { json, refused, saved } from '../answers.ts';
import type { Answers } from '../answers.ts';
import { dayIso, newTask, press, rowOf } from '../walks.ts';

/** One state of the page, and the steps that lead to it, in English. */
export type State = Readonly<{
  answers?: Answers;
  /** The address of the page; `/` by default. */
  address?: string;
  size?: { width: number; height: number };
  /** True if the browser has a session cookie: without one the page does not request the signed-in person. */
  hasCookie?: true;
  /** Leads from the opened page to the state. */
  reach?: (page: Page) => Promise<unknown>;
  /** An element that is visible in this state. */
  shows: (page: Page) => Locator;
}>;

export const heading = (name: string | RegExp) => (page: Page | Locator) =>
  page.getByRole('heading', { name });

export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();

export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });

export const nobody = { 'GET /api/auth/me': refused(499, 'not_authorized') };

export const unrenewed = refused(503, 'provider_unavailable');

export const task = (
  id: number,
  description: string,
  dueInDays: number,
  importance: 'LOW' | 'MEDIUM' | 'HIGH' = 'MEDIUM',
  state: 'TODO' | 'WORKING' | 'DONE' = 'TODO',
) => ({ id, description, dueDate: dayIso(dueInDays), importance, state });

export const overdue = [
  task(1, 'Return the library books', -12, 'HIGH'),
  task(9, 'Answer the letter', -1),
];

export const today = [
  task(2, 'Water the plants', 0, 'LOW', 'WORKING'),
  task(
    3,
    'Send the corrected proofs of the whole second volume to the printer before the office closes',
    0,
  ),
];

export const later = [
  task(4, 'Call home', 1),
  task(5, 'Book the dentist', 3, 'HIGH'),
  task(6, 'Renew the passport', 400),
];

export const done = [
  task(7, 'Sweep the yard', -2, 'MEDIUM', 'DONE'),
  task(8, 'Pay the rent', -1, 'HIGH', 'DONE'),
];

export const list = { 'GET /api/tasks': json([...overdue, ...today, ...later, ...done]) };

export const writable = {
  ...list,
  'POST /api/tasks': saved,
  'PUT /api/tasks/*': saved,
  'DELETE /api/tasks/*': saved,
};

export async function add(page: Page): Promise<void> {
  await newTask(page).fill('Write it down');
  await newTask(page).press('Enter');
}

export const openMenu = (page: Page) =>
  press(rowOf(page, 'Call home').getByRole('button', { name: /^More for/ }));

/** Changes a setting as another tab would, so that the page stays in its state. */
export const set = (page: Page, name: string, value: string): Promise<void> =>
  page.evaluate(
    ([key, wish]) => {
      localStorage.setItem(`dueline.${key}`, wish);
      dispatchEvent(new StorageEvent('storage'));
    },
    [name, value] as const,
  );
