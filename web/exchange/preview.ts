import { Check } from 'typebox/schema';

import { TaskCreateRequest } from '../../contract/task.ts';
import type { TaskResponse } from '../../contract/task.ts';

import { isDayFirst } from '../dates/locale.ts';
import { mapColumns } from './columns.ts';
import type { Field } from './columns.ts';
import { readCsv } from './csv.ts';
import { decode } from './decode.ts';
import { faultsOf } from './faults.ts';
import type { RowFault } from './faults.ts';
import { longestFile, mostTasks } from './file.ts';
import { readJson } from './json.ts';
import type { BoardTask, FileFault } from './table.ts';
import { dateFrom, importanceFrom, orderOf, stateFrom } from './values.ts';
import type { DateOrder } from './values.ts';

export type ImportOptions = {
  readonly existing: readonly TaskResponse[];
  readonly todayIso: string;
  readonly locale: string;
  /** What the person chose, where the preview's own `dateOrder` was wrong. */
  readonly dateOrder?: DateOrder;
};

/** A task as the file has it. `assumed` are fields that the file leaves blank; `isPast` ones would be refused (400). */
export type TaskRow = {
  readonly line: number;
  readonly fields: TaskCreateRequest;
  readonly assumed: readonly Field[];
  readonly isPast: boolean;
  /** A task with the same description and date: one that is there already, or an earlier line of the file. */
  readonly duplicate?: { readonly taskId: number } | { readonly line: number };
};

/** An entry that no task can be made of, with every reason and with the text of its description, if any. */
export type FaultyRow = {
  readonly line: number;
  readonly faults: readonly RowFault[];
  readonly text: string;
};

export type ImportRow = TaskRow | FaultyRow;

export type ImportPreview = {
  /** Absent when the file was not read. */
  readonly format?: 'csv' | 'json';
  readonly rows: readonly ImportRow[];
  readonly faults: readonly FileFault[];
  readonly dateOrder: DateOrder;
  /** Columns of which nothing is kept. */
  readonly ignored: readonly string[];
};

/**
 * What importing a file would do; it never throws and changes nothing. Files over 2 MiB are not read, of more than
 * 5,000 tasks the first 5,000 are; `faults` says so. Blank dates become today, blank importance MEDIUM, blank state TODO.
 */
export function previewImport(bytes: Uint8Array, options: ImportOptions): ImportPreview {
  const localOrder = options.dateOrder ?? (isDayFirst(options.locale) ? 'day_first' : 'month_first');
  if (bytes.byteLength > longestFile) {
    const fault: FileFault = { code: 'too_large', most: longestFile, found: bytes.byteLength };
    return { rows: [], faults: [fault], dateOrder: localOrder, ignored: [] };
  }
  const text = decode(bytes);
  const format = /^\s*[{[]/.test(text) ? 'json' : 'csv';
  const table = format === 'json' ? readJson(text) : readCsv(text);
  const columns = mapColumns(table.columns);
  const faults = [...table.faults];
  if (faults.length === 0 && table.entries.length === 0) faults.push({ code: 'empty' });
  else if (table.entries.length > 0 && !columns.has('description')) faults.push({ code: 'no_description' });
  if (table.entries.length > mostTasks)
    faults.push({ code: 'too_many_tasks', most: mostTasks, found: table.entries.length });
  const entries = columns.has('description') ? table.entries.slice(0, mostTasks) : [];
  const valueOf = (entry: BoardTask, field: Field) => entry.cell(columns.get(field) ?? -1);
  const dateOrder =
    options.dateOrder ?? orderOf(entries.map((entry) => valueOf(entry, 'dueDate'))) ?? localOrder;
  const rows = entries.map((entry) =>
    readRow(entry, (field) => valueOf(entry, field), dateOrder, options.todayIso),
  );
  const kept = new Set(columns.values());
  const ignored = table.columns.filter((name, column) => name !== '' && name !== 'id' && !kept.has(column));
  return { format, rows: markDuplicates(rows, options.existing), faults, dateOrder, ignored };
}

/** The row with today as its date, for a task that is due in the past; POST refuses it as it is. */
export function moveToToday(row: TaskRow, todayIso: string): TaskRow {
  return { ...row, fields: { ...row.fields, dueDate: todayIso }, isPast: false };
}

function readRow(
  entry: BoardTask,
  valueOf: (field: Field) => unknown,
  order: DateOrder,
  todayIso: string,
): ImportRow {
  const { line } = entry;
  const description = valueOf('description') ?? undefined;
  const assumed = (['dueDate', 'importance', 'state'] as const).filter((field) => isBlank(valueOf(field)));
  const task = {
    ...(description !== undefined && { description }),
    dueDate: assumed.includes('dueDate') ? todayIso : dateFrom(valueOf('dueDate'), order),
    importance: assumed.includes('importance') ? 'MEDIUM' : importanceFrom(valueOf('importance')),
    state: assumed.includes('state') ? 'TODO' : stateFrom(valueOf('state')),
  };
  if (entry.fault === undefined && Check(TaskCreateRequest, task))
    return { line, fields: task, assumed, isPast: task.dueDate < todayIso };
  const own = entry.fault === undefined ? [] : [{ code: entry.fault }];
  const faults = entry.fault === 'not_an_object' ? own : [...own, ...faultsOf(task)];
  return { line, faults, text: typeof description === 'string' ? description : '' };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function markDuplicates(rows: readonly ImportRow[], existing: readonly TaskResponse[]): ImportRow[] {
  const key = (task: TaskCreateRequest) => JSON.stringify([task.dueDate, task.description]);
  const seen = new Map<string, { taskId: number } | { line: number }>();
  for (const task of existing) seen.set(key(task), { taskId: task.id });
  return rows.map((row) => {
    if (!('fields' in row)) return row;
    const duplicate = seen.get(key(row.fields));
    if (duplicate !== undefined) return { ...row, duplicate };
    seen.set(key(row.fields), { line: row.line });
    return row;
  });
}
