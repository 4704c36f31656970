import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import { sayFieldFault } from '../sync/refusals.ts';
import type { Words } from '../words/en.ts';
import { exchange } from '../words/en/exchange.ts';
import type { ExchangeWords } from '../words/en/exchange.ts';
import { mostEntries, shorten } from './file-table.ts';
import type { FileFault } from './file-table.ts';
import type { EntryFault } from './read-file.ts';

/** The texts in the language of the page (exchange.tsx). */
export const WordsContext = createContext<ExchangeWords>(exchange);
export const useExchangeWords = () => useContext(WordsContext);

/** The reason why an entry is not a task: 'Due date: “2026-02-30” is not a date.' */
export function sayEntryFault(
  fields: Words['fields'],
  { entryFaults, fieldFault, notADate }: ExchangeWords['importing'],
  fault: EntryFault,
): string {
  if (!('field' in fault)) return entryFaults[fault.code];
  const { field, code, found } = fault;
  if (found !== undefined) return fieldFault(fields[field], notADate(shorten(found)));
  return fieldFault(fields[field], sayFieldFault(fields, field, code));
}

/** The columns that are not used, each once: those of a calendar in words, others by their names. */
export function sayColumns(
  { columns: words, otherColumn, namelessColumn }: ExchangeWords['importing'],
  names: readonly string[],
): string {
  const inWords: ReadonlyMap<string, string> = new Map(Object.entries(words));
  const texts = names.map((name) => {
    if (/^(?: \(\d+\))?$/.test(name)) return namelessColumn;
    if (name.startsWith('X-')) return otherColumn;
    return inWords.get(name) ?? shorten(name);
  });
  return [...new Set(texts)].join(', ');
}

/** The reason why a file, or the rest of it, is not read. */
export function sayFileFault(
  { faults }: ExchangeWords['importing'],
  locale: string,
  fault: FileFault,
) {
  const count = new Intl.NumberFormat(locale);
  if ('line' in fault) return faults[fault.code](fault.line, fault.lines);
  if (!('found' in fault)) return faults[fault.code];
  return faults[fault.code](count.format(mostEntries), count.format(fault.found));
}
