import type { FieldFaultCode } from '../../contract/problem.ts';
import { fieldNames, texts } from '../../contract/fields.ts';
import type { TaskUpdateRequest } from '../../contract/task.ts';
import { daysBetween, isDate } from '../dates/calendar.ts';

/** The fields that a person sets. */
export type Fields = TaskUpdateRequest;

export type FieldName = keyof Fields;
export type FieldFaults = Readonly<Partial<Record<FieldName, FieldFaultCode>>>;

/** What the service would refuse, in its own codes. `todayIso` is given for a new task only: old ones may be overdue. */
export function faultsOf(fields: Fields, todayIso: string | null): FieldFaults {
  const faults: Partial<Record<FieldName, FieldFaultCode>> = {};
  for (const text of texts) {
    const code = textFault(text, fields[text.name]);
    if (code) faults[text.name] = code;
  }
  if (!isDate(fields.dueDate)) faults.dueDate = 'not_a_date';
  else if (todayIso !== null && fields.dueDate < todayIso) faults.dueDate = 'in_the_past';
  return faults;
}

type Text = { readonly longest: number; readonly mayBeBlank: boolean };

function textFault({ longest, mayBeBlank }: Text, value = ''): FieldFaultCode | undefined {
  if (!mayBeBlank && !/\S/u.test(value)) return 'blank';
  if (lengthOf(value) > longest) return 'too_long';
  return value.isWellFormed() && !value.includes('\0') ? undefined : 'not_well_formed';
}

/** What the service would refuse about a description. */
export const descriptionFault = (value: string): FieldFaultCode | undefined => textFault(texts[0], value);

/** The fields as a new task may have them: it cannot be due in the past, so such a date becomes today. */
export function asNew(fields: Fields, todayIso: string): Fields {
  return fields.dueDate < todayIso ? { ...fields, dueDate: todayIso } : fields;
}

/** By how many days it is late, 0 when it is not; what is done never is. */
export function daysLate({ dueDate, state }: Fields, todayIso: string): number {
  return state === 'DONE' || dueDate >= todayIso ? 0 : daysBetween(dueDate, todayIso);
}

/** Length as the contract counts it: code points, not the UTF-16 units of `maxlength`. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** A text that is left out is empty. */
export const sameFields = (a: Partial<Fields>, b: Partial<Fields>): boolean =>
  fieldNames.every((name) => (a[name] ?? '') === (b[name] ?? ''));
