import type { FieldName } from '../sync/fields.ts';

/** Kinds of data in other apps that are not fields here, in the order in which they are added to a description. */
export const detailKinds = ['list', 'parent', 'labels', 'otherDate', 'notes', 'repeat'] as const;
export type DetailKind = (typeof detailKinds)[number];
/** `repeat` is a recurrence that was not understood; it is never added, because the task would not repeat. */
export type Details = Readonly<Partial<Record<DetailKind, string>>>;

/** The field or detail that a column becomes. */
export type Target = FieldName | DetailKind;

/** The format of one app's export. */
export type App = {
  readonly name: string;
  /** Columns that together identify the app; missing where the reader of the format identifies it. */
  readonly marks?: readonly string[];
  /** Of several columns for one field the first one with a value is used; a second date becomes a detail. */
  readonly columns: Readonly<Partial<Record<Target, readonly string[]>>>;
  /** Columns that are ignored, such as an id; separated by `|`. */
  readonly ignored: string;
  /** The meaning of values that `meanings.ts` does not know. */
  readonly values?: Readonly<Partial<Record<FieldName, Readonly<Record<string, string>>>>>;
  /** Columns that finish the task by any value, such as a day, but for "false". */
  readonly finished?: readonly string[];
  /** The column that says "true" if the dates of a task are whole days. */
  readonly wholeDay?: string;
  /** The column with the time of day of the due date. */
  readonly clock?: string | undefined;
  /** The column with the time zone of the dates. */
  readonly zone?: string;
  /** The columns with the id of a task and the id of its parent. */
  readonly family?: { readonly id: string; readonly parent: string } | undefined;
  /** Each file has one list, and the name of the file is that of the list. */
  readonly fileIsList?: boolean;
};

/** One project as CSV: https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6 */
export const todoist: App = {
  name: 'Todoist',
  marks: ['TYPE', 'CONTENT', 'INDENT'],
  columns: {
    description: ['CONTENT'],
    dueDate: ['DATE', 'DEADLINE'],
    importance: ['PRIORITY'],
    list: ['SECTION'],
    parent: ['PARENT'],
    notes: ['DESCRIPTION', 'NOTE'],
  },
  ignored: 'TYPE|INDENT|AUTHOR|DATE_LANG|DEADLINE_LANG|DURATION_UNIT|IS_COLLAPSED|TIMEZONE',
  // 4 is the default of a task without a priority.
  values: { importance: { 1: 'HIGH', 2: 'MEDIUM', 3: 'MEDIUM', 4: 'MEDIUM' } },
  zone: 'TIMEZONE',
  fileIsList: true,
};

/** Tasks as in https://developer.todoist.com/api/v1/, where 4 is the highest priority. */
export const todoistTasks: App = {
  name: 'Todoist',
  columns: {
    description: ['content'],
    dueDate: ['due', 'deadline'],
    importance: ['priority'],
    list: ['project', 'section'],
    parent: ['parent'],
    labels: ['labels'],
    notes: ['description'],
    repeat: ['repeat'],
  },
  ignored: 'zone',
  values: { importance: { 1: 'MEDIUM', 2: 'MEDIUM', 3: 'MEDIUM', 4: 'HIGH' } },
  finished: ['finished'],
  zone: 'zone',
};

/** The backup as CSV; it begins with lines about the file, before the names of the columns. */
export const tickTick: App = {
  name: 'TickTick',
  marks: ['Folder Name', 'List Name', 'Title'],
  columns: {
    description: ['Title'],
    dueDate: ['Due Date', 'Start Date'],
    importance: ['Priority'],
    state: ['Status'],
    list: ['Folder Name', 'List Name', 'Column Name'],
    parent: ['parentId'],
    labels: ['Tags'],
    notes: ['Content'],
    repeat: ['Repeat'],
  },
  ignored:
    'Kind|Is Check list|Created Time|Completed Time|Order|Timezone|Is Floating|Column Order|' +
    'View Mode|taskId|projectKind',
  values: {
    importance: { 0: 'MEDIUM', 1: 'LOW', 3: 'MEDIUM', 5: 'HIGH' },
    // Completed, archived, and "won't do".
    state: { 0: 'TODO', 1: 'DONE', 2: 'DONE', '-1': 'cancelled' },
  },
  wholeDay: 'Is All Day',
  zone: 'Timezone',
  family: { id: 'taskId', parent: 'parentId' },
};

/** The CSV of Outlook, whose tasks are those of Microsoft To Do. */
export const outlook: App = {
  name: 'Microsoft To Do / Outlook',
  marks: ['Subject', 'Reminder On/Off', '% Complete'],
  columns: {
    description: ['Subject'],
    dueDate: ['Due Date', 'Start Date'],
    importance: ['Priority'],
    state: ['Status'],
    labels: ['Categories'],
    notes: ['Notes'],
  },
  ignored: 'Date Completed|% Complete|Complete|Reminder On/Off|Private|Sensitivity',
};

/** `Tasks.json` of Google Takeout: lists of tasks as in https://developers.google.com/tasks/reference/rest/v1/tasks */
export const googleTasks: App = {
  name: 'Google Tasks',
  columns: {
    description: ['title'],
    dueDate: ['due'],
    state: ['status'],
    list: ['list'],
    parent: ['parent'],
    notes: ['notes', 'links'],
  },
  ignored:
    'kind|id|etag|created|updated|completed|deleted|hidden|position|selfLink|webViewLink|task_type',
  family: { id: 'id', parent: 'parent' },
};

/** A note of Google Takeout, which has one file for each. */
export const googleKeep: App = {
  name: 'Google Keep',
  columns: { description: ['text'], list: ['list'], labels: ['labels'], notes: ['notes'] },
  ignored: '',
  finished: ['isChecked', 'isArchived'],
};

