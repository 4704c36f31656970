import type { Row } from '../model/rows.ts';

/** The rows of each day: the open ones, then the done ones. */
export function rowsByDay(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const isDone = ({ fields }: Row) => fields.state === 'DONE';
  const days = Map.groupBy(rows, ({ fields }) => fields.dueDate);
  for (const [iso, own] of days)
    if (own.some(isDone)) days.set(iso, [...own.filter((row) => !isDone(row)), ...own.filter(isDone)]);
  return days;
}

/** What is drawn of a day, and how many rows are not. */
export type ShownRows = { readonly shown: readonly Row[]; readonly more: number };

/** All rows where there is room for so many; else the last place says how many more there are, and a kept row is among the others. */
export function shownOf(rows: readonly Row[], room: number, kept: string | null): ShownRows {
  if (rows.length <= room) return { shown: rows, more: 0 };
  const first = rows.slice(0, room - 1);
  const hidden = rows.slice(room - 1).find(({ key }) => key === kept);
  const shown = hidden === undefined ? first : [...first.slice(0, -1), hidden];
  return { shown, more: rows.length - shown.length };
}
