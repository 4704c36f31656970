import { fieldNames } from '../../contract/fields.ts';

import { isDayFirst } from '../dates/day-formats.ts';
import { readCheckList } from '../quick-add/check-list.ts';
import { blankNewTask } from '../quick-add/new-task.ts';
import type { FieldName, Fields } from '../sync/fields.ts';
import type { Details, Target } from './apps.ts';
import { readCalendar } from './calendar-file.ts';
import { columnsOf, withDetails } from './columns.ts';
import type { ColumnOptions } from './columns.ts';
import { readCsv } from './csv.ts';
import { orderOf } from './file-dates.ts';
import type { DateOrder } from './file-dates.ts';
import { longestFile, recordTable } from './file-table.ts';
import type { FileEntry, FileFault, FileTable, Slices } from './file-table.ts';
import { readJson } from './json.ts';
import { readers } from './meanings.ts';
import type { ValueFault } from './meanings.ts';

export type ReadOptions = ColumnOptions & {
  readonly existing: readonly Fields[];
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
  readonly becomes: readonly { readonly column: string; readonly target: Target }[];
  /** Columns of which nothing is kept. */
  readonly ignored: readonly string[];
};

/** `isDuplicate`: a task with this description, details in it or not, and date exists, or is earlier in the file. */
export type FileTask = {
  readonly line: number;
  readonly fields: Fields;
  readonly details: Details;
  readonly isDateAssumed: boolean;
  readonly isDuplicate: boolean;
};

/** An entry that no task can be made of, with every reason and the text of its description, if any. */
export type FaultyEntry = {
  readonly line: number;
  readonly faults: readonly EntryFault[];
  readonly text: string;
};

export type EntryFault =
  | ({ readonly field: FieldName } & ValueFault)
  | { readonly code: NonNullable<FileEntry['fault']> };

/**
 * Reads a CSV, JSON, iCalendar or Markdown file; it never fails. What is more than the limits of `file-table.ts` is not read, and `faults`
 * says so. The work is parted by pauses, in which the page stays usable.
 */
export async function readFile(
  file: Blob,
  options: ReadOptions,
  pause: () => Promise<void> = nextTurn,
): Promise<FileContent> {
  if (file.size > longestFile) return unread({ code: 'too_large', most: longestFile, found: file.size });
  try {
    const reading = contentOf(decode(new Uint8Array(await file.arrayBuffer())), options);
    for (;;) {
      const { done, value } = reading.next();
      if (done) return value;
      await pause();
    }
  } catch {
    // The file was moved, locked or taken away since it was chosen, or no rule above foresees what is in it.
    return unread({ code: 'unreadable' });
  }
}

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

function unread(fault: FileFault): FileContent {
  const nothing = { tasks: [], faulty: [], app: null, becomes: [], ignored: [] };
  return { ...nothing, faults: [fault], dateOrder: 'day_first', isDateOrderOpen: false };
}

/** How many entries are read before a pause: some have dates in many words. */
const entriesAtOnce = 20;

function* contentOf(text: string, options: ReadOptions): Slices<FileContent> {
  const { existing, todayIso, locale, dateOrder } = options;
  const table = yield* tableOf(text, options);
  const { used, hasDescription, valuesOf } = columnsOf(table, options);
  const entries: ReturnType<typeof valuesOf>[] = [];
  for (const entry of hasDescription ? table.entries : []) {
    if (entries.length % entriesAtOnce === entriesAtOnce - 1) yield;
    entries.push(valuesOf(entry));
  }
  const found = orderOf(entries.map(({ valueIn }) => valueIn('dueDate')));
  const order = dateOrder ?? found.order ?? (isDayFirst(locale) ? 'day_first' : 'month_first');

  const tasks: FileTask[] = [];
  const faulty: FaultyEntry[] = [];
  const seen = new Set(existing.map(duplicateKey));
  for (const { entry, valueIn, details } of entries) {
    const { fields, faults } = fieldsOf(entry, valueIn, order, todayIso);
    const [line, written] = [entry.line, valueIn('description')];
    if (faults.length > 0) {
      faulty.push({ line, faults, text: typeof written === 'string' ? written : '' });
      continue;
    }
    const detailed = { ...fields, description: withDetails(fields.description, details).description };
    const isDuplicate = [detailed, fields].some((each) => seen.has(duplicateKey(each)));
    // A repetition is the date that the file has.
    const isDateAssumed = valueIn('dueDate') === '' && details.repeat === undefined;
    tasks.push({ line, fields, details, isDateAssumed, isDuplicate });
    // In other apps two lists may have the same task.
    seen.add(duplicateKey(detailed));
  }
  return {
    tasks,
    faulty,
    faults: contentFaults(table, hasDescription),
    dateOrder: order,
    isDateOrderOpen: found.isOpen,
    app: table.app?.name ?? null,
    ...used,
  };
}

function* tableOf(text: string, options: ReadOptions): Slices<FileTable> {
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return yield* readCalendar(text);
  if (/^\s*(?:#{1,6}|[-*+]) /.test(text)) return yield* readMarkdown(text, options);
  return /^\s*[{[]/.test(text) ? readJson(text) : yield* readCsv(text);
}

/** The lines of a check list, as they are read where they are pasted. */
function* readMarkdown(text: string, options: ReadOptions): Slices<FileTable> {
  const tasks: unknown[] = [];
  for (const { chips, repeat, description, dueDate, importance, state } of readCheckList(text, options)) {
    if (tasks.length % entriesAtOnce === entriesAtOnce - 1) yield;
    const isDated = repeat?.rule !== undefined || chips.some(({ kind }) => kind === 'date');
    tasks.push({ description, importance, state, ...(isDated && { dueDate }) });
  }
  return recordTable(tasks);
}

/** The fields of an entry. A blank date becomes today, blank importance MEDIUM, a blank state TODO. */
function fieldsOf(
  { fault }: FileEntry,
  valueIn: (field: FieldName) => unknown,
  order: DateOrder,
  todayIso: string,
): { fields: Fields; faults: readonly EntryFault[] } {
  const fields: Fields = blankNewTask(todayIso);
  const faults: EntryFault[] = fault === undefined ? [] : [{ code: fault }];
  for (const field of fault === 'not_an_object' ? [] : fieldNames) {
    const value = valueIn(field);
    if (field !== 'description' && value === '') continue;
    const meant = readers[field](value, order);
    if (typeof meant === 'string') Object.assign(fields, { [field]: meant });
    else faults.push({ field, ...meant });
  }
  return { fields, faults };
}

/** The text of a file: UTF-8, UTF-16 with a byte order mark or Latin letters at its beginning, or else the Windows-1252 of older spreadsheets. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isLittle || isBig) return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function contentFaults({ entries, faults }: FileTable, hasDescription: boolean): readonly FileFault[] {
  if (entries.length === 0) return faults.length > 0 ? faults : [{ code: 'empty' }];
  return hasDescription ? faults : [...faults, { code: 'no_description' }];
}

const duplicateKey = ({ dueDate, description }: Fields): string => `${dueDate} ${description}`;
