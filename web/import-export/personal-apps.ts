import type { App } from './apps.ts';

/** The CSV of https://www.toodledo.com/tools/import_export.php */
export const toodledo: App = {
  name: 'Toodledo',
  marks: ['TASK', 'FOLDER', 'CONTEXT', 'DUEDATE', 'DUETIME'],
  columns: {
    description: ['TASK'],
    dueDate: ['DUEDATE', 'STARTDATE'],
    importance: ['PRIORITY'],
    state: ['STATUS'],
    list: ['FOLDER', 'GOAL'],
    parent: ['PARENT'],
    labels: ['CONTEXT', 'TAG', 'STAR'],
    notes: ['NOTE', 'LOCATION'],
    repeat: ['REPEAT'],
  },
  ignored: 'STARTTIME',
  clock: 'DUETIME',
  values: {
    // 0 is the default of a task without a priority.
    // oxfmt-ignore
    importance: { '-1': 'LOW', 0: 'MEDIUM', 1: 'MEDIUM', 2: 'HIGH', 3: 'HIGH', Negative: 'LOW', Top: 'HIGH' },
    // oxfmt-ignore
    state: { None: 'TODO', 'Next Action': 'TODO', Planning: 'TODO', Hold: 'TODO', Postponed: 'TODO', Someday: 'TODO', Reference: 'TODO', Delegated: 'WORKING', Waiting: 'WORKING' },
  },
  finished: ['COMPLETED'],
};

/** The backup as JSON: https://tasks.org/docs/backups */
export const tasksOrg: App = {
  name: 'Tasks.org',
  columns: {
    description: ['title'],
    dueDate: ['due', 'start'],
    importance: ['priority'],
    list: ['list'],
    parent: ['parent'],
    labels: ['tags'],
    notes: ['notes'],
    repeat: ['repeat'],
  },
  ignored: '',
  // 3 is the default of a task without a priority.
  values: { importance: { 0: 'HIGH', 1: 'MEDIUM', 2: 'LOW', 3: 'MEDIUM' } },
  finished: ['isDone'],
};

/** The data of a person as JSON: to-dos, and dailies with their recurrences. */
export const habitica: App = {
  name: 'Habitica',
  columns: {
    description: ['text'],
    dueDate: ['date'],
    labels: ['tags'],
    notes: ['notes', 'checklist'],
    repeat: ['repeat'],
  },
  ignored: '',
  finished: ['completed'],
  wholeDay: 'isWholeDay',
};

/** The backup as JSON: https://github.com/amazingmarvin/MarvinAPI/wiki/Marvin-Data-Types */
export const amazingMarvin: App = {
  name: 'Amazing Marvin',
  columns: {
    description: ['title'],
    dueDate: ['dueDate', 'endDate', 'day', 'startDate'],
    importance: ['importance'],
    list: ['list'],
    parent: ['parent'],
    labels: ['labels'],
    notes: ['note'],
    repeat: ['repeat'],
  },
  ignored: '',
  finished: ['done'],
};

/** The JSON of its last export, which many people have kept. */
export const wunderlist: App = {
  name: 'Wunderlist',
  columns: {
    description: ['title'],
    dueDate: ['due'],
    importance: ['importance'],
    list: ['list'],
    parent: ['parent'],
    notes: ['notes'],
    repeat: ['repeat'],
  },
  ignored: '',
  finished: ['completed'],
};

/** An outline in the form of http://opml.org/spec2.opml, as Workflowy, Dynalist, OmniOutliner and others write it. */
export const opml: App = {
  name: 'OPML (Workflowy, Dynalist)',
  columns: {
    description: ['title'],
    dueDate: ['due'],
    list: ['list'],
    notes: ['notes'],
    repeat: ['repeat'],
  },
  ignored: '',
  finished: ['isDone'],
};
