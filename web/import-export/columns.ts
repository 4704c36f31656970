import { fieldNames, longestDescription } from '../../contract/fields.ts';

import { addDays } from '../dates/calendar.ts';
import { firstDue, nextDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import { repeatIn } from '../quick-add/read-date.ts';
import { withoutChips } from '../quick-add/read.ts';
import { monthDayWords } from '../quick-add/repeat-rule.ts';
import { firstSpellings } from '../quick-add/vocabulary.ts';
import { descriptionFault } from '../sync/fields.ts';
import type { FieldName } from '../sync/fields.ts';
import { detailKinds, reminders } from './apps.ts';
import type { App, DetailKind, Details, Target } from './apps.ts';
import { dayOf, extendedDate, mayNameYear, nearestDay, timeOfDay } from './file-dates.ts';
import { textOf } from './file-table.ts';
import type { FileEntry, FileTable } from './file-table.ts';
import { finishedColumns, mapColumns, readers } from './meanings.ts';

/** Reads the columns of a table by the format of its app, or else by their names. */
export function columnsOf(
  table: FileTable,
  options: QuickAddOptions & { readonly fileName?: string },
) {
  const { columns, entries, app } = table;
  const read: Omit<App, 'name'> = app ?? {
    columns: mapColumns(columns),
    others: 'id',
    finished: finishedColumns(columns),
  };
  const { family, finished = [], values = {} } = read;
  // A column that is there several times has a number after its name.
  const repeated = Map.groupBy(columns, (column) => column.replace(/ \(\d+\)$/, ''));
  const namesOf = (target: Target) =>
    (read.columns[target] ?? []).flatMap((name) => [
      name,
      ...(repeated.get(name) ?? []).filter((column) => column !== name),
    ]);
  const at = (entry: FileEntry, name = '') => textOf(entry.values.get(name));
  const [title = ''] = namesOf('description');
  const titles = new Map<string, string>(
    family && entries.map((entry) => [at(entry, family.id), at(entry, title)]),
  );
  // A calendar file has no Markdown: asterisks in it are text.
  const plain = (text: string) => (app === reminders ? text : plainText(text));
  const fileList = read.fileIsList ? listNamed(options.fileName ?? '') : '';
  function textsOf(entry: FileEntry, target: Target): string[] {
    const texts = namesOf(target).map((column) => {
      const text = at(entry, column);
      return column === family?.parent && text !== '' ? (titles.get(text) ?? '') : text;
    });
    return [...(target === 'list' ? [fileList] : []), ...texts].filter((text) => text !== '');
  }

  /** The first date is the due date; text that is not a date is read as a recurrence. */
  function datesOf(entry: FileEntry) {
    const days: string[] = [];
    const repeat: string[] = [];
    const isWholeDay = /^true$/i.test(at(entry, read.wholeDay));
    for (const written of textsOf(entry, 'dueDate')) {
      const text = extendedDate(endOfRange(written));
      if (app && noValue.test(text)) continue;
      // Without a known app, of the dates in words only those with a year are read: "tomorrow" was said on an unknown day.
      const isRead = app || mayNameYear(text);
      const day = isRead
        ? (dayOf(text, at(entry, read.zone), options) ?? (app ? undefined : text))
        : text;
      if (day === undefined) repeat.push(text);
      else if (!days.some((known) => known.slice(0, 10) === day.slice(0, 10)))
        days.push(isWholeDay ? nearestDay(day) : withoutMidnight(day));
    }
    return { due: days[0] ?? '', otherDate: days.slice(1), repeat };
  }

  function meaningOf(field: FieldName, text: string): string {
    const meant = values[field];
    return meant && Object.hasOwn(meant, text) ? (meant[text] ?? text) : text;
  }

  /** The values of an entry for each field, and its details. */
  function valuesOf(entry: FileEntry) {
    const { due: written, ...dates } = datesOf(entry);
    const found: Partial<Record<DetailKind, readonly string[]>> = dates;
    const details: Partial<Record<DetailKind, string>> = {};
    for (const kind of detailKinds) {
      const texts = new Set([...(found[kind] ?? []), ...textsOf(entry, kind)]);
      if (texts.size > 0) details[kind] = plain([...texts].join(' / ')).replace(/\s+/g, ' ');
    }
    const repeat = app && repetitionIn(inWords(details.repeat ?? ''), options);
    if (repeat) delete details.repeat;
    const due = written || (repeat?.due ?? '');
    function valueIn(field: FieldName): unknown {
      if (field === 'description') {
        const value = entry.values.get(title);
        if (!app || typeof value !== 'string') return value;
        // A task has no time of day, but its description may have one.
        const [, time] = / (.*\d.*)/.exec(written) ?? [];
        return [plain(value), repeat?.words, time].filter(Boolean).join(' ');
      }
      if (field === 'state' && finished.some((column) => !noValue.test(at(entry, column))))
        return 'DONE';
      const texts = field === 'dueDate' ? [due] : textsOf(entry, field);
      const meant = texts.map((text) => meaningOf(field, text));
      // Of several columns the first one whose value has a meaning.
      return (
        meant.find((text) => typeof readers[field](text, 'day_first') === 'string') ??
        meant[0] ??
        ''
      );
    }
    return { entry, valueIn, details };
  }

  const hasDescription = columns.some((name) => namesOf('description').includes(name));
  const known = new Set([
    '',
    ...read.others.split('|'),
    ...finished,
    read.wholeDay ?? '',
    ...detailKinds.flatMap(namesOf),
    ...fieldNames.flatMap(namesOf),
  ]);
  return { ignored: columnsHeld(table, known), hasDescription, valuesOf };
}

/** A cell that says that something has not happened. */
const noValue = /^(?:false|no|0|null|none|0001-.*)?$/i;

/** The last day of a range: "November 28, 2026 → November 30, 2026". */
const endOfRange = (text: string): string => text.slice(text.lastIndexOf('→') + 1).trim();

/** A day with its time, or without it at midnight, which stands for the whole day. */
const withoutMidnight = (day: string): string =>
  day
    .replace(/(?<=\d)T(?=\d)/, ' ')
    .replace(/(?<=:\d\d):00(?:\.0+)?$| 00:00(?::00)?$| 12:00(?::00)? AM$/i, '');

/** The columns with any value, in the order of the file, without those in `known`. */
function columnsHeld(
  { columns, entries, app }: FileTable,
  known: ReadonlySet<string>,
): readonly string[] {
  // Apps fill cells with "False", "0 hours" or "Normal" as default.
  const nothing = app ? /^(?:0(?: hours)?|false|none|normal)?$/i : /^$/;
  const held = new Set<string>();
  for (const { values } of entries)
    for (const [name, value] of values)
      if (!known.has(name) && !held.has(name) && !nothing.test(textOf(value))) held.add(name);
  return columns.filter((name) => held.has(name));
}

/** The words of a recurrence without its first day, and the first due date. Undefined if the text has more than that and a time. */
function repetitionIn(text: string, options: QuickAddOptions) {
  const found = repeatIn(text, options);
  // In Todoist "every 2nd Friday" is the second Friday of each month.
  const isOfMonth = found?.rule.weekdays !== undefined && /\b2(?:nd|\.) |second/i.test(text);
  if (!found || isOfMonth || !timeOfDay.test(withoutChips(text, [found]))) return undefined;
  const { rule, date } = found;
  const words = withoutChips(text, date ? [date] : []);
  const start = date && startIn(text, date.value, options);
  return { words, due: dueFrom(rule, start, options.todayIso) };
}

/** The first day of a recurrence on or after today. */
function dueFrom(rule: Repeat, start: string | undefined, todayIso: string): string {
  if (start === undefined) return firstDue(rule, todayIso);
  if (start >= todayIso) return start;
  return nextDue({ ...rule, isFromDone: false }, start, addDays(todayIso, -1)) ?? todayIso;
}

/** The first day of a recurrence as it was meant when it was written: a day and a month without a year are those of this year. */
function startIn(text: string, start: string, options: QuickAddOptions): string {
  const year = Number(options.todayIso.slice(0, 4));
  if (Number(start.slice(0, 4)) <= year) return start;
  const readFrom = (day: string) =>
    repeatIn(text, { ...options, todayIso: `${year - 1}-12-${day}` })?.date?.value;
  const ofThisYear = readFrom('31');
  // Words such as "tomorrow" mean another day on another day.
  return ofThisYear !== undefined && ofThisYear === readFrom('30') ? ofThisYear : start;
}

/** Writes a rule of iCalendar (RFC 5545, section 3.3.10) in words that quick add reads; returns any other text unchanged. */
function inWords(text: string): string {
  const parts = partsOf(text);
  const unit = units.get(parts.get('FREQ'));
  if (unit === undefined || [...parts.keys()].some((name) => !readParts.has(name))) return text;
  const every = Number(parts.get('INTERVAL') ?? 1);
  const write = parts.has('BYDAY') ? onWeekdays : onDayOfMonth;
  return write(parts, every, unit) ?? text;
}

const units: ReadonlyMap<string | undefined, string> = new Map([
  ['DAILY', 'day'],
  ['WEEKLY', 'week'],
  ['MONTHLY', 'month'],
  ['YEARLY', 'year'],
]);

type RuleParts = ReadonlyMap<string, string>;

/** The parts of a rule such as `FREQ=DAILY;INTERVAL=2`, by name. */
function partsOf(rule: string): RuleParts {
  const pairs = rule.replace(/^RRULE:/i, '').split(';');
  return new Map(pairs.map((pair) => [pair.replace(/=.*/, ''), pair.replace(/^[^=]*=?/, '')]));
}

const startOf = (every: number, unit: string) =>
  every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;

/** Words a rule with BYDAY; undefined if quick add cannot read it. */
function onWeekdays(parts: RuleParts, every: number, unit: string): string | undefined {
  const days =
    parts
      .get('BYDAY')
      ?.split(',')
      .map((each) => weekdays.get(each)) ?? [];
  const isOfWeek = every === 1 || unit === 'week';
  if (!isOfWeek || parts.has('BYMONTHDAY') || days.includes(undefined)) return undefined;
  if (every === 1) return `every ${days.join(', ')}`;
  return `${startOf(every, unit)} on ${days.join(', ')}`;
}

/** Words a rule without BYDAY; undefined if quick add cannot read it. */
function onDayOfMonth(parts: RuleParts, every: number, unit: string): string | undefined {
  const start = startOf(every, unit);
  const monthDay = parts.get('BYMONTHDAY');
  const month = firstSpellings('en', 'months').get(String(Number(parts.get('BYMONTH'))));
  if (month !== undefined) {
    const isOfYear = unit === 'year' && Number(monthDay) > 0;
    return isOfYear ? `${start} on ${month} ${monthDay}` : undefined;
  }
  if (monthDay === undefined) return start;
  if (unit !== 'month') return undefined;
  if (monthDay === '-1') return `${start} on the last day`;
  return `${start} ${monthDayWords.en(Number(monthDay))}`;
}

const readParts = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTH', 'BYMONTHDAY', 'WKST']);
const weekdays = new Map(
  Array.from(firstSpellings('en', 'weekdays').values(), (day) => [
    day.slice(0, 2).toUpperCase(),
    day,
  ]),
);

/** Removes the marks of Markdown from "**bold**" and "[text](address)"; the address stays. */
const plainText = (text: string): string =>
  text
    .replace(/\*\*(?=\S)([^*]+)\*\*/g, '$1')
    .replace(/\[([^[\]]+)\]\((https?:[^\s()[\]]+)\)/g, '$1 $2');

/** The list of a file: "Work [220474322].csv" is Work. */
const listNamed = (fileName: string): string =>
  fileName.replace(/\.\w+$/, '').replace(/ *\[\d+\] *(?:\(\d+\))?$/, '');

/** The description with the details, cut to the longest description. */
export function withDetails(description: string, details: Details): string {
  const texts = detailKinds.map((kind) => (kind === 'repeat' ? '' : details[kind])).filter(Boolean);
  const characters = Array.from([description, ...texts].join(' · '));
  const most = longestDescription - 1;
  const text =
    characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
  return text.startsWith(description) && descriptionFault(text) === undefined ? text : description;
}
