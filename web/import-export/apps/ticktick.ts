import type { App } from './app.ts';

/** The backup as CSV; lines about the file precede the names of the columns. */
export const tickTick: App = {
  name: 'TickTick',
  marks: ['Folder Name', 'List Name', 'Title'],
  becomes: {
    Title: 'description',
    'Due Date': 'dueDate',
    'Start Date': 'dueDate',
    Priority: 'importance',
    Status: 'state',
    'Folder Name': 'list',
    'List Name': 'list',
    'Column Name': 'list',
    parentId: 'parent',
    Tags: 'labels',
    Content: 'notes',
    Repeat: 'repeat',
    Kind: null,
    'Is Check list': null,
    'Created Time': null,
    'Completed Time': null,
    Order: null,
    Timezone: null,
    'Is All Day': null,
    'Is Floating': null,
    'Column Order': null,
    'View Mode': null,
    taskId: null,
    projectKind: null,
  },
  importances: { 0: 'MEDIUM', 1: 'LOW', 3: 'MEDIUM', 5: 'HIGH' },
  // Completed, archived, and "won't do".
  states: { 0: 'TODO', 1: 'DONE', 2: 'DONE', '-1': 'DONE' },
  zone: 'Timezone',
  family: { id: 'taskId', parent: 'parentId' },
};
