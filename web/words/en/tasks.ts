import type { FieldFaultCode } from '../../../contract/problem.ts';
import { countEnglish as count } from '../language.ts';

export const fields = {
  description: 'Task',
  dueDate: 'Due date',
  importance: 'Importance',
  state: 'State',
  importances: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' },
  states: { TODO: 'To do', WORKING: 'Working', DONE: 'Done' },
  repeats: 'Repeats',
  repeatsNever: 'never',
  repeatRules: ['every day', 'every weekday', 'every week', 'every month', 'every year'],
  faults: {
    required: 'This is required.',
    type: 'This is not the right kind of value.',
    blank: 'Describe the task.',
    not_well_formed: 'This contains a character that cannot be stored.',
    not_a_date: 'Choose a date.',
    in_the_past: 'A new task cannot be due in the past.',
    not_allowed: 'Choose one of the options.',
  } satisfies Record<Exclude<FieldFaultCode, 'too_long'>, string>,
  tooLong: (most: number) => `At most ${count(most, 'character', 'characters')}.`,
  left: (n: number) =>
    n < 0
      ? count(-n, 'character too many', 'characters too many')
      : count(n, 'character left', 'characters left'),
};

export const list = {
  title: 'Tasks',
  groups: {
    overdue: 'Overdue',
    today: 'Today',
    tomorrow: 'Tomorrow',
    week: 'This week',
    nextWeek: 'Next week',
    someday: 'Someday',
    done: 'Done',
  },
  counted: (n: number) => count(n, 'task', 'tasks'),
  open: (n: number) => count(n, 'open', 'open'),
  left: (n: number) => count(n, 'left today', 'left today'),
  clear: 'Nothing left for today.',
  next: (date: string) => `Next: ${date}`.replace('Tomorrow', 'tomorrow'),
  nextTask: (date: string, description: string) =>
    `Next, ${date}: ${description}`.replace('Next, Tomorrow', 'Next, tomorrow'),
  late: (days: number) => count(days, 'day late', 'days late'),
  loading: 'Loading your tasks',
  empty: { title: 'A clean page', text: 'Write your first task, or begin with one of these:' },
  examples: [
    'Water the plants tomorrow',
    'Book the dentist next week',
    'Call home on Sunday !high',
  ],
  allDone: 'All done.',
  dayDone: 'All done for today',
  more: (description: string) => `More for: ${description}`,
  finish: (description: string) => `Mark done: ${description}`,
  reopen: (description: string) => `Mark to do: ${description}`,
  nowState: (state: string, description: string) => `${state}: ${description}`,
  nextOnes: (n: number) => count(n, 'next task added', 'next tasks added'),
  repeats: (words: string) => `Repeats: ${words}`,
};

export const row = {
  saving: 'Saving',
  waiting: 'Waiting',
  failed: 'Not saved',
  refused: (detail: string) => `The service refused this: ${detail}`,
  broken: 'The service failed to save this.',
  unclear: 'This page does not understand the service’s response.',
  gone: 'This task was deleted elsewhere.',
  full: 'You have reached this service’s limit of tasks. Delete some to make room.',
  tooLarge:
    'Your tasks take up all the room that this service has for one person. Delete some, or shorten long ones.',
  createAgain: 'Create it again',
  retry: 'Retry',
  discard: 'Discard',
  mend: 'Edit',
  draft: 'Unsaved draft',
  conflict: {
    title: 'Also changed elsewhere',
    yours: 'Your version',
    theirs: 'The other version',
    deleted: 'deleted',
    keepYours: 'Keep yours',
    keepTheirs: 'Keep the other version',
    keepBoth: 'Keep both',
  },
};

export const editor = {
  title: 'Edit task',
  /** After an edit of a task that is then not in sight, as in another view. */
  saved: (description: string) => `Saved: ${description}`,
  /** After an edit of a task that a search or filter then hides. */
  outOfView: (description: string) => `Saved, hidden by the search or filter: ${description}`,
  save: 'Save',
  remove: 'Delete',
  discardDraft: 'Discard draft',
};

export const menu = {
  edit: 'Edit',
  pickDate: 'Pick a date',
  calendar: 'Add to calendar',
  remove: 'Delete',
  endRepeat: 'Stop repeating',
};

export const date = {
  title: (n: number) => (n === 1 ? 'Change date' : `Reschedule ${count(n, 'task', 'tasks')}`),
  words: 'New date, in words',
  wordsHint: 'Friday, 3 Dec or in two weeks',
  choices: 'Dates',
  day: 'Or choose a day',
  set: 'Set',
  none: 'No date',
  unread: 'No date found.',
  names: {
    yesterday: 'Yesterday',
    today: 'Today',
    tomorrow: 'Tomorrow',
    weekend: 'At the weekend',
    nextWeek: 'Next week',
    nextMonth: 'Next month',
  },
};

/** The group of overdue tasks. */
export const overdue = {
  allToToday: 'All to today',
  todayAlone: 'Only today',
  spread: 'Spread',
  aDay: (most: number) => `, up to ${most} tasks a day`,
  spreadUntil: (most: number, day: string) => `Spread, up to ${most} a working day, until ${day}`,
  spreadHint: 'Over the coming working days. The settings have your number of tasks for a day.',
  keysHint:
    'After you move, finish or delete a task, the next one has the focus: after an overdue one, the next overdue one. Without the focus on a task, or a selection, these keys change nothing.',
};
