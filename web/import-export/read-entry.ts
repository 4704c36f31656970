import type { FieldFaultCode } from '../../contract/problem.ts';

import { descriptionFault } from '../sync/fields.ts';
import type { FieldName, Fields } from '../sync/fields.ts';
import type { FileEntry } from './file-table.ts';
import { dateFrom, importanceFrom, stateFrom } from './meanings.ts';
import type { DateOrder } from './meanings.ts';

export type EntryTask = { readonly line: number; readonly fields: Fields; readonly isDateAssumed: boolean };

/** An entry that no task can be made of, with every reason and the text of its description, if any. */
export type FaultyEntry = {
  readonly line: number;
  readonly faults: readonly EntryFault[];
  readonly text: string;
};

/** Faults of fields have the codes of the service's own answer. `found` is what the file has instead of a date. */
export type EntryFault =
  | { readonly field: FieldName; readonly code: FieldFaultCode; readonly found?: string }
  | { readonly code: NonNullable<FileEntry['fault']> };

/** The task of an entry. A blank date becomes today, blank importance MEDIUM, a blank state TODO. */
export function readEntry(
  { line, fault }: FileEntry,
  valueOf: (field: FieldName) => unknown,
  order: DateOrder,
  todayIso: string,
): EntryTask | FaultyEntry {
  const description = valueOf('description') ?? undefined;
  const text = typeof description === 'string' ? description : '';
  if (fault === 'not_an_object') return { line, faults: [{ code: fault }], text };
  const date = valueOf('dueDate');
  const isDateAssumed = isBlank(date);
  const dueDate = isDateAssumed ? todayIso : dateFrom(date, order);
  const importance = isBlank(valueOf('importance')) ? 'MEDIUM' : importanceFrom(valueOf('importance'));
  const state = isBlank(valueOf('state')) ? 'TODO' : stateFrom(valueOf('state'));

  const faults: EntryFault[] = fault === undefined ? [] : [{ code: fault }];
  const inDescription = typeof description === 'string' ? descriptionFault(description) : 'type';
  if (description === undefined) faults.push({ field: 'description', code: 'required' });
  else if (inDescription) faults.push({ field: 'description', code: inDescription });
  if (dueDate === undefined)
    faults.push(
      typeof date === 'string'
        ? { field: 'dueDate', code: 'not_a_date', found: date }
        : { field: 'dueDate', code: 'type' },
    );
  if (importance === undefined) faults.push({ field: 'importance', code: 'not_allowed' });
  if (state === undefined) faults.push({ field: 'state', code: 'not_allowed' });

  if (faults.length > 0 || !dueDate || !importance || !state) return { line, faults, text };
  return { line, fields: { description: text, dueDate, importance, state }, isDateAssumed };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
