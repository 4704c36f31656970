import { fieldNames } from '../../contract/fields.ts';
import type { FieldFaultCode } from '../../contract/problem.ts';
import { isRefusedWith } from '../service/api.ts';
import type { Fault, Outcome } from '../service/api.ts';
import type { Words } from '../words/en.ts';
import { longestOf } from './fields.ts';
import type { FieldFaults, FieldName } from './fields.ts';

/** The faults that a 400 names, by field; those with any other pointer concern the whole form. */
export function fieldFaultsOf(fault: Outcome<unknown> | null): FieldFaults {
  if (fault?.kind !== 'refused') return {};
  const entries = fault.errors.flatMap(({ pointer, code }) => {
    const name = fieldNames.find((each) => pointer === `/${each}`);
    if (name === undefined) return [];
    return [[name, code] as const];
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
  if (isRefusedWith(fault, 'tasks_too_large')) return words.row.tooLarge;
  if (isRefusedWith(fault, 'too_many_tasks')) return words.row.full;
  return sayFirstFault(words.fields, fieldFaultsOf(fault)) ?? words.row.refused(fault.detail);
}

/** The first of these faults as a sentence; undefined if there is none. */
export function sayFirstFault(words: Words['fields'], faults: FieldFaults): string | undefined {
  for (const name of fieldNames) {
    const code = faults[name];
    if (code !== undefined) return sayFieldFault(words, name, code);
  }
  return undefined;
}

/** The fault of one field as a sentence. */
export function sayFieldFault(
  { faults, tooLong }: Words['fields'],
  name: FieldName,
  code: FieldFaultCode,
): string {
  if (code === 'too_long') return tooLong(longestOf(name));
  return faults[code];
}
