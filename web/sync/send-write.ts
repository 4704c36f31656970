import type { TaskResponse } from '../../contract/task.ts';
import type { Api } from '../service/api.ts';
import type { Outcome } from '../service/fault.ts';
import { isUnrenewed } from '../service/fault.ts';
import type { QueueEvent, Write } from './kept.shapes.ts';
import { isDeletedElsewhere, isDeletedSince } from './refusal.ts';
import { idOfRow } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';

/** The calls that change tasks. */
export type WriteApi = Pick<Api, 'createTask' | 'replaceTask' | 'deleteTask'>;

/** The request of a write; `leaving` lets it outlive the page. */
export function sendWrite(
  api: WriteApi,
  state: Pick<TasksState, 'rowKeys'>,
  { key, target, change }: Write,
  leaving: boolean,
): Promise<Outcome<TaskResponse | null>> {
  if (change.kind === 'create') return api.createTask(change.fields, key, leaving);
  const id = idOfRow(state, target);
  // Its create was given up: there is nothing left to change.
  if (id === null) return Promise.resolve({ kind: 'ok', value: null });
  if (change.kind === 'delete') return api.deleteTask(id, leaving);
  return api.replaceTask(id, change.fields, leaving);
}

/** What becomes of a write after its request. */
export function eventOf(
  { writes }: Pick<TasksState, 'writes'>,
  { key, target, change }: Write,
  outcome: Outcome<TaskResponse | null>,
): QueueEvent {
  if (outcome.kind === 'ok') return { kind: 'accepted', key, task: outcome.value };
  // A delete that finds nothing has what it wanted.
  if (change.kind === 'delete' && isDeletedElsewhere(outcome)) return { kind: 'accepted', key, task: null };
  // So has a create whose task another device has deleted, unless the person has changed the task here: then the row asks.
  const isChanged = writes.some((each) => each.target === target && each.change.kind === 'replace');
  if (change.kind === 'create' && isDeletedSince(outcome) && !isChanged)
    return { kind: 'accepted', key, task: null };
  if (outcome.kind === 'expired') return { kind: 'queued', key };
  if (outcome.kind === 'offline' || isUnrenewed(outcome)) return { kind: 'unreached', key };
  return { kind: 'refused', key, fault: outcome };
}
