import type { TaskResponse } from '../../contract/task.ts';

import { isDayFirst } from '../dates/locale.ts';
import type { Fields } from '../sync/fields.ts';
import type { Details, Target } from './apps/app.ts';
import { readCalendar } from './apps/reminders.ts';
import { columnsOf, unusedColumns } from './columns.ts';
import type { Columns } from './columns.ts';
import { readCsv } from './csv.ts';
import { withDetails } from './details.ts';
import { textOf, unreadable } from './file-table.ts';
import type { FileFault, FileTable } from './file-table.ts';
import { readJson } from './json.ts';
import { orderOf } from './meanings.ts';
import type { DateOrder } from './meanings.ts';
import { readEntry } from './read-entry.ts';
import type { EntryTask, FaultyEntry } from './read-entry.ts';

export type ReadOptions = {
  readonly existing: readonly TaskResponse[];
  readonly todayIso: string;
  readonly locale: string;
  readonly fileName?: string;
  /** What the person chose, where the order that was found is wrong. */
  readonly dateOrder?: DateOrder;
};

/** The tasks that importing a file could add, and what is wrong with the rest of it. */
export type FileContent = {
  readonly tasks: readonly FileTask[];
  readonly faulty: readonly FaultyEntry[];
  readonly faults: readonly FileFault[];
  readonly dateOrder: DateOrder;
  /** Whether only the person knows the order of the dates. */
  readonly isDateOrderOpen: boolean;
  /** The app whose export the file is, and what becomes of its columns. */
  readonly app: string | null;
  readonly becomes: readonly BecomingColumn[];
  /** Columns of which nothing is kept. */
  readonly ignored: readonly string[];
};

export type BecomingColumn = { readonly column: string; readonly target: NonNullable<Target> };

/** `isDuplicate`: a task with this description, details in it or not, and date exists, or is earlier in the file. */
export type FileTask = EntryTask & {
  readonly details: Details;
  readonly isPast: boolean;
  readonly isDuplicate: boolean;
};

/** The largest file that is read, in bytes. */
export const longestFile = 10 * 1024 * 1024;
/** The most tasks that are read from one file. */
export const mostTasks = 5000;

/**
 * Reads a CSV, JSON or iCalendar file; it never throws. Files over 10 MiB are not read, of more than 5,000 tasks the
 * first 5,000 are; `faults` says so.
 */
export function readFile(bytes: Uint8Array, options: ReadOptions): FileContent {
  const { existing, todayIso, locale, dateOrder } = options;
  const table = tableOf(bytes);
  const columns = columnsOf(table, options);
  const hasDescription = columns.becomes.includes('description');
  const read = hasDescription ? table.entries.slice(0, mostTasks) : [];
  const values = read.map(columns.valuesOf);
  const found = orderOf(values.map(({ valueOf }) => valueOf('dueDate')));
  const order = dateOrder ?? found.order ?? (isDayFirst(locale) ? 'day_first' : 'month_first');

  const tasks: FileTask[] = [];
  const faulty: FaultyEntry[] = [];
  const seen = new Set(existing.map(duplicateKey));
  for (const [index, { valueOf, details }] of values.entries()) {
    const entry = read[index];
    const result = entry && readEntry(entry, valueOf, order, todayIso);
    if (result === undefined) continue;
    if ('faults' in result) faulty.push(result);
    else {
      const { fields } = result;
      const detailed = { ...fields, description: withDetails(fields.description, details).description };
      const keys = [duplicateKey(detailed), duplicateKey(fields)];
      const isDuplicate = keys.some((key) => seen.has(key));
      tasks.push({ ...result, details, isPast: fields.dueDate < todayIso, isDuplicate });
      // In other apps two lists may have the same task.
      seen.add(duplicateKey(detailed));
    }
  }
  return {
    tasks,
    faulty,
    faults: contentFaults(table, hasDescription),
    dateOrder: order,
    isDateOrderOpen: found.isOpen,
    app: table.app?.name ?? null,
    becomes: becomingOf(table, columns),
    ignored: unusedColumns(table, columns),
  };
}

/** Columns that hold something, in the order of the file. */
function becomingOf({ columns, entries }: FileTable, { becomes }: Columns): readonly BecomingColumn[] {
  return columns.flatMap((column, index) => {
    const target = becomes[index];
    const isFilled = entries.some(({ cell }) => textOf(cell(index)) !== '');
    return target && isFilled ? [{ column, target }] : [];
  });
}

function tableOf(bytes: Uint8Array): FileTable {
  if (bytes.byteLength > longestFile)
    return unreadable({ code: 'too_large', most: longestFile, found: bytes.byteLength });
  const text = decode(bytes);
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return readCalendar(text);
  return /^\s*[{[]/.test(text) ? readJson(text) : readCsv(text);
}

/** The text of a file: UTF-8, UTF-16 with a byte order mark or Latin letters at its beginning, or else the Windows-1252 of older spreadsheets. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}

function contentFaults({ entries, faults }: FileTable, hasDescription: boolean): readonly FileFault[] {
  if (entries.length === 0) return faults.length > 0 ? faults : [{ code: 'empty' }];
  return [
    ...faults,
    ...(hasDescription ? [] : [{ code: 'no_description' as const }]),
    ...(entries.length > mostTasks
      ? [{ code: 'too_many_tasks' as const, most: mostTasks, found: entries.length }]
      : []),
  ];
}

const duplicateKey = ({ dueDate, description }: Fields): string => `${dueDate} ${description}`;
