import type { Fields, Row } from '../sync/fields.ts';

/** For tests: a row that the service has not made, whose words are its key. */
export const rowOf = (key: string, dueDate = '2026-11-18', parts: Partial<Fields> = {}): Row => ({
  key,
  fields: { description: key, dueDate, importance: 'MEDIUM', state: 'TODO', ...parts },
  saved: null,
  write: null,
});

export const keysOf = (rows: readonly { readonly key: string }[]): string[] => rows.map(({ key }) => key);
