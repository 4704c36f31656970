import { fieldNames } from '../../contract/fields.ts';

import { descriptionFault } from '../sync/fields.ts';
import type { FieldName } from '../sync/fields.ts';
import { detailKinds } from './apps.ts';
import type { App, DetailKind, Details, Target } from './apps.ts';
import { dayOf } from './file-dates.ts';
import { textOf } from './file-table.ts';
import type { FileEntry, FileTable } from './file-table.ts';
import { mapColumns } from './meanings.ts';

/** What an entry has for each field, and what else it has. */
export type EntryValues = {
  readonly valueIn: (field: FieldName) => unknown;
  readonly details: Details;
};

export type Columns = {
  /** What becomes of each column that is read; null: it says nothing about the task itself. */
  readonly targets: ReadonlyMap<string, Target | null>;
  readonly valuesOf: (entry: FileEntry) => EntryValues;
};

export type ColumnOptions = {
  readonly todayIso: string;
  readonly locale: string;
  readonly fileName?: string;
};

/** How the columns of a table are read: as its app means them, or by their names. */
export function columnsOf(table: FileTable, options: ColumnOptions): Columns {
  return table.app ? columnsOfApp(table, table.app, options) : namedColumns(table.columns);
}

/** The columns that hold something, in the order of the file: what becomes of them, and those of which nothing is kept. */
export function usedColumns({ columns, entries, app }: FileTable, { targets }: Columns) {
  const held = new Set<string>();
  for (const { values } of entries)
    for (const [column, value] of values) {
      if (held.has(column)) continue;
      // Apps fill cells with "False", "0 hours" or "Normal" where nobody wrote anything.
      const nothing = app && !targets.has(column) ? /^(?:0(?: hours)?|false|none|normal)?$/i : /^$/;
      if (!nothing.test(textOf(value))) held.add(column);
    }
  const inOrder = columns.filter((column) => held.has(column));
  return {
    becomes: inOrder.flatMap((column) => {
      const target = targets.get(column);
      return target ? [{ column, target }] : [];
    }),
    ignored: inOrder.filter((column) => !targets.has(column)),
  };
}

function namedColumns(columns: readonly string[]): Columns {
  const mapped = mapColumns(columns);
  return {
    targets: new Map<string, Target | null>([
      ...['', 'id'].map((name) => [name, null] as const),
      ...[...mapped].map(([field, column]) => [column, field] as const),
    ]),
    valuesOf: ({ values }) => ({ valueIn: (field) => values.get(mapped.get(field) ?? ''), details: {} }),
  };
}

function columnsOfApp({ entries }: FileTable, app: App, options: ColumnOptions): Columns {
  const namesOf = (target: Target) => app.columns[target]?.split('|') ?? [];
  const at = (entry: FileEntry, name = '') => textOf(entry.values.get(name));
  const [title = ''] = namesOf('description');
  const { id, parent } = app.family ?? {};
  const titles = new Map(id === undefined ? [] : entries.map((entry) => [at(entry, id), at(entry, title)]));
  const fileList = app.fileIsList ? listNamed(options.fileName ?? '') : '';

  function textsOf(entry: FileEntry, target: Target): string[] {
    const texts = namesOf(target).map((column) => {
      const text = at(entry, column);
      return column === parent && text !== '' ? (titles.get(text) ?? '') : text;
    });
    return [...(target === 'list' ? [fileList] : []), ...texts].filter((text) => text !== '');
  }

  function valuesOf(entry: FileEntry): EntryValues {
    const { due, otherDates, repeat } = datesOf(textsOf(entry, 'dueDate'), at(entry, app.zone), app, options);
    const found: Partial<Record<DetailKind, readonly string[]>> = { otherDate: otherDates, repeat };
    const details = detailKinds.flatMap((kind) => {
      const texts = [...new Set([...(found[kind] ?? []), ...textsOf(entry, kind)])];
      return texts.length === 0 ? [] : [[kind, texts.join(' / ').replace(/\s+/g, ' ')] as const];
    });
    function valueIn(field: FieldName): unknown {
      if (field === 'description') return entry.values.get(title);
      const [text = ''] = field === 'dueDate' ? [due] : textsOf(entry, field);
      return app.values?.[field]?.[text] ?? text;
    }
    return { valueIn, details: Object.fromEntries(details) };
  }

  return {
    targets: new Map<string, Target | null>([
      ...['', ...app.others.split('|')].map((name) => [name, null] as const),
      ...[...fieldNames, ...detailKinds].flatMap((target) =>
        namesOf(target).map((name) => [name, target] as const),
      ),
    ]),
    valuesOf,
  };
}

/** The first date is the one that is kept; words that are no date are taken for a repetition. */
function datesOf(texts: readonly string[], zone: string, app: App, options: ColumnOptions) {
  const days: string[] = [];
  const repeat: string[] = [];
  for (const text of texts) {
    const day = dayOf(app.datesAreDays ? text.slice(0, 10) : text, app.datesAreDays ? '' : zone, options);
    if (day === undefined) repeat.push(text);
    else if (!days.some((known) => known.slice(0, 10) === day.slice(0, 10))) days.push(day);
  }
  return { due: days[0] ?? '', otherDates: days.slice(1).map((day) => day.replace('T', ' ')), repeat };
}

/** "Work [220474322].csv" is the list Work. */
const listNamed = (fileName: string): string =>
  fileName.replace(/\.\w+$/, '').replace(/ *\[\d+\] *(?:\(\d+\))?$/, '');

/** The description with as many details as fit, and the kinds that do not. */
export function withDetails(description: string, details: Details) {
  let text = description;
  const left: DetailKind[] = [];
  for (const kind of detailKinds) {
    if (details[kind] === undefined || kind === 'repeat') continue;
    const longer = `${text} · ${details[kind]}`;
    if (descriptionFault(longer) === undefined) text = longer;
    else left.push(kind);
  }
  return { description: text, left };
}
