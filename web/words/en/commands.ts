import { countEnglish as count } from '../language.ts';

/** The frame of the palette, and the announcements of commands. */
export const commands = {
  palette: 'Commands',
  hint: 'Type a command or part of a task',
  keys: 'Keyboard shortcuts',
  many: (n: number, what: string) => `${what}: ${count(n, 'task', 'tasks')}`,
  nudged: (days: number) =>
    days > 0 ? `${count(days, 'day', 'days')} later` : `${count(-days, 'day', 'days')} earlier`,
};

export const search = {
  open: 'Search and filter',
  label: 'Search tasks',
  placeholder: 'Search',
  clear: 'Clear search',
  filter: 'Filter',
  filterAndOrder: 'Filter and sort',
  filtered: 'active',
  sorted: 'sorted',
  kept: 'Saved filters',
  name: 'Name of this filter',
  keep: 'Save',
  replace: 'Replace',
  noTag: 'no tag',
  tags: 'Tags',
  forget: (name: string) => `Delete “${name}”`,
  due: 'Due',
  spans: { any: 'Any day', overdue: 'Overdue', today: 'Today', week: 'This week', later: 'Later' },
  order: 'Sort by',
  orders: { date: 'Date', importance: 'Importance', state: 'State', name: 'Name' },
  quoted: (text: string) => `“${text}”`,
  found: (n: number) => (n === 0 ? 'Nothing found' : `${count(n, 'task', 'tasks')} found`),
  none: { title: 'No matching tasks', text: (what: string) => `Searched for: ${what}.` },
  showAll: 'Show all tasks',
};

export const selection = {
  begin: 'Select',
  label: 'Selection',
  selected: (n: number) => (n === 0 ? 'None selected' : count(n, 'selected', 'selected')),
  all: 'Select all',
  reschedule: 'Reschedule',
  done: 'Done',
  more: 'More',
  remove: 'Delete',
  end: 'End selection',
};
