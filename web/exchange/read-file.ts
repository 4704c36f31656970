import type { TaskResponse } from '../../contract/task.ts';

import { isDayFirst } from '../dates/locale.ts';
import type { FieldName, Fields } from '../model/fields.ts';
import { readCsv } from './csv.ts';
import { unreadable } from './file-table.ts';
import type { FileEntry, FileFault, FileTable } from './file-table.ts';
import { readJson } from './json.ts';
import { mapColumns, orderOf } from './meanings.ts';
import type { DateOrder } from './meanings.ts';
import { readEntry } from './read-entry.ts';
import type { EntryTask, FaultyEntry } from './read-entry.ts';

export type ReadOptions = {
  readonly existing: readonly TaskResponse[];
  readonly todayIso: string;
  readonly locale: string;
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
  /** Columns of which nothing is kept. */
  readonly ignored: readonly string[];
};

/** `isDuplicate`: a task with this description and date exists, or is earlier in the file. */
export type FileTask = EntryTask & { readonly isPast: boolean; readonly isDuplicate: boolean };

/** The largest file that is read, in bytes. */
export const longestFile = 2 * 1024 * 1024;
/** The most tasks that are read from one file. */
export const mostTasks = 5000;

/**
 * Reads a CSV or JSON file; it never throws. Files over 2 MiB are not read, of more than 5,000 tasks the first 5,000
 * are; `faults` says so.
 */
export function readFile(
  bytes: Uint8Array,
  { existing, todayIso, locale, dateOrder }: ReadOptions,
): FileContent {
  const table = tableOf(bytes);
  const { columns, entries } = table;
  const mapped = mapColumns(columns);
  const valueOf = (entry: FileEntry, field: FieldName) => entry.cell(mapped.get(field) ?? -1);
  const read = mapped.has('description') ? entries.slice(0, mostTasks) : [];
  const found = orderOf(read.map((entry) => valueOf(entry, 'dueDate')));
  const order = dateOrder ?? found.order ?? (isDayFirst(locale) ? 'day_first' : 'month_first');

  const tasks: FileTask[] = [];
  const faulty: FaultyEntry[] = [];
  const seen = new Set(existing.map(duplicateKey));
  for (const entry of read) {
    const result = readEntry(entry, (field) => valueOf(entry, field), order, todayIso);
    if ('faults' in result) faulty.push(result);
    else {
      const key = duplicateKey(result.fields);
      tasks.push({ ...result, isPast: result.fields.dueDate < todayIso, isDuplicate: seen.has(key) });
      seen.add(key);
    }
  }
  const kept = new Set(mapped.values());
  return {
    tasks,
    faulty,
    faults: contentFaults(table, mapped.has('description')),
    dateOrder: order,
    isDateOrderOpen: found.isOpen,
    ignored: columns.filter((name, column) => name !== '' && name !== 'id' && !kept.has(column)),
  };
}

function tableOf(bytes: Uint8Array): FileTable {
  if (bytes.byteLength > longestFile)
    return unreadable({ code: 'too_large', most: longestFile, found: bytes.byteLength });
  const text = decode(bytes);
  return /^\s*[{[]/.test(text) ? readJson(text) : readCsv(text);
}

/** The text of a file: UTF-8, UTF-16 with a byte order mark, or else the Windows-1252 of older spreadsheets. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
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
