import { addDays, daysBetween, startOfWeek, weekdayOf } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { importances } from '../../contract/fields.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { needsDecision } from '../sync/queue.ts';
import { isForSomeday, isOverdue, isToDoNow } from './due.ts';
import type { Query } from './query.ts';

/** Rows under one heading: `overdue`, `today`, `tomorrow`, `week`, `2026-11`, an importance, a state or `all`; last `someday` and `done`. */
export type Group = { readonly key: string; readonly rows: readonly Row[] };

export type Grouping = {
  readonly todayIso: string;
  readonly firstDayOfWeek: Weekday;
  /** Keys of done rows that still stay in their old group. */
  readonly lingering?: ReadonlySet<string>;
  readonly order?: Query['order'];
  /** Used by the order by name. */
  readonly locale?: string;
};

/** Rows in their groups. Done rows come last, the latest first, except those in `lingering`. */
export function groupRows(rows: readonly Row[], grouping: Grouping): readonly Group[] {
  const { lingering } = grouping;
  // A row that the person must decide about stays visible, not among the done rows.
  const isDone = ({ key, fields, write }: Row) =>
    fields.state === 'DONE' && !needsDecision(write) && lingering?.has(key) !== true;
  const keyOf = keysBy(grouping);
  const open = ordered(rows, grouping).filter((row) => !isDone(row));
  const byKey = Map.groupBy(open, ({ fields }) => keyOf(fields));
  const forSomeday = byKey.get('someday') ?? [];
  byKey.delete('someday');
  if (forSomeday.length > 0) byKey.set('someday', forSomeday);
  const groups = Array.from(byKey, ([key, own]) => ({ key, rows: own }));
  const done = rows.filter(isDone);
  if (done.length === 0) return groups;
  return [...groups, { key: 'done', rows: done.toReversed() }];
}

export const isOpen = ({ fields }: Pick<Row, 'fields'>): boolean => fields.state !== 'DONE';

/** The number of days that a task is overdue, or 0. */
export function daysLate(fields: Fields, todayIso: string): number {
  if (!isOverdue(fields, todayIso)) return 0;
  return daysBetween(fields.dueDate, todayIso);
}

/** The rows that are overdue, in their order. */
export const overdueRows = (rows: readonly Row[], todayIso: string): readonly Row[] =>
  rows.filter(({ fields }) => isOverdue(fields, todayIso));

/** Number of open tasks that are due today or overdue. */
export const leftToday = (rows: readonly Row[], todayIso: string): number =>
  rows.filter(({ fields }) => isToDoNow(fields, todayIso)).length;

/** Rows are already ordered by date; the other orders keep that order among equals. */
function ordered(rows: readonly Row[], { order = 'date', locale }: Grouping): readonly Row[] {
  if (order === 'date') return rows;
  if (order === 'name') {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return rows.toSorted((a, b) => compare(a.fields.description, b.fields.description));
  }
  const rankOf = ranks[order];
  return rows.toSorted((a, b) => rankOf(a.fields) - rankOf(b.fields));
}

const byProgress: readonly Fields['state'][] = ['WORKING', 'TODO', 'DONE'];

/** The rank of a task, the first lowest. */
const ranks: Readonly<Record<'importance' | 'state', (fields: Fields) => number>> = {
  importance: ({ importance }) => -importances.indexOf(importance),
  state: ({ state }) => byProgress.indexOf(state),
};

function keysBy({
  order = 'date',
  todayIso,
  firstDayOfWeek,
}: Grouping): (fields: Fields) => string {
  if (order === 'name') return () => 'all';
  if (order !== 'date') return (fields) => fields[order];
  const tomorrowIso = addDays(todayIso, 1);
  const nextWeekIso = addDays(startOfWeek(todayIso, firstDayOfWeek), 7);
  // On a weekend "this week" is over, and its plans are for the next one.
  const endOfNextWeekIso = weekdayOf(todayIso) > 5 ? addDays(nextWeekIso, 7) : nextWeekIso;
  return (fields) => {
    const { dueDate } = fields;
    if (isForSomeday(fields)) return 'someday';
    if (dueDate < todayIso) return 'overdue';
    if (dueDate === todayIso) return 'today';
    if (dueDate === tomorrowIso) return 'tomorrow';
    if (dueDate < nextWeekIso) return 'week';
    if (dueDate < endOfNextWeekIso) return 'nextWeek';
    return dueDate.slice(0, 7);
  };
}

