import type { Page } from '@playwright/test';

import { lost, refused } from '../answers.ts';
import { dayIso, newTask, press } from '../walks.ts';
import type { State } from './state.ts';
import { heading, text, button, list, writable, add } from './state.ts';

async function openFromAccount(page: Page, name: string): Promise<void> {
  await press(button(/^Account of/)(page));
  await press(button(name)(page));
}

async function signOut(page: Page): Promise<void> {
  await press(button(/^Account of/)(page));
  await press(page.getByRole('button', { name: 'Sign out' }));
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

const fromTodoist = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'section,Kitchen,,,,,,,,',
  'task,Repair the tap,Ask the neighbour,1,1,,,2090-04-03,en,Europe/Berlin',
  'task,Water the plants,,4,1,,,every monday,en,Europe/Berlin',
  `task,Paint the wall,${'A long story. '.repeat(20)},2,1,,,,,`,
];

/** The states of the account menu, the commands, and export and import. */
export const dialogStates: Readonly<Record<string, State>> = {
  account: {
    answers: list,
    reach: (page) => press(button(/^Account of/)(page)),
    shows: text('Sign out'),
  },
  'question before signing out': {
    answers: { ...writable, 'POST /api/tasks': refused(500, 'internal') },
    reach: async (page) => {
      await add(page);
      await text('Not saved')(page).waitFor();
      await newTask(page).fill('Half a thought');
      await signOut(page);
    },
    shows: button('Discard and sign out'),
  },
  'signed out without a connection': {
    answers: { ...list, 'GET /api/auth/logout': lost },
    reach: signOut,
    shows: heading('You are signed out on this device'),
  },
  'task of a link': {
    answers: list,
    address: '/?add=Return+the+library+books+tomorrow+!high',
    shows: heading('Add this task?'),
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
    shows: text('Nothing found'),
  },
  help: {
    answers: list,
    reach: (page) => openFromAccount(page, 'Keyboard shortcuts'),
    shows: text('A week later'),
  },
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
  'import from another app': {
    answers: list,
    reach: async (page) => {
      await chooseFile(page, 'Home [220474322].csv', fromTodoist.join('\n'));
      await press(text('Add to the task text')(page));
    },
    shows: text(/…$/),
  },
  'import of a wrong file': {
    answers: list,
    reach: (page) => chooseFile(page, 'notes.json', '{"notes": 1}'),
    shows: text(/^This file has no list of tasks\./),
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
};
