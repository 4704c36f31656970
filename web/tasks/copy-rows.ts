import type { Row } from '../sync/rows.ts';

/** Copies rows as a check list, which Dueline and other apps can paste. Resolves to the number of rows. */
export async function copyRows(rows: readonly Row[]): Promise<number> {
  const text = import('../quick-add/check-list.ts').then(
    ({ writeCheckList }) =>
      new Blob([writeCheckList(rows.map(({ fields }) => fields))], { type: 'text/plain' }),
  );
  // Some browsers allow this only during the key event, so that the text is given as a promise.
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  return rows.length;
}
