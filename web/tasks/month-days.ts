import type { Row } from '../sync/rows.ts';

type Days = ReadonlyMap<string, readonly Row[]>;

/** Finds the rows of each day, the open ones before the done ones. A day with the same rows as in the last call is the same array. */
export function createRowsByDay(): (rows: readonly Row[]) => Days {
  let before: Days = new Map();
  return (rows) => {
    const days = new Map<string, readonly Row[]>();
    for (const [iso, own] of Map.groupBy(rows, ({ fields }) => fields.dueDate)) {
      const next = own.some(isDone) ? [...own.filter((row) => !isDone(row)), ...own.filter(isDone)] : own;
      const known = before.get(iso);
      const isSame = known?.length === next.length && known.every((row, at) => row === next[at]);
      days.set(iso, isSame ? known : next);
    }
    before = days;
    return days;
  };
}

const isDone = ({ fields }: Row): boolean => fields.state === 'DONE';

const noRows: readonly Row[] = [];

/** What is drawn of a day, and how many rows are not. */
export type ShownRows = { readonly shown: readonly Row[]; readonly more: number };

/**
 * All rows where there is room for so many; else the last place says how many more there are, and a kept row is among the others.
 * Without any room the day is a number alone.
 */
export function shownOf(rows: readonly Row[], room: number, kept: string | null): ShownRows {
  if (room === 0) return { shown: noRows, more: 0 };
  if (rows.length <= room) return { shown: rows, more: 0 };
  const first = rows.slice(0, room - 1);
  const hidden = rows.slice(room - 1).find(({ key }) => key === kept);
  const shown = hidden === undefined ? first : [...first.slice(0, -1), hidden];
  return { shown, more: rows.length - shown.length };
}
