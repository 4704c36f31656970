import type { FieldFaultCode } from '../../contract/problem.ts';
import { textPatterns, texts } from '../../contract/fields.ts';
import type { TaskUpdateRequest } from '../../contract/task.ts';
import { isDate } from '../dates/calendar.ts';

/** The fields that a person sets. */
export type Fields = TaskUpdateRequest;

export type FieldName = keyof Fields;
export type FieldFaults = Readonly<Partial<Record<FieldName, FieldFaultCode>>>;

/** The faults that the service would find, as its codes. `todayIso` is for a new task only: an older one may be overdue. */
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

function textFault(
  { longest, patterns: names }: (typeof texts)[number],
  value = '',
): FieldFaultCode | undefined {
  const broken = names.find((name) => !new RegExp(textPatterns[name], 'u').test(value));
  if (broken) return broken;
  if (lengthOf(value) > longest) return 'too_long';
  if (value.isWellFormed() && !value.includes('\0')) return undefined;
  return 'not_well_formed';
}

/** Longest text of a field, in code points; 0 for a field that is no free text. */
export const longestOf = (name: FieldName): number =>
  texts.find((text) => text.name === name)?.longest ?? 0;

/** The fault that the service would find in a free text. */
export function faultOfText(
  field: (typeof texts)[number]['name'],
  value: string,
): FieldFaultCode | undefined {
  const text = texts.find(({ name }) => name === field);
  return text && textFault(text, value);
}

/** The fields of a create: a new task cannot be due in the past, so such a date becomes today. */
export function asNew(fields: Fields, todayIso: string): Fields {
  if (fields.dueDate < todayIso) return { ...fields, dueDate: todayIso };
  return fields;
}

/** Length as the contract counts it: code points, not the UTF-16 units of `maxlength`. */
export const lengthOf = (text: string): number => Array.from(text).length;
