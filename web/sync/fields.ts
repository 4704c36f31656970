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

/** One task as the person means it to be. */
export type Row = {
  /** Stays the same from the first keystroke to the last, also when the service gives the id. */
  readonly key: string;
  readonly fields: Fields;
  /** What the service has; null for a task that it does not have yet. */
  readonly saved: TaskResponse | null;
  /** The oldest change that the service does not have. */
  readonly write: Write | null;
};

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

/** Length as the contract counts it: code points, not the UTF-16 units of `maxlength`. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** The faults that a 400 names, by field; pointers to anything else stay with the whole form. */
export function fieldFaultsOf(fault: Fault | null): FieldFaults {
  if (fault?.kind !== 'refused') return {};
  const entries = fault.errors.flatMap(({ pointer, code }) => {
    const name = fieldNames.find((each) => pointer === `/${each}`);
    return name === undefined ? [] : [[name, code] as const];
  });
  return Object.fromEntries(entries);
}

/** Whether a change came too late: the task is no longer there. */
export const isDeletedElsewhere = (fault: Fault | null): boolean =>
  fault?.kind === 'refused' && (fault.status === 404 || isDeletedSince(fault));

/** Whether a create has made its task before, and the task has been deleted since. */
export const isDeletedSince = (fault: Outcome<unknown>) => isRefusedWith(fault, 'task_deleted');

/** Whether another device has made a task with this key. */
export const isMadeElsewhere = (fault: Fault) => isRefusedWith(fault, 'idempotency_key_reused');

/** Whether the service keeps no more for this person: as many tasks, or as much text, as it keeps for one. */
export const isFull = (fault: Fault | null) =>
  isRefusedWith(fault, 'too_many_tasks') || isRefusedWith(fault, 'tasks_too_large');

/** Whether the same change may be sent again: not when the task is gone or the change itself has a fault. */
export const isWorthRetrying = (fault: Fault | null): boolean =>
  !isDeletedElsewhere(fault) && !(fault?.kind === 'refused' && fault.status === 400);

/** One sentence on why a change was not saved. */
export function sayRefusal(fault: Fault, words: Words): string {
  if (fault.kind === 'mismatch') return words.row.unclear;
  if (fault.kind !== 'refused' || fault.status >= 500) return words.row.broken;
  if (isDeletedElsewhere(fault)) return words.row.gone;
  if (isFull(fault)) return fault.code === 'tasks_too_large' ? words.row.tooLarge : words.row.full;
  const [first] = Object.values(fieldFaultsOf(fault));
  return first === undefined ? words.row.refused(fault.detail) : words.fields.faults[first];
}
