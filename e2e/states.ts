import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import { json, lost, never, refused, saved } from './answers.ts';
import type { Answers } from './answers.ts';
import { dayIso, hasCopyOf, newLine, press, rowOf } from './walks.ts';

/** One state of the page and how to have it, in English. */
export type State = Readonly<{
  answers?: Answers;
  /** Where the page is opened; `/` unless told. */
  address?: string;
  size?: { width: number; height: number };
  /** From the opened page to the state. */
  reach?: (page: Page) => Promise<unknown>;
  /** What is in sight then. */
  shows: (page: Page) => Locator;
}>;

const heading = (name: string | RegExp) => (page: Page | Locator) => page.getByRole('heading', { name });
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });

const nobody = { 'GET /api/auth/me': refused(499, 'not_authorized') };

const unrenewed = refused(503, 'provider_unavailable');

/** Before anyone has signed in on this device. */
export const signedOutStates: Readonly<Record<string, State>> = {
  starting: {
    answers: { 'GET /api/auth/me': never, 'GET /api/auth/providers': never },
    shows: (page) => page.locator('main[aria-busy=true] > .ruled'),
  },
  'sign-in options under way': {
    answers: { ...nobody, 'GET /api/auth/providers': never },
    shows: text('Looking up the sign-in options'),
  },
  'signed out': { shows: (page) => page.getByRole('link', { name: /^Continue with/ }) },
  'not configured': {
    answers: { 'GET /api/auth/providers': json({ enabled: false, providers: [] }) },
    shows: heading('Sign-in is not configured'),
  },
  'providers unreachable': {
    answers: { 'GET /api/auth/providers': lost },
    shows: heading('The sign-in options did not arrive'),
  },
  'sign-in cancelled': { address: '/?signin=cancelled', shows: heading('Sign-in was cancelled') },
  'sign-in failed': { address: '/?signin=failed', shows: heading('Sign-in did not work') },
  'service unreachable': {
    answers: { 'GET /api/auth/me': lost },
    shows: heading('The service cannot be reached'),
  },
  'sign-in not renewed': {
    answers: { 'GET /api/auth/me': unrenewed },
    shows: heading('Your sign-in cannot be renewed'),
  },
  'the person in an unknown form': {
    answers: { 'GET /api/auth/me': json({ email: 7 }) },
    shows: heading(/^The server answered in a form/),
  },
};

const task = (
  id: number,
  description: string,
  dueInDays: number,
  importance: 'LOW' | 'MEDIUM' | 'HIGH' = 'MEDIUM',
  state: 'TODO' | 'WORKING' | 'DONE' = 'TODO',
) => ({ id, description, dueDate: dayIso(dueInDays), importance, state });

const overdue = task(1, 'Return the library books', -12, 'HIGH');
const today = [
  task(2, 'Water the plants', 0, 'LOW', 'WORKING'),
  task(3, 'Send the corrected proofs of the whole second volume to the printer before the office closes', 0),
];
const later = [
  task(4, 'Call home', 1),
  task(5, 'Book the dentist', 3, 'HIGH'),
  task(6, 'Renew the passport', 400),
];
const done = [task(7, 'Sweep the yard', -2, 'MEDIUM', 'DONE'), task(8, 'Pay the rent', -1, 'HIGH', 'DONE')];
const list = { 'GET /api/tasks': json([overdue, ...today, ...later, ...done]) };
const writable = {
  ...list,
  'POST /api/tasks': saved,
  'PUT /api/tasks/*': saved,
  'DELETE /api/tasks/*': saved,
};

