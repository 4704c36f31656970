import type { App } from './app.ts';

/** The tasks of Outlook, which are those of Microsoft To Do, as CSV. */
export const outlook: App = {
  name: 'Microsoft To Do / Outlook',
  marks: ['Subject', 'Reminder On/Off', '% Complete'],
  becomes: {
    Subject: 'description',
    'Due Date': 'dueDate',
    'Start Date': 'dueDate',
    Priority: 'importance',
    Status: 'state',
    Categories: 'labels',
    Notes: 'notes',
    'Date Completed': null,
    '% Complete': null,
    Complete: null,
    'Reminder On/Off': null,
    Private: null,
    Sensitivity: null,
  },
  states: { 'Waiting on someone else': 'WORKING', Deferred: 'TODO' },
};
