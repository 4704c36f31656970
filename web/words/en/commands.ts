import { countIn } from '../count.ts';

const count = countIn('en');

/** Palette, keys, search, filters and selection. */
export const commands = {
  palette: 'Commands',
  paletteHint: 'Type a command, or words of a task',
  nothing: 'Nothing of that name',
  keys: 'Keys',
  keysOff: 'Single keys are switched off. Those with Ctrl or ⌘, the arrows and F6 work all the same.',
  followedBy: 'then',
  or: 'or',
  many: (n: number, what: string) => `${count(n, 'task', 'tasks')}: ${what}`,
  nudged: (days: number) =>
    days > 0 ? `${count(days, 'day', 'days')} later` : `${count(-days, 'day', 'days')} earlier`,
  sections: { page: 'On the page', line: 'On a line, or on all selected ones', views: 'Views' },
  names: {
    add: 'Add a task',
    search: 'Search',
    palette: 'All commands',
    next: 'Next line',
    previous: 'Line before',
    edit: 'Edit',
    select: 'Select',
    reachNext: 'Select down to the next line',
    reachPrevious: 'Select up to the line before',
    end: 'End the selection',
    done: 'Done, or open again',
    working: 'Working',
    todo: 'To do',
    low: 'Low importance',
    medium: 'Medium importance',
    high: 'High importance',
    date: 'Change the date',
    dayEarlier: 'A day earlier',
    dayLater: 'A day later',
    weekEarlier: 'A week earlier',
    weekLater: 'A week later',
    remove: 'Delete',
    undo: 'Undo',
    list: 'List',
    board: 'Board',
    month: 'Month',
    region: 'Next part of the page',
    help: 'Keys',
  },
  keyNames: {
    ArrowDown: '↓',
    ArrowUp: '↑',
    Space: 'Space',
    Enter: 'Enter',
    Escape: 'Esc',
    Delete: 'Delete',
    Backspace: 'Backspace',
    Shift: 'Shift',
    Mod: 'Ctrl',
  },
};

export const search = {
  label: 'Search tasks',
  placeholder: 'Search',
  clear: 'Clear the search',
  filter: 'Filter',
  filterAndOrder: 'Filter and order',
  filtered: 'filtered',
  due: 'Due',
  spans: { any: 'Any day', overdue: 'Overdue', today: 'Today', week: 'This week', later: 'Later' },
  order: 'Order by',
  orders: { date: 'Date', importance: 'Importance', state: 'State', name: 'Name' },
  quoted: (text: string) => `“${text}”`,
  found: (n: number) => (n === 0 ? 'Nothing found' : `${count(n, 'task', 'tasks')} found`),
  none: { title: 'No line like that', text: (what: string) => `Looked for: ${what}.` },
  showAll: 'Show all tasks',
};

export const selection = {
  begin: 'Select',
  label: 'Selection',
  selected: (n: number) => (n === 0 ? 'None selected' : `${n} selected`),
  all: 'Select all',
  reschedule: 'Reschedule',
  done: 'Done',
  more: 'More',
  remove: 'Delete',
  end: 'End the selection',
};

export const date = {
  title: (n: number) => (n === 1 ? 'Change the date' : `Reschedule ${count(n, 'task', 'tasks')}`),
  words: 'New date, in words',
  wordsHint: 'Friday or 3 Dec or in two weeks',
  choices: 'Dates',
  day: 'Or choose a day',
  set: 'Set',
  names: {
    today: 'Today',
    tomorrow: 'Tomorrow',
    weekend: 'At the weekend',
    nextWeek: 'Next week',
    nextMonth: 'Next month',
  },
};
