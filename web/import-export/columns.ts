import type { FieldName } from '../sync/fields.ts';
import { dayAt, dayInWords, isNumericDate } from './app-dates.ts';
import type { DateOptions } from './app-dates.ts';
import { detailKinds } from './apps/app.ts';
import type { App, DetailKind, Details, Target } from './apps/app.ts';
import { textOf } from './file-table.ts';
import type { FileEntry, FileTable } from './file-table.ts';
import { mapColumns } from './meanings.ts';

/** What an entry has for each field, and what else it has. */
export type EntryValues = { readonly valueOf: (field: FieldName) => unknown; readonly details: Details };

export type Columns = {
  /** What becomes of each column; undefined where nothing does. */
  readonly becomes: readonly (Target | undefined)[];
  readonly valuesOf: (entry: FileEntry) => EntryValues;
};

export type ColumnOptions = DateOptions & { readonly fileName?: string };

/** How the columns of a table are read: as its app means them, or by their names. */
export function columnsOf(table: FileTable, options: ColumnOptions): Columns {
  return table.app ? columnsOfApp(table, table.app, options) : namedColumns(table.columns);
}

/** Columns that hold something of which nothing is kept. */
export function unusedColumns({ columns, entries, app }: FileTable, { becomes }: Columns): readonly string[] {
  const isUsed = (column: number) => becomes[column] !== undefined;
  // Apps fill cells with "False", "0 hours" or "Normal" where nobody wrote anything.
  const nothing = app ? /^(?:0(?: hours)?|false|none|normal)?$/i : /^$/;
  return columns.filter(
    (_, column) => !isUsed(column) && entries.some(({ cell }) => !nothing.test(textOf(cell(column)))),
  );
}

function namedColumns(columns: readonly string[]): Columns {
  const mapped = mapColumns(columns);
  const fields = new Map([...mapped].map(([field, column]) => [column, field]));
  return {
    becomes: columns.map((name, column) => (name === '' || name === 'id' ? null : fields.get(column))),
    valuesOf: ({ cell }) => ({ valueOf: (field) => cell(mapped.get(field) ?? -1), details: {} }),
  };
}

function columnsOfApp({ columns, entries }: FileTable, app: App, options: ColumnOptions): Columns {
  const becomes = columns.map((name) => (name === '' ? null : app.becomes[name]));
  // In the order of the app's table, which says what counts first.
  const names = Object.keys(app.becomes);
  const targets = Map.groupBy(
    names.map((name) => columns.indexOf(name)).filter((column) => column !== -1),
    (column) => becomes[column],
  );
  const at = (entry: FileEntry, name = '') => textOf(entry.cell(columns.indexOf(name)));
  const { id, parent } = app.family ?? {};
  const title = names.find((name) => app.becomes[name] === 'description');
  const titles = new Map(id === undefined ? [] : entries.map((entry) => [at(entry, id), at(entry, title)]));
  const fileList = app.fileIsList ? listNamed(options.fileName ?? '') : '';

  function textsOf(entry: FileEntry, target: Target): string[] {
    const texts = (targets.get(target) ?? []).map((column) => {
      const text = textOf(entry.cell(column));
      return columns[column] === parent ? (titles.get(text) ?? '') : text;
    });
    return [...(target === 'list' ? [fileList] : []), ...texts].filter((text) => text !== '');
  }

  function valuesOf(entry: FileEntry): EntryValues {
    const { due, otherDates, repeat } = datesOf(textsOf(entry, 'dueDate'), at(entry, app.zone), app, options);
    const [importance = ''] = textsOf(entry, 'importance');
    const [state = ''] = textsOf(entry, 'state');
    const values: Record<FieldName, unknown> = {
      description: entry.cell(targets.get('description')?.[0] ?? -1),
      dueDate: due,
      importance: app.importances?.[importance] ?? importance,
      state: app.states?.[state] ?? state,
    };
    const found: Partial<Record<DetailKind, readonly string[]>> = { otherDate: otherDates, repeat };
    const details = detailKinds.flatMap((kind) => {
      const texts = [...new Set([...(found[kind] ?? []), ...textsOf(entry, kind)])];
      return texts.length === 0 ? [] : [[kind, texts.join(' / ').replace(/\s+/g, ' ')] as const];
    });
    return { valueOf: (field) => values[field], details: Object.fromEntries(details) };
  }
  return { becomes, valuesOf };
}

/** The first date is the one that is kept; words that are no date are taken for a repetition. */
function datesOf(texts: readonly string[], zone: string, app: App, options: ColumnOptions) {
  const days: string[] = [];
  const repeat: string[] = [];
  for (const text of texts) {
    const day = app.datesAreDays ? text.slice(0, 10) : dayAt(text, zone);
    const read = isNumericDate(day) ? day : dayInWords(day, options);
    if (read === undefined) repeat.push(text);
    else if (!days.some((known) => known.slice(0, 10) === read.slice(0, 10))) days.push(read);
  }
  return { due: days[0] ?? '', otherDates: days.slice(1).map((day) => day.replace('T', ' ')), repeat };
}

/** "Work [220474322].csv" is the list Work. */
const listNamed = (fileName: string): string =>
  fileName.replace(/\.\w+$/, '').replace(/ *\[\d+\] *(?:\(\d+\))?$/, '');
