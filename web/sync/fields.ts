import type { FieldFaultCode } from '../../contract/problem.ts';
import { fieldNames, longestDescription } from '../../contract/fields.ts';
import type { TaskUpdateRequest } from '../../contract/task.ts';
import { daysBetween, isDate } from '../dates/calendar.ts';

/** The four fields that a person sets. */
export type Fields = TaskUpdateRequest;

export type FieldName = keyof Fields;
export type FieldFaults = Readonly<Partial<Record<FieldName, FieldFaultCode>>>;

/** What the service would refuse, in its own codes. `todayIso` is given for a new task only: old ones may be overdue. */
export function faultsOf(fields: Fields, todayIso: string | null): FieldFaults {
  const faults: Partial<Record<keyof Fields, FieldFaultCode>> = {};
  const inDescription = descriptionFault(fields.description);
  if (inDescription) faults.description = inDescription;
  if (!isDate(fields.dueDate)) faults.dueDate = 'not_a_date';
  else if (todayIso !== null && fields.dueDate < todayIso) faults.dueDate = 'in_the_past';
  return faults;
}

/** What the service would refuse about a description. */
export function descriptionFault(text: string): FieldFaultCode | undefined {
  if (!/\S/u.test(text)) return 'blank';
  if (lengthOf(text) > longestDescription) return 'too_long';
  return text.isWellFormed() && !text.includes('\0') ? undefined : 'not_well_formed';
}

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

export const sameFields = (a: Fields, b: Fields): boolean => fieldNames.every((name) => a[name] === b[name]);

/** The four fields alone, without an id or anything else. */
export function fieldsOf({ description, dueDate, importance, state }: Fields): Fields {
  return { description, dueDate, importance, state };
}
