import { addDays, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { importances } from '../../contract/fields.ts';
import type { Fields } from '../sync/fields.ts';
import type { Query } from './query.ts';
import type { Row } from '../sync/rows.ts';
import { asks } from '../sync/queue.ts';

/**
 * Rows under one heading. By date the key is `overdue`, `today`, `tomorrow`, `week` or a month as `YYYY-MM`; in other orders
 * it is an importance, a state or `all`. Done rows have the key `done` in every order.
 */
export type Group = { readonly key: string; readonly rows: readonly Row[] };

export type Grouping = {
  readonly todayIso: string;
  readonly firstDayOfWeek: Weekday;
  /** Done rows that still keep their place. */
  readonly lingering?: ReadonlySet<string>;
  readonly order?: Query['order'];
  /** For the order by name. */
  readonly locale?: string;
};

/** Rows in their groups. Done rows come last, the latest first, unless they linger. */
export function groupRows(rows: readonly Row[], grouping: Grouping): readonly Group[] {
  const { lingering } = grouping;
  // What asks stays in sight: nobody would look for it among the done ones.
  const isDone = ({ key, fields, write }: Row) =>
    fields.state === 'DONE' && !asks(write) && lingering?.has(key) !== true;
  const keyOf = keysBy(grouping);
  const open = ordered(
    rows.filter((row) => !isDone(row)),
    grouping,
  );
  const groups = [...Map.groupBy(open, ({ fields }) => keyOf(fields))].map(([key, own]) => ({
    key,
    rows: own,
  }));
  const done = rows.filter(isDone);
  return done.length === 0 ? groups : [...groups, { key: 'done', rows: done.toReversed() }];
}

/** By date rows come as they are; the other orders keep that order among equals. */
function ordered(rows: readonly Row[], { order = 'date', locale }: Grouping): readonly Row[] {
  if (order === 'date') return rows;
  if (order === 'name') {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return rows.toSorted((a, b) => compare(a.fields.description, b.fields.description));
  }
  const rank = ({ fields }: Row) =>
    order === 'importance' ? -importances.indexOf(fields.importance) : byProgress.indexOf(fields.state);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

const byProgress: readonly Fields['state'][] = ['WORKING', 'TODO', 'DONE'];

function keysBy({ order = 'date', todayIso, firstDayOfWeek }: Grouping): (fields: Fields) => string {
  if (order === 'name') return () => 'all';
  if (order !== 'date') return (fields) => fields[order];
  const tomorrowIso = addDays(todayIso, 1);
  const nextWeekIso = addDays(startOfWeek(todayIso, firstDayOfWeek), 7);
  return ({ dueDate }) => {
    if (dueDate < todayIso) return 'overdue';
    if (dueDate === todayIso) return 'today';
    if (dueDate === tomorrowIso) return 'tomorrow';
    return dueDate < nextWeekIso ? 'week' : dueDate.slice(0, 7);
  };
}

/** What a list shows, one below the other; `group` is the key of the group that it belongs to. */
export type Item = Heading | RowItem;

export type Heading = {
  readonly kind: 'heading';
  readonly key: string;
  readonly group: string;
  /** How many rows the group has, also while it is closed. */
  readonly count: number;
};

/** A row with its place among the rows of its group, counted from one. */
export type RowItem = {
  readonly kind: 'row';
  readonly key: string;
  readonly group: string;
  readonly row: Row;
  readonly position: number;
  readonly size: number;
  /** Whether it is due on another day than the row before it, or is the first. */
  readonly opensDay: boolean;
};

/** All groups as one flat list. A closed group has its heading only. */
export const itemsOf = (groups: readonly Group[], isClosed: (group: Group) => boolean): readonly Item[] =>
  groups.flatMap((group) => {
    const { key, rows } = group;
    const heading: Heading = { kind: 'heading', key: `heading ${key}`, group: key, count: rows.length };
    return isClosed(group) ? [heading] : [heading, ...rowItems(group)];
  });

/** The rows of one group; `shownDay` is the day that is shown above them. */
export const rowItems = ({ key: group, rows }: Group, shownDay?: string): readonly RowItem[] =>
  rows.map((row, at) => ({
    kind: 'row',
    key: row.key,
    group,
    row,
    position: at + 1,
    size: rows.length,
    opensDay: row.fields.dueDate !== (at === 0 ? shownDay : rows[at - 1]?.fields.dueDate),
  }));

/** The keys of the rows among these, in their order. */
export const orderOf = (items: readonly Item[]): readonly string[] =>
  items.flatMap(({ kind, key }) => (kind === 'row' ? [key] : []));

/** What is open now and in the coming seven days, today among them. */
export type Week = {
  readonly overdue: readonly Row[];
  readonly days: readonly { readonly iso: string; readonly rows: readonly Row[] }[];
};

export function weekFrom(rows: readonly Row[], todayIso: string): Week {
  const open = rows.filter(({ fields }) => fields.state !== 'DONE');
  const byDay = Map.groupBy(open, ({ fields }) => fields.dueDate);
  return {
    overdue: open.filter(({ fields }) => fields.dueDate < todayIso),
    days: [0, 1, 2, 3, 4, 5, 6]
      .map((days) => addDays(todayIso, days))
      .map((iso) => ({ iso, rows: byDay.get(iso) ?? [] })),
  };
}
