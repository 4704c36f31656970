import type { TaskResponse } from '../../contract/task.ts';
import { isUnrenewed } from '../service/fault.ts';
import type { Fault, Outcome } from '../service/fault.ts';
import type { SharedQueue } from './shared-queue.ts';
import type { QueueEvent, Write } from './kept.shapes.ts';
import { idOfRow, isReadOnly } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';
import { nextWrites } from './writes.ts';
import type { Api } from '../service/api.ts';
import { isDeletedElsewhere, isDeletedSince } from './refusal.ts';

/** The calls that change tasks. */
type WriteApi = Pick<Api, 'createTask' | 'replaceTask' | 'deleteTask'>;

const mostAtOnce = 4;
/** Browsers let 64 KiB of requests outlive a page; a write takes about one. */
const mostLeaving = 50;

/** Sends the writes, oldest first. A refused write stays at its row, and is not sent again from this page unasked. */
export function createSender(
  api: WriteApi,
  tasks: SharedQueue,
  onFault: (fault: Fault, write: Write) => void,
) {
  let isOn = false;

  /** Sends what may leave now; call it after every change of the tasks. */
  function pump(): void {
    if (!isOn || isReadOnly(tasks.state.value)) return;
    // One at a time: that it is being sent is a change of the tasks, which comes back here.
    const [next] = nextWrites(tasks.state.value.writes, mostAtOnce);
    if (next) start(next, false);
  }

  function start(write: Write, leaving: boolean): void {
    const sent = sendWrite(api, tasks.state.value, write, leaving);
    tasks.dispatch({ kind: 'sending', key: write.key });
    void sent.then((outcome) => settle(write, outcome));
  }

  function settle(write: Write, outcome: Outcome<TaskResponse | null>): void {
    const event = eventOf(tasks.state.value, write, outcome);
    if (outcome.kind === 'expired') isOn = false;
    tasks.dispatch(event);
    if (event.kind !== 'accepted' && outcome.kind !== 'ok' && outcome.kind !== 'offline')
      onFault(outcome, write);
  }

  return {
    pump,
    /** From now on this tab sends, and first of all what another one left halfway. */
    begin() {
      isOn = true;
      for (const { key, status } of tasks.state.value.writes) {
        if (status === 'sending') tasks.dispatch({ kind: 'queued', key });
      }
      pump();
    },
    stop: () => void (isOn = false),
    /**
     * The page is being left: after `release` has let go of what was held, what the service does not have yet is sent once
     * more, in a way that outlives the page.
     */
    leave(release: () => void) {
      const wasOn = isOn;
      isOn = false;
      release();
      // Sending twice is harmless: a create has its key, the others say how things are to be.
      const pending = tasks.state.value.writes.map((write) =>
        write.status === 'sending' ? { ...write, status: 'queued' as const } : write,
      );
      if (wasOn && !isReadOnly(tasks.state.value))
        for (const write of nextWrites(pending, mostLeaving)) start(write, true);
      isOn = wasOn;
    },
  };
}

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