/** One line of a list; `group` is the key of its group. */
export type ListItem = Heading | RowItem;

export type Heading = {
  readonly kind: 'heading';
  readonly key: string;
  readonly group: string;
  /** Number of rows in the group, also while it is closed. */
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
  /** True when the row is due on another day than the row before it; a first row is compared with `shownDay`. */
  readonly opensDay: boolean;
};

/** All groups as one flat list. A closed group has its heading only. */
export const itemsOf = (
  groups: readonly Group[],
  isClosed: (group: Group) => boolean,
): readonly ListItem[] =>
  groups.flatMap((group) => {
    const { key, rows } = group;
    const heading: Heading = {
      kind: 'heading',
      key: `heading ${key}`,
      group: key,
      count: rows.length,
    };
    if (isClosed(group)) return [heading];
    return [heading, ...rowItems(group)];
  });

/** The rows of one group; `shownDay` is a day that is already shown above them. */
export const rowItems = ({ key: group, rows }: Group, shownDay?: string): readonly RowItem[] =>
  rows.map((row, at) => ({
    kind: 'row',
    key: row.key,
    group,
    row,
    position: at + 1,
    size: rows.length,
    opensDay: row.fields.dueDate !== (rows[at - 1]?.fields.dueDate ?? shownDay),
  }));

/** The keys of all rows in `items`, in their order. */
export const orderOf = (items: readonly ListItem[]): readonly string[] =>
  items.filter(({ kind }) => kind === 'row').map(({ key }) => key);

/** A part of the list, in CSS pixels from its head. */
export type ListSpan = { readonly fromPx: number; readonly toPx: number };

/** The measured heights of drawn items, by key, and an estimate for all others. */
export type Heights = { readonly likelyPx: number; readonly byKey: ReadonlyMap<string, number> };

/** A drawn part of the list: an item, or a blank with the height of rows that are not drawn. */
export type DrawnPart =
  | ListItem
  | { readonly kind: 'blank'; readonly key: string; readonly px: number };

/** The start of each item, in CSS pixels from the head of the list; the last entry is the end of the list. */
export function topsOf(items: readonly ListItem[], { likelyPx, byKey }: Heights): Float64Array {
  const tops = new Float64Array(items.length + 1);
  let px = 0;
  items.forEach(({ key }, at) => {
    px += byKey.get(key) ?? likelyPx;
    tops[at + 1] = px;
  });
  return tops;
}

/** The rows in the span, the rows in `alwaysDrawn`, all headings, and blanks in place of the other rows. */
export function drawnParts(
  items: readonly ListItem[],
  tops: Float64Array,
  { fromPx, toPx }: ListSpan,
  alwaysDrawn: ReadonlySet<string | null>,
): readonly DrawnPart[] {
  const parts: DrawnPart[] = [];
  let blank: { kind: 'blank'; key: string; px: number } | null = null;
  items.forEach((item, at) => {
    const top = tops[at] ?? 0;
    const bottom = tops[at + 1] ?? 0;
    if ((bottom > fromPx && top < toPx) || item.kind === 'heading' || alwaysDrawn.has(item.key)) {
      parts.push(item);
      blank = null;
    } else {
      if (blank === null) parts.push((blank = { kind: 'blank', key: `blank ${at}`, px: 0 }));
      blank.px += bottom - top;
    }
  });
  return parts;
}

/** The drawn parts below each heading. */
export function listsOf(parts: readonly DrawnPart[]) {
  const lists: {
    readonly heading: Heading | null;
    readonly rows: Exclude<DrawnPart, Heading>[];
  }[] = [];
  for (const part of parts) {
    if (part.kind === 'heading') lists.push({ heading: part, rows: [] });
    else if (lists.at(-1)?.rows.push(part) === undefined)
      lists.push({ heading: null, rows: [part] });
  }
  return lists;
}
