import { fieldNames } from '../../contract/fields.ts';
import type { TaskResponse } from '../../contract/task.ts';

import type { FieldName, Fields } from '../sync/fields.ts';
import { calendarOf, escapeText, stampOf } from '../view/icalendar.ts';
import { reminders } from './apps.ts';
import { extendedDate } from './file-dates.ts';
import { readBytes } from './file-text.ts';
import { mostEntries, recordTable } from './file-table.ts';
import type { FileFault, FileTable } from './file-table.ts';

/** Writes one to-do per task (RFC 5545, section 3.6.2), due on a day. `host` gives a task the same UID in every export. */
export function writeCalendar(
  tasks: readonly TaskResponse[],
  { nowMs, host }: { readonly nowMs: number; readonly host: string },
): string {
  return calendarOf(
    tasks.flatMap((task) => [
      'BEGIN:VTODO',
      `UID:dueline-task-${task.id}@${host}`,
      `DTSTAMP:${stampOf(nowMs)}`,
      ...fieldNames.map((name) => propertyOf[name](task)),
      'END:VTODO',
    ]),
  );
}

/** The property of each field. */
const propertyOf: Readonly<Record<FieldName, (task: Fields) => string>> = {
  description: ({ description }) => `SUMMARY:${escapeText(description)}`,
  dueDate: ({ dueDate }) => `DUE;VALUE=DATE:${dueDate.replaceAll('-', '')}`,
  importance: ({ importance }) => `PRIORITY:${priorities[importance]}`,
  state: ({ state }) => `STATUS:${statuses[state]}`,
};

/** RFC 5545, section 3.8.1.9: 1 to 4 are high, 5 is normal, 6 to 9 are low. */
const priorities = { HIGH: 1, MEDIUM: 5, LOW: 9 } as const;
const statuses = { TODO: 'NEEDS-ACTION', WORKING: 'IN-PROCESS', DONE: 'COMPLETED' } as const;

/** A property of a to-do, or the name of a component inside it. */
type Property = { readonly name: string; readonly value: string };

/** Reads the to-dos, as many as are imported. Of a component inside a to-do, such as an alarm, only the name is read. */
export async function readCalendar(text: string, pause: () => Promise<void>): Promise<FileTable> {
  const todos: Property[][] = [];
  const within: string[] = [];
  let list = '';
  let events = 0;
  let lines = 0;

  function begin(component: string): void {
    within.push(component);
    if (component === 'VCALENDAR') list = '';
    if (component === 'VTODO') todos.push([{ name: 'X-WR-CALNAME', value: list }]);
    if (/^V(?:EVENT|JOURNAL)$/.test(component)) events += 1;
  }

  for (const [line] of unfolded(text).matchAll(/[^\r\n]+/g)) {
    lines += 1;
    if (lines % linesAtOnce === 0) await pause();
    const { name, value } = partsOf(line);
    const isInTodo = within.at(-1) === 'VTODO' && todos.length <= mostEntries;
    const todo = isInTodo ? todos.at(-1) : undefined;
    if (name === 'BEGIN') {
      const component = value.trim().toUpperCase();
      todo?.push({ name: component, value: 'yes' });
      begin(component);
    } else if (name === 'END') within.pop();
    else if (name === 'X-WR-CALNAME') list = unescapeText(value);
    else todo?.push({ name, value: valueOf(name, value) });
  }
  const table = recordTable(withoutStacks(recordsOf(todos)), reminders);
  return { ...table, leftOut: { events }, faults: [...table.faults, ...cutOff(within)] };
}

/** The text with each property on one line. In the older vCalendar an equals sign also continues a line. */
const unfolded = (text: string): string =>
  text
    .replace(/(?:\r\n|\r|\n)[ \t]/g, '')
    .replace(continued, (property) => property.replace(/=(?:\r\n|\r|\n)/g, ''));

const continued =
  /^[\w-]+;[^:\r\n]{0,200}QUOTED-PRINTABLE[^:\r\n]{0,200}:(?:.*=(?:\r\n|\r|\n))+.*$/gim;

/** The to-dos as records. Where every time in UTC stands for a whole day, the program that wrote them knows only days. */
function recordsOf(todos: readonly (readonly Property[])[]): readonly Todo[] {
  const dates = todos.flat().filter(({ name }) => datesOfCalendar.has(name));
  const areDays = dates.every(({ value }) => !value.endsWith('Z') || timeOfWholeDay.test(value));
  const dayIn = (date: string) => (areDays ? date.replace(timeOfWholeDay, '') : date);
  return todos.map((todo) => {
    const record: Record<string, string> = {};
    for (const [name, properties] of Map.groupBy(todo, (each) => each.name)) {
      const text = properties.flatMap(({ value }) => value || []).join(', ');
      record[name] = datesOfCalendar.has(name) ? dayIn(text) : text;
    }
    return record;
  });
}

/** The to-dos without those that Nextcloud Deck writes for the lists of a board; each card is in its list. */
function withoutStacks(todos: readonly Todo[]): readonly Todo[] {
  const isStack = ({ UID }: Todo) => UID?.startsWith('deck-stack-') === true;
  const stacks = new Map(
    todos.filter(isStack).map(({ UID, SUMMARY }) => [UID, SUMMARY?.replace(/^List : /, '')]),
  );
  return todos
    .filter((todo) => !isStack(todo))
    .map((todo) => {
      const stack = stacks.get(todo['RELATED-TO']);
      if (stack === undefined) return todo;
      const list = [todo['X-WR-CALNAME'], stack].filter(Boolean).join(' / ');
      return { ...todo, 'X-WR-CALNAME': list, 'RELATED-TO': '' };
    });
}

type Todo = Readonly<Partial<Record<string, string>>>;

const timeOfWholeDay = /T(?:00:00|23:59):\d\dZ$/;

/** The fault of a file that ends inside a to-do, if it does. */
function cutOff(within: readonly string[]): readonly FileFault[] {
  if (!within.includes('VTODO')) return [];
  return [{ code: 'cut_off' }];
}

/** Number of lines that are read before a pause. */
const linesAtOnce = 10_000;

/** `DUE;TZID="Europe/Berlin":20260626T090000`: a colon in quotation marks is not the separator. */
function partsOf(line: string) {
  const [, name = '', parameters = '', value = ''] =
    /^([\w-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/s.exec(line) ?? [];
  const isPrintable = /=QUOTED-PRINTABLE/i.test(parameters);
  return { name: name.toUpperCase(), value: isPrintable ? fromPrintable(value) : value };
}

/** The text of `=C3=84pfel` (RFC 2045, section 6.7), in the encoding that its bytes have. */
const fromPrintable = (value: string): string =>
  value.replace(/(?:=[\da-f]{2})+/gi, (run) => {
    const codes = run.slice(1).split('=');
    return readBytes(Uint8Array.from(codes, (code) => Number.parseInt(code, 16))).text;
  });

const datesOfCalendar = new Set(['DUE', 'DTSTART']);

function valueOf(name: string, value: string): string {
  if (datesOfCalendar.has(name)) return extendedDate(value.trim());
  return unescapeText(value);
}

function unescapeText(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark));
}
