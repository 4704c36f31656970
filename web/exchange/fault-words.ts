import type { Words } from '../words/en.ts';
import type { ExchangeWords } from '../words/en/exchange.ts';
import type { RowFault } from './faults.ts';

/** Why an entry is no task, in words: 'Due date: “2026-02-30” is not a date.' */
export function sayRowFault(
  fields: Words['fields'],
  { entryFaults, fieldFault, notADate }: ExchangeWords['importing'],
  fault: RowFault,
): string {
  if (!('field' in fault)) return entryFaults[fault.code];
  const reason =
    fault.found === undefined ? fields.faults[fault.code] : notADate(shorten(fault.found.trim()));
  return fieldFault(fields[fault.field], reason);
}

/** At most 80 characters of a text that may be anything. */
export const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
