import type { Page } from '@playwright/test';

import { json, lost, never, refused } from '../answers.ts';
import type { Answers } from '../answers.ts';
import { newTask, paste, press } from '../walks.ts';
import { said } from './lists.ts';
import type { State } from './state.ts';
import { text, button, list, writable, add, openMenu, later, overdue, task } from './state.ts';

const editor = (page: Page) => page.getByRole('form', { name: 'Edit task' });

const openEditor = (page: Page) => press(page.getByText('Water the plants', { exact: true }));

async function edit(page: Page): Promise<void> {
  await openEditor(page);
  await editor(page).getByLabel('Task').fill('Water all the plants');
  await press(editor(page).getByRole('button', { name: 'Save' }));
}

/** The states of a task that is added or changed. */
export const changeStates: Readonly<Record<string, State>> = {
  editing: { answers: list, reach: openEditor, shows: editor },
  'editing a recurrence with a link': {
    answers: said,
    reach: (page) =>
      page
        .locator('[data-row]', { hasText: 'every month on the 1st' })
        .locator('.row-text')
        .press('Enter'),
    shows: (page) => editor(page).getByLabel('Repeats'),
  },
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
    shows: text('Describe the task.'),
  },
  'choosing a due date': {
    answers: list,
    reach: async (page) => {
      await openEditor(page);
      // On a phone this key is for the native picker, and no popover opens.
      await editor(page).getByLabel('Due date', { exact: true }).press('ArrowDown');
    },
    shows: (page) => page.locator('.date-popover .small-month, .bottom-sheet .native-date'),
  },
  'drafts restored': {
    answers: list,
    reach: async (page) => {
      await openEditor(page);
      await editor(page).getByLabel('Task').fill('Water all the plants');
      await page.keyboard.press('Escape');
      await newTask(page).fill('Half a thought');
      await page.reload();
    },
    shows: text('Unsaved draft'),
  },
  'read from the words': {
    answers: list,
    reach: (page) => newTask(page).fill('Renew the card 1 jan !high /working'),
    shows: (page) => page.getByRole('list', { name: 'Understood from your text' }),
  },
  'recurrence that stays words': {
    answers: list,
    reach: (page) => newTask(page).fill('Yoga every tuesday at 18:00 !low'),
    shows: (page) => page.locator('.chip', { hasText: 'repeats' }),
  },
  'pasted lines': {
    answers: list,
    reach: (page) =>
      paste(page, `Buy milk tomorrow !high\nYoga every tuesday\n${'Too long a text. '.repeat(16)}`),
    shows: button('Add 2 tasks'),
  },
  completions: {
    answers: list,
    reach: async (page) => {
      await newTask(page).pressSequentially('Plan !');
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
      await newTask(page).press('ArrowDown');
    },
    shows: (page) => page.getByRole('listbox').getByRole('option', { selected: true }),
  },
  'new task with a fault': {
    answers: list,
    reach: async (page) => {
      await newTask(page).fill('Too late 2020-01-02');
      await newTask(page).press('Enter');
    },
    shows: text('A new task cannot be due in the past.'),
  },
  'saving row': {
    answers: { ...writable, 'POST /api/tasks': never },
    reach: add,
    shows: (page) => page.locator('.pending'),
  },
  'waiting row, offline bar': {
    answers: { ...writable, 'POST /api/tasks': lost },
    reach: add,
    shows: text(/^Offline\. Showing the list from/),
  },
  'failed row': {
    answers: { ...writable, 'POST /api/tasks': refused(500, 'internal') },
    reach: add,
    shows: text('The service failed to save this.'),
  },
  'too many tasks': {
    answers: { ...writable, 'POST /api/tasks': refused(409, 'too_many_tasks') },
    reach: add,
    shows: text(/limit of tasks/),
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
  'changed elsewhere, with both versions': {
    answers: changedMeanwhile(),
    reach: async (page) => {
      await edit(page);
      await text(/^Offline\. Showing the list from/)(page).waitFor();
      await page.evaluate(() => dispatchEvent(new Event('online')));
    },
    shows: text('Keep both'),
  },
};

/** The request of a change is lost, and afterwards the list has another version of the task. */
function changedMeanwhile(): Answers {
  const elsewhere = task(2, 'Water the plants on the balcony', 1, 'HIGH', 'WORKING');
  let isTried = false;
  return {
    'GET /api/tasks': (route) =>
      isTried ? json([...overdue, elsewhere, ...later])(route) : list['GET /api/tasks'](route),
    'PUT /api/tasks/*': (route) => {
      isTried = true;
      return lost(route);
    },
  };
}
