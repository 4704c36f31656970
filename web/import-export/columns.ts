import { fieldNames } from '../../contract/fields.ts';

import type { QuickAddOptions } from '../quick-add/options.ts';
import { faultOfText } from '../sync/fields.ts';
import type { FieldName } from '../sync/fields.ts';
import { detailKinds, reminders } from './apps.ts';
import type { App, DetailKind, Details, Target } from './apps.ts';
import { dayNumbered, isNoDate, knownForm } from './date-forms.ts';
import type { DayCount } from './date-forms.ts';
import { clockOf, isClock, withClock, withoutMoment } from './file-clock.ts';
import { dayOf, extendedDate, localTimeOf, mayNameYear, nearestDay } from './file-dates.ts';
import { recurrenceIn } from './file-repeat.ts';
import { textOf } from './file-table.ts';
import type { FileEntry, FileTable } from './file-table.ts';
import { areEncoded, withoutEntities } from './html-text.ts';
import { cut, wellFormed, withWords } from './file-title.ts';
import {
  clockColumn,
  familyOf,
  finishedColumns,
  isCancelledName,
  mapColumns,
  mapDetails,
  readers,
  sayYesOrNo,
  titleColumns,
} from './meanings.ts';

/** Reads the columns of a table by the format of its app, or else by their names. */
export function columnsOf(
  table: FileTable,
  options: QuickAddOptions & { readonly fileName?: string; readonly dayCount?: DayCount },
) {
  const { columns, entries, app } = table;
  const read: Omit<App, 'name'> = app ?? formatOf(columns);
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
  const titles = app ? [title] : titleColumns(columns);
  const titleById = new Map<string, string>(
    family && entries.map((entry) => [at(entry, family.id), at(entry, title)]),
  );
  const decoded = decoderOf(table, title);
  // A calendar file has no Markdown: asterisks in it are text.
  const plain = (text: string) => (app === reminders ? text : decoded(plainText(text)));
  const fileList = read.fileIsList ? listNamed(options.fileName ?? '') : '';

  /** The text of a cell. The id of a parent task becomes its title. */
  function textIn(entry: FileEntry, column: string): string {
    const text = at(entry, column);
    if (column !== family?.parent || text === '') return text;
    return titleById.get(text) ?? '';
  }

  function textsOf(entry: FileEntry, target: Target): string[] {
    const texts = namesOf(target).map((column) => textIn(entry, column));
    if (target === 'list') texts.unshift(fileList);
    return texts.filter((text) => text !== '');
  }

  /** A date as the file has it, as ISO with its time, or as a fault; undefined for words of an app that are no date. */
  function dayIn(written: string, entry: FileEntry): string | undefined {
    const text = extendedDate(knownForm(written, options.dayCount));
    // Without a known app, of the dates in words only those with a year are read: "tomorrow" was said on an unknown day.
    const mayBeInWords = app !== undefined || mayNameYear(text);
    if (!mayBeInWords && wholeDayInUtc.test(text)) return text.slice(0, 10);
    if (!mayBeInWords && withOffset.test(text)) return text;
    if (!mayBeInWords) return localTimeOf(text);
    const day = dayOf(text, at(entry, read.zone), options);
    if (day !== undefined) return day;
    // A date that is not in the calendar is a fault; other words of an app are a recurrence.
    if (app && !/^\d{4}-/.test(text)) return undefined;
    return text;
  }

  /** The first date is the due date; text that is not a date is read as a recurrence. */
  function datesOf(entry: FileEntry) {
    const days: string[] = [];
    const repeat: string[] = [];
    const isWholeDay = /^true$/i.test(at(entry, read.wholeDay));
    const isSet = (text: string) => !isNoDate(text) && !(app && noValue.test(text));
    const texts = textsOf(entry, 'dueDate').filter(isSet);
    for (const text of texts) {
      const found = dayIn(text, entry);
      const day = app || found === undefined ? found : withoutMoment(found, text);
      if (day === undefined) repeat.push(text);
      else if (!days.some((earlier) => earlier.slice(0, 10) === day.slice(0, 10)))
        days.push(isWholeDay ? nearestDay(day) : withoutMidnight(day));
    }
    const dayNumber = texts.find((text) => dayNumbered(text, 'since_1900') !== undefined);
    const due = withClock(days[0] ?? '', at(entry, read.clock));
    return { due, otherDate: days.slice(1), repeat, dayNumber };
  }

  function meaningOf(field: FieldName, text: string): string {
    const meant = values[field];
    if (meant === undefined || !Object.hasOwn(meant, text)) return text;
    return meant[text] ?? text;
  }

  /** Of the values of several columns the first one that has a meaning, or else the first one. */
  function firstMeant(field: Exclude<FieldName, 'description'>, texts: readonly string[]): string {
    const meant = texts.map((text) => meaningOf(field, text));
    const hasMeaning = (text: string) => typeof readers[field](text, 'day_first') === 'string';
    return meant.find(hasMeaning) ?? meant[0] ?? '';
  }

  function detailsOf(entry: FileEntry, found: Partial<Record<DetailKind, readonly string[]>>) {
    const details: Partial<Record<DetailKind, string>> = {};
    for (const kind of detailKinds) {
      const texts = new Set([...(found[kind] ?? []), ...textsOf(entry, kind)]);
      if (texts.size > 0) details[kind] = plain([...texts].join(' / ')).replace(/\s+/g, ' ');
    }
    return details;
  }

  /** The title of an app, with the words of the recurrence and the time of day, for which a task has no field. */
  function descriptionOf(entry: FileEntry, written: string, repeatWords: string) {
    // Where the title is blank, another column names the task.
    const column = titles.find((each) => at(entry, each) !== '') ?? title;
    const name = wellFormed(entry.values.get(column));
    if (typeof name !== 'string') return withWords(name, '');
    const beside = (time = '') => [repeatWords, time].filter(Boolean).join(' ');
    if (!app) return withWords(decoded(name), beside(clockOf(written)));
    const [, time] = / (.*\d.*)/.exec(written) ?? [];
    return withWords(plain(name), beside(time));
  }

  const isCancelledIn = (entry: FileEntry): boolean =>
    entry.isCancelled === true ||
    textsOf(entry, 'state').some((text) => isCancelledName(meaningOf('state', text)));

  /** The values of an entry for each field, and its details. */
  function valuesOf(entry: FileEntry) {
    const { due: written, dayNumber, ...dates } = datesOf(entry);
    const details = detailsOf(entry, dates);
    const repeat = recurrenceIn(details.repeat ?? '', options);
    if (repeat || noRepeat.test(details.repeat ?? '')) delete details.repeat;
    const due = written || (repeat?.due ?? '');
    const { description, isCut } = descriptionOf(entry, written, repeat?.words ?? '');
    const isFinished = finished.some((column) => !noValue.test(at(entry, column)));
    function valueIn(field: FieldName): unknown {
      if (field === 'description') return description;
      if (field === 'dueDate') return firstMeant(field, [due]);
      if (field === 'state' && isFinished) return 'DONE';
      return firstMeant(field, textsOf(entry, field));
    }
    const marks = { isCancelled: isCancelledIn(entry), isCut, isDated: written !== '' };
    return { entry, valueIn, details, marks, dayNumber };
  }

  const hasDescription = columns.some((name) => namesOf('description').includes(name));
  const usedColumns = new Set([
    ...read.ignored.split('|'),
    ...finished,
    read.wholeDay ?? '',
    ...clockIn(table, read.clock),
    ...detailKinds.flatMap(namesOf),
    title,
    ...fieldNames.filter((name) => name !== 'description').flatMap(namesOf),
  ]);
  // A column without a name is never one that the format names.
  usedColumns.delete('');
  return { ignored: columnsHeld(table, usedColumns), hasDescription, valuesOf };
}

