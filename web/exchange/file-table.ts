/** What a file holds before tasks are made of it: named columns, and entries with a value (or none) for each. */
export type FileTable = {
  readonly columns: readonly string[];
  readonly entries: readonly FileEntry[];
  readonly faults: readonly FileFault[];
};

/** `line` is where the entry begins in a CSV file, or its place in the list (from 1) of a JSON file. */
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