/** The JSON of Things: https://culturedcode.com/things/support/articles/2803573/ */
export const things: App = {
  name: 'Things',
  columns: {
    description: ['title'],
    dueDate: ['deadline', 'when'],
    state: ['state'],
    list: ['area', 'list', 'heading'],
    labels: ['tags'],
    notes: ['notes', 'checklist-items'],
  },
  ignored: 'canceled|creation-date|completion-date|list-id|heading-id|area-id|tag-ids',
  finished: ['completed'],
};

/** The JSON of `task export`: https://taskwarrior.org/docs/design/task/ */
export const taskwarrior: App = {
  name: 'Taskwarrior',
  columns: {
    description: ['description'],
    dueDate: ['due', 'scheduled'],
    importance: ['priority'],
    state: ['status'],
    list: ['project'],
    labels: ['tags'],
    notes: ['annotations'],
    repeat: ['recur'],
  },
  ignored: 'id|uuid|entry|modified|end|urgency|mask|imask|parent|rtype|last|template',
  values: {
    importance: { H: 'HIGH', M: 'MEDIUM', L: 'LOW' },
    state: { pending: 'TODO', waiting: 'TODO', recurring: 'TODO' },
  },
};

/** Lines as in https://github.com/todotxt/todo.txt */
export const todoTxt: App = {
  name: 'todo.txt',
  columns: {
    description: ['text'],
    dueDate: ['due', 't'],
    importance: ['importance'],
    repeat: ['rec'],
  },
  ignored: '',
  finished: ['finished'],
};

/** The JSON of https://www.rememberthemilk.com/help/answer/basics-general-export */
export const rememberTheMilk: App = {
  name: 'Remember The Milk',
  columns: {
    description: ['title'],
    dueDate: ['due'],
    importance: ['priority'],
    list: ['list'],
    parent: ['parent'],
    labels: ['tags'],
    notes: ['notes'],
    repeat: ['repeat'],
  },
  ignored: '',
  values: { importance: { P1: 'HIGH', P2: 'MEDIUM', P3: 'LOW', PN: 'MEDIUM' } },
  finished: ['completed'],
  wholeDay: 'isWholeDay',
};

/** To-dos of a calendar file (RFC 5545), as Apple Reminders and calendar programs write them. */
export const reminders: App = {
  name: 'Apple Reminders / iCalendar',
  columns: {
    description: ['SUMMARY'],
    dueDate: ['DUE', 'DTSTART'],
    importance: ['PRIORITY'],
    state: ['STATUS', 'PERCENT-COMPLETE'],
    list: ['X-WR-CALNAME'],
    parent: ['RELATED-TO'],
    labels: ['CATEGORIES'],
    notes: ['DESCRIPTION', 'LOCATION', 'URL'],
    repeat: ['RRULE'],
  },
  ignored: 'UID|CLASS|CREATED|DTSTAMP|LAST-MODIFIED|SEQUENCE|X-APPLE-SORT-ORDER',
  values: {
    // RFC 5545, section 3.8.1.9: 1 to 4 are high, 5 is normal, 6 to 9 are low; 0 is undefined.
    // oxfmt-ignore
    importance: { 0: 'MEDIUM', 1: 'HIGH', 2: 'HIGH', 3: 'HIGH', 4: 'HIGH', 5: 'MEDIUM', 6: 'LOW', 7: 'LOW', 8: 'LOW', 9: 'LOW' },
    state: { 0: 'TODO', 100: 'DONE' },
  },
  finished: ['COMPLETED'],
  family: { id: 'UID', parent: 'RELATED-TO' },
};

/** A note with tasks in the form of the plugin Tasks: https://publish.obsidian.md/tasks/Reference/Task+Formats/About+Task+Formats */
export const obsidianTasks: App = {
  name: 'Obsidian Tasks',
  columns: {
    description: ['description'],
    dueDate: ['dueDate', 'scheduled', 'start'],
    importance: ['importance'],
    state: ['state'],
    repeat: ['repeat'],
  },
  ignored: 'created|done|cancelled|completion|id|dependson|oncompletion|isCancelled',
  values: { importance: { highest: 'HIGH', lowest: 'LOW' } },
};

const outlineColumns = {
  description: ['title'],
  dueDate: ['due', 'scheduled', 'start'],
  importance: ['importance'],
  state: ['state'],
  list: ['list'],
  parent: ['parent'],
  labels: ['tags'],
  notes: ['notes'],
  repeat: ['repeat'],
};

/** An outline of Emacs: https://orgmode.org/manual/ */
export const orgMode: App = {
  name: 'org mode',
  columns: outlineColumns,
  ignored: '',
  values: {
    importance: { A: 'HIGH', B: 'MEDIUM', C: 'LOW' },
    state: { NEXT: 'TODO', STARTED: 'WORKING' },
  },
};

/** A page of Logseq, whose tasks are in the form of org mode. */
export const logseq: App = {
  name: 'Logseq',
  columns: { ...outlineColumns, list: [] },
  ignored: 'list',
  values: {
    importance: { A: 'HIGH', B: 'MEDIUM', C: 'LOW' },
    state: { LATER: 'TODO', NOW: 'WORKING' },
  },
};

/** An outline as TaskPaper and OmniFocus write it: https://guide.taskpaper.com/ */
export const taskPaper: App = {
  name: 'TaskPaper / OmniFocus',
  columns: outlineColumns,
  ignored: '',
  values: { importance: { 1: 'HIGH', 2: 'MEDIUM', 3: 'LOW' } },
};
