import type { Row } from '../sync/rows.ts';

/** Rows by due date. */
export type Days = ReadonlyMap<string, readonly Row[]>;

/** The rows of one day as they were found, and in their order. */
type Day = { readonly found: readonly Row[]; readonly sorted: readonly Row[] };

/**
 * Returns a function that groups rows by day and sorts each day. A day that has the same rows as in the last call is the same array:
 * most changes of a list affect one day, and the others are not sorted again.
 */
export function createRowsByDay(
  sort: (found: readonly Row[]) => readonly Row[],
): (rows: readonly Row[]) => Days {
  let before: ReadonlyMap<string, Day> = new Map();
  return (rows) => {
    const days = new Map<string, Day>();
    for (const [iso, found] of Map.groupBy(rows, ({ fields }) => fields.dueDate)) {
      const known = before.get(iso);
      const isSame = known !== undefined && haveSame(known.found, found);
      days.set(iso, isSame ? known : { found, sorted: sort(found) });
    }
    before = days;
    return new Map(Array.from(days, ([iso, { sorted }]) => [iso, sorted]));
  };
}

export const haveSame = <Item>(a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);
