import type { Group } from './groups.ts';
import type { Row } from './rows.ts';

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
