import type { TaskResponse } from '../../contract/task.ts';
import { lastDate, todayAt } from '../dates/calendar.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Api, Fault, Outcome } from '../service/api.ts';
import { asNew } from './fields.ts';
import type { Fields } from './fields.ts';
import type { QueueEvent, Write } from './kept.shapes.ts';
import { idOfRow, isReadOnly, sameFields } from './queue.ts';
import type { Queue, TasksState } from './queue.ts';
import { fieldFaultsOf, isDeletedElsewhere, isDeletedSince, isMadeElsewhere } from './refusals.ts';
import type { SharedQueue } from './shared-queue.ts';

type WriteApi = Pick<Api, 'createTask' | 'replaceTask' | 'deleteTask'>;

const mostAtOnce = 4;
/** After a page is closed, browsers finish its requests up to 64 KiB of bodies; a write has about 1 KiB. */
const mostLeaving = 50;

/** Sends the writes, oldest first. A refused write stays at its row; this page sends it again only when the person asks. */
export function createSender(
  api: WriteApi,
  tasks: SharedQueue,
  nowMs: () => number,
  onFault: (fault: Fault, write: Write) => void,
) {
  let isOn = false;
  let room = mostAtOnce;

  /** Sends the next writes, if any may be sent; call it after every change of the tasks. */
  function pump(): void {
    if (!isOn || isReadOnly(tasks.state.value)) return;
    // One write per call: its `sending` event changes the tasks, so `pump` is called again.
    const [write] = nextWrites(tasks.state.value.writes, room);
    if (write === undefined) return;
    const sent = sendWrite(api, tasks.state.value, write, nowMs());
    tasks.dispatch({ kind: 'sending', key: write.key });
    void sent.then((outcome) => settle(write, outcome));
  }

  function settle(write: Write, outcome: Outcome<TaskResponse | null>): void {
    const event = eventOf(tasks.state.value, write, outcome);
    if (outcome.kind === 'expired') isOn = false;
    tasks.dispatch(event);
    if (outcome.kind === 'ok' || outcome.kind === 'offline') return;
    if (event.kind !== 'accepted' || isMadeElsewhere(outcome)) onFault(outcome, write);
  }

  return {
    pump,
    isOn: () => isOn,
    /** Makes this tab the sender. It first repeats the requests that the last sender did not finish. */
    begin() {
      isOn = true;
      for (const { key, status } of tasks.state.value.writes) {
        if (status === 'sending') tasks.dispatch({ kind: 'queued', key });
      }
      pump();
    },
    stop: () => void (isOn = false),
    /** Before the page closes: queues the held deletes by `release`, then sends as many writes as browsers still finish. */
    leave(release: () => void) {
      room = mostLeaving;
      release();
      pump();
      room = mostAtOnce;
    },
  };
}

/** The writes to send next, oldest first: of each row only its oldest write, if that is queued. */
export function nextWrites(writes: readonly Write[], room: number): readonly Write[] {
  const rows = [...Map.groupBy(writes, ({ target }) => target).values()];
  const next = rows.flatMap(([first]) => (first?.status === 'queued' ? [first] : []));
  return next.slice(
    0,
    Math.max(0, room - writes.filter(({ status }) => status === 'sending').length),
  );
}

/** So many changes are saved in about a second: a progress bar for that time would only move the list. */
const fewChanges = 100;

/** Number of changes that are queued or being sent, or 0 for at most `fewChanges`. */
export function changesUnderWay(writes: readonly Write[]): number {
  const { length } = writes.filter(({ status }) => status === 'queued' || status === 'sending');
  return length > fewChanges ? length : 0;
}

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
  return change.kind === 'delete' ? api.deleteTask(id) : api.replaceTask(id, change.fields);
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
  return outcome.kind === 'ok' && fields.dueDate < todayIso
    ? api.replaceTask(String(outcome.value.id), fields)
    : outcome;
}

/** The event of a write that follows from the outcome of its request. */
export function eventOf(
  { base, writes }: Pick<TasksState, 'base' | 'writes'>,
  { key, target, change }: Write,
  outcome: Outcome<TaskResponse | null>,
): QueueEvent {
  const isChanged = writes.some((each) => each.target === target && each.change.kind === 'replace');
  if (outcome.kind === 'ok') {
    const { value: task } = outcome;
    // A repeated create returns the task as first created. The list has a newer version, which stays, in its own row.
    const isOther = (each: TaskResponse) =>
      task !== null && each.id === task.id && !sameFields(each, task);
    const isOld = change.kind === 'create' && !isChanged && base?.some(isOther);
    return { kind: 'accepted', key, task: isOld ? null : task };
  }
  // A delete of a task that is already deleted has succeeded.
  if (change.kind === 'delete' && isDeletedElsewhere(outcome))
    return { kind: 'accepted', key, task: null };
  // So has a create whose task another device has deleted, unless the person has changed it here: then the row shows a failure.
  if (change.kind === 'create' && isDeletedSince(outcome) && !isChanged)
    return { kind: 'accepted', key, task: null };
  // Another device has made this next task of a recurrence.
  if (change.kind === 'create' && isMadeElsewhere(outcome))
    return { kind: 'accepted', key, task: null };
  if (outcome.kind === 'expired') return { kind: 'queued', key };
  if (outcome.kind === 'offline' || isProviderUnavailable(outcome))
    return { kind: 'unreached', key };
  return { kind: 'refused', key, fault: outcome };
}
