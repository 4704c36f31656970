import type { Words } from '../words/en.ts';
import type { FileFault } from './file-table.ts';
import type { EntryFault } from './read-file.ts';

/** Why an entry is no task: 'Due date: “2026-02-30” is not a date.' */
export function sayEntryFault(
  fields: Words['fields'],
  { entryFaults, fieldFault, notADate }: Words['exchange']['importing'],
  fault: EntryFault,
): string {
  if (!('field' in fault)) return entryFaults[fault.code];
  const { field, code, found } = fault;
  return fieldFault(
    fields[field],
    found === undefined ? fields.faults[code] : notADate(shorten(found.trim())),
  );
}

/** Why a file, or the rest of it, is not read. */
export function sayFileFault(
  { faults }: Words['exchange']['importing'],
  locale: string,
  fault: FileFault,
): string {
  const number = new Intl.NumberFormat(locale);
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  switch (fault.code) {
    case 'too_large':
      return faults.too_large(size.format(fault.most / mebibyte), size.format(fault.found / mebibyte));
    case 'too_many_entries':
    case 'too_many_columns':
      return faults[fault.code](number.format(fault.most), number.format(fault.found));
    case 'quote_not_closed':
      return faults.quote_not_closed(fault.line);
    default:
      return faults[fault.code];
  }
}

/** At most that many characters of a text of any length. */
export const shorten = (text: string, most = 80): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

const mebibyte = 1024 * 1024;
