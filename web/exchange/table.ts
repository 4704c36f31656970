/** Why a file as a whole cannot be read, or not to its end. */
export type FileFault =
  | { readonly code: 'too_large' | 'too_many_tasks'; readonly most: number; readonly found: number }
  | { readonly code: 'quote_not_closed'; readonly line: number }
  | { readonly code: 'empty' | 'not_json' | 'other_version' | 'no_list' | 'no_description' };

/** What a file holds before anything is made of it: named columns, and entries with a value (or none) for each. */
export type Table = {
  readonly columns: readonly string[];
  readonly entries: readonly BoardTask[];
  readonly faults: readonly FileFault[];
};

/** `line` is the one where the entry begins in a CSV file, the place in the list (from 1) in a JSON file. */
export type BoardTask = {
  readonly line: number;
  readonly cell: (column: number) => unknown;
  readonly fault?: 'not_an_object' | 'too_many_cells';
};

export function unreadable(
  code: 'empty' | 'not_json' | 'other_version' | 'no_list' | 'no_description',
): Table {
  return { columns: [], entries: [], faults: [{ code }] };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