/** The column of the times of day, if it has no other value. */
function clockIn({ entries }: FileTable, column = ''): readonly string[] {
  const texts = entries.map(({ values }) => textOf(values.get(column)));
  return texts.every((text) => text === '' || isClock(text)) ? [column] : [];
}

/** The format of a file of an unknown program, by the names of its columns. */
function formatOf(columns: readonly string[]): Omit<App, 'name'> {
  const mapped = mapColumns(columns);
  return {
    columns: { ...mapDetails(columns), ...mapped },
    ignored: 'id',
    values: sayYesOrNo(mapped.state ?? []) ? { state: { 1: 'DONE', 0: 'TODO' } } : {},
    finished: finishedColumns(columns),
    family: familyOf(columns),
    clock: clockColumn(columns),
  };
}

/** Decodes the texts of a file that a program wrote for HTML, which our own file is not. */
function decoderOf({ columns, entries }: FileTable, title: string): (text: string) => string {
  const isOwn = fieldNames.every((name) => columns.includes(name));
  const isEncoded = !isOwn && areEncoded(entries.map(({ values }) => textOf(values.get(title))));
  return isEncoded ? withoutEntities : (text) => text;
}

/** A cell that says that a task does not repeat. */
const noRepeat =
  /^(?:none|never|no|false|0|once|off|not? repeat(?:ed|ing)?|does not repeat|keine?|nie|nein|aucune?|jamais|non)$/i;