const editor = (page: Page) => page.getByRole('form', { name: 'Edit task' });
const openEditor = (page: Page) => press(page.getByText('Water the plants', { exact: true }));
async function edit(page: Page): Promise<void> {
  await openEditor(page);
  await editor(page).getByLabel('Task').fill('Water all the plants');
  await press(editor(page).getByRole('button', { name: 'Save' }));
}
async function add(page: Page): Promise<void> {
  await newLine(page).fill('Write it down');
  await newLine(page).press('Enter');
}
const openMenu = (page: Page) => press(rowOf(page, 'Call home').getByRole('button', { name: /^More for/ }));
async function openFromAccount(page: Page, name: string): Promise<void> {
  await press(button(/^Account of/)(page));
  await press(button(name)(page));
}
async function signOut(page: Page): Promise<void> {
  await press(button(/^Account of/)(page));
  await press(page.getByRole('link', { name: 'Sign out' }));
}
async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  await openFromAccount(page, 'Export and import');
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}
const doubtful = [
  'Task,Due,Note',
  'Bread,3/4/2090,',
  'An old one,2020-01-02,',
  `Call home,${dayIso(1)},`,
  'Broken,13-45,',
];

/** With somebody signed in. */
export const signedInStates: Readonly<Record<string, State>> = {
  loading: { answers: { 'GET /api/tasks': never }, shows: text('Loading your tasks') },
  'list not to be had, over an empty copy': {
    answers: { 'GET /api/tasks': refused(500, 'internal') },
    shows: (page) => heading('The service could not answer')(page.locator('.tasks-page:not(:has(.empty))')),
  },
  'no connection and no copy': {
    answers: { 'GET /api/auth/me': json({ email: 'new@example.com' }), 'GET /api/tasks': lost },
    shows: heading('The service cannot be reached'),
  },
  'schema mismatch over the last good list': {
    answers: list,
    reach: async (page) => {
      await hasCopyOf(page, 'Call home');
      await page.route('**/api/tasks', json([{ id: 'seven' }]), { times: 1 });
      await page.reload();
    },
    shows: heading(/^The server answered in a form/),
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
  'done for today': { answers: { 'GET /api/tasks': json(later) }, shows: text(/^Nothing left for today/) },
  list: { answers: list, shows: heading(/^Overdue/) },
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
  'list at 400 % zoom': { answers: list, size: { width: 320, height: 256 }, shows: heading(/^Overdue/) },
  'menu of a line': {
    answers: list,
    reach: openMenu,
    shows: (page) => page.getByRole('menuitem', { name: 'Delete' }),
  },
  'menu of a line at 400 % zoom': {
    answers: list,
    size: { width: 320, height: 256 },
    reach: openMenu,
    shows: (page) => page.getByRole('menuitemradio', { name: 'Working' }),
  },
  editing: { answers: list, reach: openEditor, shows: editor },
  'editing at 400 % zoom': {
    answers: list,
    size: { width: 320, height: 256 },
    reach: openEditor,
    shows: editor,
  },
  'editing, with a fault': {
    answers: list,
    reach: async (page) => {
      await openEditor(page);
      await editor(page).getByLabel('Task').fill(' ');
      await press(editor(page).getByRole('button', { name: 'Save' }));
    },
    shows: text('Write what is to be done.'),
  },
  'drafts restored': {
    answers: list,
    reach: async (page) => {
      await openEditor(page);
      await editor(page).getByLabel('Task').fill('Water all the plants');
      await page.keyboard.press('Escape');
      await newLine(page).fill('Half a thought');
      await page.reload();
    },
    shows: text('Unsaved draft'),
  },
  'read from the words': {
    answers: list,
    reach: (page) => newLine(page).fill('Renew the card 1 jan !high /working'),
    shows: (page) => page.getByRole('list', { name: 'Read from your words' }),
  },
  completions: {
    answers: list,
    reach: async (page) => {
      await newLine(page).pressSequentially('Plan !');
      await newLine(page).press('ArrowDown');
    },
    shows: (page) => page.getByRole('listbox').getByRole('option', { selected: true }),
  },
  'new line with a fault': {
    answers: list,
    reach: async (page) => {
      await newLine(page).fill('Too late');
      await page.getByRole('form', { name: 'Add a task' }).getByLabel('Due date').fill(dayIso(-1));
      await newLine(page).press('Enter');
    },
    shows: text('A new task cannot be due in the past.'),
  },
  'saving row': {
    answers: { ...writable, 'POST /api/tasks': never },
    reach: add,
    shows: (page) => page.locator('.pending[data-status=sending]'),
  },
  'waiting row, offline bar': {
    answers: { ...writable, 'POST /api/tasks': lost },
    reach: add,
    shows: text(/^No connection\. This is the copy of/),
  },
  'failed row': {
    answers: { ...writable, 'POST /api/tasks': refused(500, 'internal') },
    reach: add,
    shows: text('The service failed to save this.'),
  },
  'too many tasks': {
    answers: { ...writable, 'POST /api/tasks': refused(409, 'too_many_tasks') },
    reach: add,
    shows: text(/as many tasks as this service keeps/),
  },
  '400 at the field': {
    answers: {
      ...list,
      'PUT /api/tasks/*': refused(400, 'validation_failed', [
        { pointer: '/description', code: 'too_long', detail: 'too long' },
      ]),
    },
    reach: edit,
    shows: text('At most 255 characters.'),
  },
  '400 at the form': {
    answers: { ...list, 'PUT /api/tasks/*': refused(400, 'bad_request') },
    reach: edit,
    shows: text('The service refused this: It does not suit'),
  },
  '404, deleted elsewhere': {
    answers: { ...list, 'PUT /api/tasks/*': refused(404, 'task_not_found') },
    reach: edit,
    shows: text('This task was deleted elsewhere.'),
  },
  'deleted, with undo': {
    answers: writable,
    reach: async (page) => {
      await openMenu(page);
      await press(page.getByRole('menuitem', { name: 'Delete' }));
    },
    shows: button('Undo'),
  },
  'unsent changes offered': {
    answers: { ...writable, 'POST /api/tasks': refused(500, 'internal') },
    reach: async (page) => {
      await add(page);
      await text('Not saved')(page).waitFor();
      await page.reload();
      await press(page.getByText('Show them'));
    },
    shows: text('New: Write it down'),
  },
  search: {
    answers: list,
    reach: (page) => page.getByRole('searchbox').fill('the'),
    shows: (page) => rowOf(page, 'Sweep the yard'),
  },
  'no match': {
    answers: list,
    reach: (page) => page.getByRole('searchbox').fill('no such thing'),
    shows: heading('No line like that'),
  },
  'filter and order': {
    answers: list,
    reach: async (page) => {
      await press(button(/^Filter/)(page));
      await press(dialog('Filter and order')(page).getByText('Working'));
    },
    shows: (page) => page.locator('.find-mark'),
  },
  selection: {
    answers: list,
    reach: async (page) => {
      await press(page.getByRole('button', { name: 'Select', exact: true }));
      await press(page.getByRole('checkbox', { name: 'Call home' }));
    },
    shows: (page) => page.getByRole('region', { name: 'Selection' }),
  },
  reschedule: {
    answers: list,
    reach: async (page) => {
      await press(page.getByRole('button', { name: 'Select', exact: true }));
      await press(page.getByRole('checkbox', { name: 'Call home' }));
      await press(button('Reschedule')(page));
    },
    shows: (page) => page.getByRole('option', { name: /^Tomorrow/ }),
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
  month: { answers: list, address: '/?view=month', shows: button(/, 2 tasks$/) },
  'day of a month': {
    answers: list,
    address: '/?view=month',
    reach: (page) => press(button(/, 2 tasks$/)(page)),
    shows: button('Add a task for this day'),
  },
  account: { answers: list, reach: (page) => press(button(/^Account of/)(page)), shows: text('Sign out') },
  'question before signing out': {
    answers: { ...writable, 'POST /api/tasks': refused(500, 'internal') },
    reach: async (page) => {
      await add(page);
      await text('Not saved')(page).waitFor();
      await newLine(page).fill('Half a thought');
      await signOut(page);
    },
    shows: button('Discard and sign out'),
  },
  'signed out without a connection': {
    answers: { ...list, 'GET /api/auth/logout': lost },
    reach: signOut,
    shows: heading('You are signed out on this device'),
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
  palette: {
    answers: list,
    reach: (page) => page.keyboard.press('ControlOrMeta+k'),
    shows: (page) => page.getByRole('listbox', { name: 'Commands' }),
  },
  'palette, nothing found': {
    answers: list,
    reach: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Type a command' }).fill('no such thing');
    },
    shows: text('Nothing of that name'),
  },
  help: { answers: list, reach: (page) => openFromAccount(page, 'Keys'), shows: text('A week later') },
  settings: {
    answers: list,
    reach: (page) => openFromAccount(page, 'Settings'),
    shows: heading('Settings'),
  },
  export: {
    answers: list,
    reach: (page) => openFromAccount(page, 'Export and import'),
    shows: button('Markdown'),
  },
  'import preview': {
    answers: list,
    reach: (page) => chooseFile(page, 'old.csv', doubtful.join('\n')),
    shows: heading(/would be added/),
  },
  'import of a wrong file': {
    answers: list,
    reach: (page) => chooseFile(page, 'notes.json', '{"notes": 1}'),
    shows: text('There is no list of tasks in this file.'),
  },
  imported: {
    answers: writable,
    reach: async (page) => {
      await chooseFile(page, 'some.csv', 'task\nBread\nMilk');
      await press(button('Add 2 tasks')(page));
    },
    shows: text('2 tasks added'),
  },
  'imported until there were too many': {
    answers: { ...writable, 'POST /api/tasks': refused(409, 'too_many_tasks') },
    reach: async (page) => {
      await chooseFile(page, 'some.csv', 'task\nBread\nMilk');
      await press(button('Add 2 tasks')(page));
    },
    shows: text(/2 tasks of the file were not added/),
  },
  'new version': {
    answers: list,
    reach: bringNewVersion,
    shows: button('Reload to update'),
  },
  '403': {
    answers: { 'GET /api/auth/me': refused(403, 'email_missing') },
    shows: heading('Your account gave no email address'),
  },
  '403, address not allowed': {
    answers: { 'GET /api/auth/me': refused(403, 'email_not_allowed') },
    shows: heading('This email address may not use this service'),
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
        // In the same turn: whatever is drawn next meets the fault.
        const search = document.querySelector<HTMLInputElement>('#search');
        if (search !== null) search.value = 'the';
        search?.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    shows: heading('This page has stopped'),
  },
};

/** Sets it as another tab would, so that the state stays as it is. */
export const set = (page: Page, name: string, value: string): Promise<void> =>
  page.evaluate(
    ([key, wish]) => {
      localStorage.setItem(`dueline.${key}`, wish);
      dispatchEvent(new StorageEvent('storage'));
    },
    [name, value] as const,
  );

/** As the browser tells of a worker that has brought other files; e2e/offline.spec.ts has a real one. */
async function bringNewVersion(page: Page): Promise<void> {
  const tell = async () => {
    const registration = await navigator.serviceWorker.ready;
    await caches.open('dueline-shell-newer');
    const worker = Object.assign(new EventTarget(), { state: 'activated' });
    Object.defineProperty(registration, 'installing', { value: worker, configurable: true });
    registration.dispatchEvent(new Event('updatefound'));
    worker.dispatchEvent(new Event('statechange'));
  };
  // Again until the page listens, which it does as soon as it has its worker.
  await expect(async () => {
    await page.evaluate(tell);
    await expect(page.getByRole('button', { name: 'Reload to update' })).toBeVisible({ timeout: 200 });
  }).toPass();
}
