import type { Fields } from '../../sync/fields.ts';
import { recordTable } from '../file-table.ts';
import type { FileTable } from '../file-table.ts';
import type { App } from './app.ts';

/** To-dos of a calendar file (RFC 5545), as Apple Reminders and calendar programs write them. */
export const reminders: App = {
  name: 'Apple Reminders / iCalendar',
  marks: [],
  becomes: {
    SUMMARY: 'description',
    DUE: 'dueDate',
    DTSTART: 'dueDate',
    PRIORITY: 'importance',
    STATUS: 'state',
    COMPLETED: 'state',
    'X-WR-CALNAME': 'list',
    'RELATED-TO': 'parent',
    CATEGORIES: 'labels',
    DESCRIPTION: 'notes',
    LOCATION: 'notes',
    URL: 'notes',
    RRULE: 'repeat',
    UID: null,
    CLASS: null,
    CREATED: null,
    DTSTAMP: null,
    'LAST-MODIFIED': null,
    'PERCENT-COMPLETE': null,
    SEQUENCE: null,
    'X-APPLE-SORT-ORDER': null,
  },
  importances: Object.fromEntries(Array.from({ length: 10 }, (_, value) => [value, importanceAt(value)])),
  states: { CANCELLED: 'DONE' },
  family: { id: 'UID', parent: 'RELATED-TO' },
};

/** RFC 5545, section 3.8.1.9: 1 to 4 are high, 5 is normal, 6 to 9 are low; 0 says nothing. */
function importanceAt(priority: number): Fields['importance'] {
  if (priority === 0 || priority === 5) return 'MEDIUM';
  return priority < 5 ? 'HIGH' : 'LOW';
}

/** Reads the to-dos; parts inside them, such as alarms, are named alone. */
export function readCalendar(text: string): FileTable {
  const todos: Record<string, string>[] = [];
  const within: string[] = [];
  let list = '';
  for (const line of text.replace(/(?:\r\n|\r|\n)[ \t]/g, '').split(/[\r\n]+/)) {
    const { name, value } = partsOf(line);
    const todo = todos.at(-1);
    if (name === 'BEGIN') {
      within.push(value);
      if (value === 'VTODO') todos.push({});
      else if (todo && within.at(-2) === 'VTODO') todo[value] = 'yes';
    } else if (name === 'END') within.pop();
    else if (name === 'X-WR-CALNAME') list = unescapeText(value);
    else if (todo && within.at(-1) === 'VTODO')
      todo[name] = [todo[name], valueOf(name, value)].filter(Boolean).join(', ');
  }
  return recordTable(
    todos.map((todo) => ({ 'X-WR-CALNAME': list, ...todo })),
    reminders,
  );
}

/** `DUE;TZID="Europe/Berlin":20260626T090000`: a colon in quotation marks ends nothing. */
function partsOf(line: string) {
  const [, name = '', value = ''] = /^([\w-]+)(?:;[^:"]*(?:"[^"]*"[^:"]*)*)?:(.*)$/.exec(line) ?? [];
  return { name: name.toUpperCase(), value };
}

function valueOf(name: string, value: string): string {
  // A to-do with the time of its completion is completed.
  if (name === 'COMPLETED') return name;
  const [, year, month, day, time = '', zone = ''] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(value.trim()) ?? [];
  if (year === undefined) return unescapeText(value);
  const clock = time && `T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}${zone}`;
  return `${year}-${month}-${day}${clock}`;
}

function unescapeText(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark));
}
