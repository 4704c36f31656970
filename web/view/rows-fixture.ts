import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';

/** For tests: a row that the service does not have, with its key as description. */
export const rowOf = (key: string, dueDate = '2026-11-18', changed: Partial<Fields> = {}): Row => ({
  key,
  fields: { description: key, dueDate, importance: 'MEDIUM', state: 'TODO', ...changed },
  saved: null,
  write: null,
});

export const keysOf = (rows: readonly { readonly key: string }[]): string[] =>
  rows.map(({ key }) => key);
