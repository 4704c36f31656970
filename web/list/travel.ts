import type { Row } from '../model/rows.ts';

/** A heading of the list or a column of the board, with what stands there. */
export type Place = { readonly key: string; readonly rows: readonly Row[] };

/** The keys of the rows that stand in another place than before. */
export function travellersBetween(before: readonly Place[], after: readonly Place[]): readonly string[] {
  const left = new Map(before.flatMap(({ key, rows }) => rows.map((row) => [row.key, key] as const)));
  return after.flatMap(({ key: place, rows }) =>
    rows.flatMap(({ key }) => (left.has(key) && left.get(key) !== place ? [key] : [])),
  );
}

/** The rows as they are now, where they stood before: what is shown until they travel. */
export function beforeTravel<Of extends Place>(before: readonly Of[], after: readonly Of[]): readonly Of[] {
  const now = new Map(after.flatMap(({ rows }) => rows.map((row) => [row.key, row] as const)));
  return before.map((place) => ({
    ...place,
    rows: place.rows.flatMap(({ key, fields }) => {
      const row = now.get(key);
      return row === undefined ? [] : [{ ...row, standsAt: fields.dueDate }];
    }),
  }));
}