/** A cell that says that something has not happened. */
const noValue = /^(?:false|no|0|null|none|0001-.*)?$/i;

/** A time that stands for a whole day in UTC. */
const wholeDayInUtc = /^\d{4}-\d\d-\d\dT(?:00:00|23:59)/;

/** A time with an offset, whose day is that of the person who wrote it. */
const withOffset = /[+-]\d\d:?\d\d$/;

/** A day with its time to the minute, or without it at midnight, which stands for the whole day. */
const withoutMidnight = (day: string): string =>
  day
    .replace(/(?<=\d)T(?=\d)/, ' ')
    .replace(/(?<=:\d\d):\d\d(?:\.\d+)?(?=$| [AP]M$)| 00:00(?::00)?$| 12:00(?::00)? AM$/i, '');

/** The columns with any value, in the order of the file, without those in `usedColumns`. */
function columnsHeld(
  { columns, entries, app }: FileTable,
  usedColumns: ReadonlySet<string>,
): readonly string[] {
  // Apps fill cells with "False", "0 hours" or "Normal" as default.
  const nothing = app ? /^(?:0(?: hours)?|false|none|normal)?$/i : /^$/;
  const held = new Set<string>();
  for (const { values } of entries)
    for (const [name, value] of values)
      if (!usedColumns.has(name) && !held.has(name) && !nothing.test(textOf(value))) held.add(name);
  return columns.filter((name) => held.has(name));
}

/** Removes the marks of Markdown from "**bold**" and "[text](address)"; the address stays. */
const plainText = (text: string): string =>
  text
    .replace(/\*\*(?=\S)([^*]+)\*\*/g, '$1')
    .replace(/\[([^[\]]+)\]\((https?:[^\s()[\]]+)\)/g, '$1 $2');

/** The list of a file: "Work [220474322].csv" is Work. */
const listNamed = (fileName: string): string =>
  fileName.replace(/\.\w+$/, '').replace(/ *\[\d+\] *(?:\(\d+\))?$/, '');

/** The description with the details that are no tags, cut to the longest description. */
export const withDetails = (description: string, details: Details): string =>
  withTexts(description, details, ['parent', 'otherDate', 'notes']);

/** The description with its lists and labels as words, too, which tells tasks of two lists apart. */
export const withListAndLabels = (description: string, details: Details): string =>
  withTexts(
    description,
    details,
    detailKinds.filter((kind) => kind !== 'repeat'),
  );

function withTexts(description: string, details: Details, kinds: readonly DetailKind[]): string {
  const texts = kinds.map((kind) => details[kind]).filter(Boolean);
  const text = cut([description, ...texts].join(' · '));
  if (!text.startsWith(description) || faultOfText('description', text) !== undefined)
    return description;
  return text;
}
