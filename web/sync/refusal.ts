import { isRefusedWith } from '../service/api.ts';
import type { Fault } from '../service/api.ts';
import type { Words } from '../words/en.ts';
import { fieldNames } from '../../contract/fields.ts';
import type { FieldFaults } from './fields.ts';

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
export const isDeletedSince = (fault: Fault) => isRefusedWith(fault, 'task_deleted');

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
