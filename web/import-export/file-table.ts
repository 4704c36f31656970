import type { ExchangeWords } from '../words/en/exchange.ts';
import type { App } from './apps.ts';
import type { Settings } from '../device/settings.ts';

/** The largest file that is read, in bytes; the texts of the page also name this limit. */
export const longestFile = 10 * 1024 * 1024;
/** The most entries that are read from one file, and the most cells of a line: no program writes so many columns. */
export const mostEntries = 5000;
export const mostCells = 200;

/** The content of a file before it is read as tasks. */
export type FileTable = {
  readonly columns: readonly string[];
  readonly entries: readonly FileEntry[];
  readonly faults: readonly FileFault[];
  readonly leftOut?: LeftOut;
  readonly areLettersGuessed?: boolean;
  /** The app that has exported the file, if it is known. */
  readonly app?: App;
  /** The saved filters and settings of our own file. */
  readonly device?: FoundDevicePart;
};

/** What is on the device and not in the tasks: the saved filters, each with its query as an address has it, and the settings. */
export type DevicePart = {
  readonly filters: ReadonlyMap<string, string>;
  readonly settings: Readonly<Partial<Settings>>;
};

/** The part of a file for the device, and what of it has no meaning here, as it is quoted. */
export type FoundDevicePart = DevicePart & { readonly unknown: readonly string[] };

/** `line` is the first line of the entry in a CSV file, or its place in the list (from 1) of another file. */
export type FileEntry = {
  readonly line: number;
  /** The values by column name; a column without a value may be missing. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly fault?: 'not_an_object' | 'too_many_cells' | 'open_quote';
  /** True for a task that is not to be done; it is left out unless the person adds it. */
  readonly isCancelled?: boolean;
};

/** What a file has beside its tasks, each with its number: entries of a calendar, lines of a note, entries of other lists. */
export type LeftOut = {
  readonly [Kind in keyof ExchangeWords['importing']['leftOut']]?: number;
};

type Faults = ExchangeWords['importing']['faults'];
/** The reason why a file, or its end, is not read; each code has a text. */
export type FileFault =
  | { readonly code: 'too_many_entries'; readonly found: number }
  | { readonly code: 'quote_not_closed'; readonly line: number; readonly lines: number }
  | {
      readonly code: keyof {
        [Code in keyof Faults as Faults[Code] extends string ? Code : never]: Code;
      };
    };

export const unreadable = (fault: FileFault): FileTable => ({
  columns: [],
  entries: [],
  faults: [fault],
});

/** The fault of a file with more than `mostEntries` entries. */
export function tooMany(found: number): readonly FileFault[] {
  if (found <= mostEntries) return [];
  return [{ code: 'too_many_entries', found }];
}

/** A table of objects, whose members are the columns. */
export function recordTable(list: readonly unknown[], app?: App): FileTable {
  const entries = list.slice(0, mostEntries).map((item, at): FileEntry => {
    if (!isRecord(item)) return { line: at + 1, values: new Map(), fault: 'not_an_object' };
    return { line: at + 1, values: new Map(Object.entries(item)) };
  });
  const columns = new Set(entries.flatMap(({ values }) => [...values.keys()]));
  return { columns: [...columns], entries, faults: tooMany(list.length), ...(app && { app }) };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of a record; undefined for any other value. */
export function memberOf(value: unknown, name: string): unknown {
  if (!isRecord(value)) return undefined;
  return value[name];
}

/** The items of a list; none for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  return value;
}

/** A text of a file as it is quoted: at most 80 UTF-16 units. */
export function shorten(text: string): string {
  if (text.length <= 80) return text;
  return `${text.slice(0, 80)}…`;
}

/** Any value as text: lists as their items, objects as their name or else their members, a missing value as ''. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (isRecord(value))
    return textOf(value.name) || textOf(value.title) || textOf(Object.values(value));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}
