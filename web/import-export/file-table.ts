import type { App } from './apps/app.ts';

/** What a file holds before tasks are made of it: named columns, and entries with a value (or none) for each. */
export type FileTable = {
  readonly columns: readonly string[];
  readonly entries: readonly FileEntry[];
  readonly faults: readonly FileFault[];
  /** The app whose export the file is, if it is one that is known. */
  readonly app?: App;
};

/** `line` is where the entry begins in a CSV file, or its place in the list (from 1) of another file. */
export type FileEntry = {
  readonly line: number;
  readonly cell: (column: number) => unknown;
  readonly fault?: 'not_an_object' | 'too_many_cells';
};

/** Why a file cannot be read, or not to its end. */
export type FileFault =
  | { readonly code: 'too_large' | 'too_many_tasks'; readonly most: number; readonly found: number }
  | { readonly code: 'quote_not_closed'; readonly line: number }
  | { readonly code: 'empty' | 'not_json' | 'other_version' | 'no_list' | 'no_description' };

export function unreadable(fault: FileFault): FileTable {
  return { columns: [], entries: [], faults: [fault] };
}

/** A table of objects, whose members are the columns. */
export function recordTable(list: readonly unknown[], app?: App): FileTable {
  const columns = [...new Set(list.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])))];
  const entries = list.map((item, index) => entryOf(item, index + 1, columns));
  return { columns, entries, faults: [], ...(app && { app }) };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Any value as text: lists and objects as what they hold, nothing as ''. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (isRecord(value)) return textOf(Object.values(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function entryOf(item: unknown, line: number, columns: readonly string[]): FileEntry {
  if (!isRecord(item)) return { line, cell: () => undefined, fault: 'not_an_object' };
  const cell = (column: number) => {
    const name = columns[column];
    return name !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
  };
  return { line, cell };
}
