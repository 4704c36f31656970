import type { TaskResponse } from '../../contract/task.ts';
import { lastDate, todayAt } from '../dates/calendar.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Api, Fault, Outcome } from '../service/api.ts';
import { asNew } from './fields.ts';
import type { Fields } from './fields.ts';
import type { Change, QueueEvent, Write } from './kept.shapes.ts';
import { idOfRow, sameFields } from './queue.ts';
import type { Queue, TasksState } from './queue.ts';
import { fieldFaultsOf, isDeletedElsewhere, isDeletedSince, isMadeElsewhere } from './refusals.ts';

/** The requests of a write. */
export type WriteApi = Pick<Api, 'createTask' | 'replaceTask' | 'deleteTask'>;

/** Makes the request of a write. */
export function sendWrite(
  api: WriteApi,
  queue: Queue,
  { key, target, change }: Write,
  nowMs: number,
): Promise<Outcome<TaskResponse | null>> {
  if (change.kind === 'create') return create(api, queue, change.fields, key, todayAt(nowMs));
  const id = idOfRow(queue, target);
  // Its create produced no task: there is nothing to change.
  if (id === null) return Promise.resolve({ kind: 'ok', value: null });
  if (change.kind === 'delete') return api.deleteTask(id);
  return api.replaceTask(id, change.fields);
}

/** Key of the next task of a recurrence, from the finished task and its date: every device derives it, so one task is made. */
export const nextTaskKey = (rowKey: string, iso: string) => `next-${rowKey}-${iso}`;

/** Key of another create of a next task, after the task made with `key` was deleted. Every device derives the same keys. */
export const keyAfterDeletion = (key: string) => `${key}~`;

/**
 * Creates a task. The service refuses a past date in a create: the task is then created for another day, and a replacement sets
 * its date. A next task that was deleted is created again, because the person has finished its repeating task again.
 */
async function create(
  api: WriteApi,
  queue: Queue,
  fields: Fields,
  key: string,
  todayIso: string,
): Promise<Outcome<TaskResponse>> {
  const outcome = await api.createTask(asNew(fields, todayIso), key);
  // The device's clock is behind that of the service.
  if (fieldFaultsOf(outcome).dueDate === 'in_the_past' && todayIso < lastDate)
    return create(api, queue, fields, key, lastDate);
  const isDeletedLater = ({ id }: TaskResponse) =>
    queue.writes.some(
      ({ change, target }) => change.kind === 'delete' && idOfRow(queue, target) === String(id),
    );
  const isDeleted = outcome.kind === 'ok' ? isDeletedLater(outcome.value) : isDeletedSince(outcome);
  if (isDeleted && key.startsWith('next-'))
    return create(api, queue, fields, keyAfterDeletion(key), todayIso);
  if (outcome.kind === 'ok' && fields.dueDate < todayIso)
    return api.replaceTask(String(outcome.value.id), fields);
  return outcome;
}

/** Pure: the event of a write that follows from the outcome of its request. */
export function eventOf(
  { base, writes }: Pick<TasksState, 'base' | 'writes'>,
  { key, target, change }: Write,
  outcome: Outcome<TaskResponse | null>,
): QueueEvent {
  const isChanged = writes.some((each) => each.target === target && each.change.kind === 'replace');
  if (outcome.kind === 'ok') {
    const isOld = change.kind === 'create' && !isChanged && isOutdated(outcome.value, base ?? []);
    return { kind: 'accepted', key, task: isOld ? null : outcome.value };
  }
  if (isNothingLeft(outcome, change, isChanged)) return { kind: 'accepted', key, task: null };
  if (outcome.kind === 'expired') return { kind: 'queued', key };
  if (outcome.kind === 'offline' || isProviderUnavailable(outcome))
    return { kind: 'unreached', key };
  return { kind: 'refused', key, fault: outcome };
}

/** A repeated create returns the task as first created. True if the list has a newer version: that stays, in its own row. */
const isOutdated = (task: TaskResponse | null, list: readonly TaskResponse[]): boolean =>
  task !== null && list.some((each) => each.id === task.id && !sameFields(each, task));

/** True for a refusal after which nothing is left to do for the change. `isChanged`: the row has a later change, too. */
function isNothingLeft(fault: Fault, { kind }: Change, isChanged: boolean): boolean {
  // The task is already deleted.
  if (kind === 'delete') return isDeletedElsewhere(fault);
  if (kind === 'replace') return false;
  // Another device has deleted the task. A row that the person has changed since shows the failure.
  if (isDeletedSince(fault)) return !isChanged;
  // Another device has made this next task of a recurrence.
  return isMadeElsewhere(fault);
}
