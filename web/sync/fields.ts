import type { FieldFaultCode } from '../../contract/problem.ts';
import { fieldNames, texts } from '../../contract/fields.ts';
import type { TaskResponse, TaskUpdateRequest } from '../../contract/task.ts';
import { isDate } from '../dates/calendar.ts';
import { isRefusedWith } from '../service/api.ts';
import type { Fault, Outcome } from '../service/api.ts';
import type { Words } from '../words/en.ts';
import type { Write } from './kept.shapes.ts';

/** The fields that a person sets. */
export type Fields = TaskUpdateRequest;

export type FieldName = keyof Fields;
export type FieldFaults = Readonly<Partial<Record<FieldName, FieldFaultCode>>>;

/** One task as the page shows it, with the queued changes. */
export type Row = {
  /** Does not change when the service assigns the id. */
  readonly key: string;
  readonly fields: Fields;
  /** The version of the service; null for a task that it does not have yet. */
  readonly saved: TaskResponse | null;
  /** The oldest change that the service does not have. */
  readonly write: Write | null;
};

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
  { longest, mayBeBlank }: (typeof texts)[number],
  value = '',
): FieldFaultCode | undefined {
  if (!mayBeBlank && !/\S/u.test(value)) return 'blank';
  if (lengthOf(value) > longest) return 'too_long';
  return value.isWellFormed() && !value.includes('\0') ? undefined : 'not_well_formed';
}

/** The fault that the service would find in a description. */
export const descriptionFault = (value: string): FieldFaultCode | undefined =>
  textFault(texts[0], value);

/** The fields of a create: a new task cannot be due in the past, so such a date becomes today. */
export function asNew(fields: Fields, todayIso: string): Fields {
  return fields.dueDate < todayIso ? { ...fields, dueDate: todayIso } : fields;
}

/** Length as the contract counts it: code points, not the UTF-16 units of `maxlength`. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** The faults that a 400 names, by field; those with any other pointer concern the whole form. */
export function fieldFaultsOf(fault: Outcome<unknown> | null): FieldFaults {
  if (fault?.kind !== 'refused') return {};
  const entries = fault.errors.flatMap(({ pointer, code }) => {
    const name = fieldNames.find((each) => pointer === `/${each}`);
    return name === undefined ? [] : [[name, code] as const];
  });
  return Object.fromEntries(entries);
}

/** True when the task of a change has been deleted. */
export const isDeletedElsewhere = (fault: Fault | null): boolean =>
  fault?.kind === 'refused' && (fault.status === 404 || isDeletedSince(fault));

/** True when an earlier request of the create has made its task, which has been deleted since. */
export const isDeletedSince = (fault: Outcome<unknown>) => isRefusedWith(fault, 'task_deleted');

/** True when another device has made a task with this key. */
export const isMadeElsewhere = (fault: Fault) => isRefusedWith(fault, 'idempotency_key_reused');

/** True when the person has as many tasks, or as much text, as the service keeps for one person. */
export const isFull = (fault: Fault | null) =>
  isRefusedWith(fault, 'too_many_tasks') || isRefusedWith(fault, 'tasks_too_large');

/** True when the same change may be sent again: its task is not deleted, and its fields have no fault. */
export const isWorthRetrying = (fault: Fault | null): boolean =>
  !isDeletedElsewhere(fault) && !(fault?.kind === 'refused' && fault.status === 400);

/** The reason why a change was not saved, as one sentence. */
export function sayRefusal(fault: Fault, words: Words): string {
  if (fault.kind === 'mismatch') return words.row.unclear;
  if (fault.kind !== 'refused' || fault.status >= 500) return words.row.broken;
  if (isDeletedElsewhere(fault)) return words.row.gone;
  if (isFull(fault)) return fault.code === 'tasks_too_large' ? words.row.tooLarge : words.row.full;
  const [first] = Object.values(fieldFaultsOf(fault));
  return first === undefined ? words.row.refused(fault.detail) : words.fields.faults[first];
}
