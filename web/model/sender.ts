import type { TaskResponse } from '../../contract/task.ts';
import type { Api } from '../service/api.ts';
import type { Fault, Outcome } from '../service/fault.ts';
import { isUnrenewed } from '../service/unrenewed.ts';
import type { Store } from '../state/store.ts';
import { idOfRow, isReadOnly } from './state.ts';
import type { TasksEvent, TasksState } from './state.ts';
import { nextWrites } from './writes.ts';
import type { Write } from './kept.shapes.ts';

export type Sender = {
  /** From now on this tab sends, and first of all what another one left halfway. */
  begin: () => void;
  /** Sends whatever may leave now; call it after every change of the list. */
  pump: () => void;
  /**
   * The page is being left: after `release` has let go of what was held, all that is not there yet goes out once more, in a
   * way that outlives the page.
   */
  leave: (release: () => void) => void;
  stop: () => void;
};

type Parts = {
  api: Pick<Api, 'createTask' | 'replaceTask' | 'deleteTask'>;
  tasks: Store<TasksState, TasksEvent>;
  onFault: (fault: Fault, write: Write) => void;
};

const mostAtOnce = 4;
/** Browsers let 64 KiB of requests outlive a page; a write takes about one. */
const mostLeaving = 50;

/** Hands the writes over, oldest first. A refusal stays at its row; nothing is sent again unasked. */
export function createSender({ api, tasks, onFault }: Parts): Sender {
  let isOn = false;
  let isPumping = false;

  function pump(): void {
    // Every step of sending is a change itself, which would come back here.
    if (!isOn || isPumping || isReadOnly(tasks.get())) return;
    isPumping = true;
    for (const write of nextWrites(tasks.get().writes, mostAtOnce)) start(write, false);
    isPumping = false;
  }

  function start(write: Write, leaving: boolean): void {
    tasks.dispatch({ kind: 'sending', key: write.key });
    void send(write, leaving).then((outcome) => settle(write, outcome));
  }

  function send({ key, target, change }: Write, leaving: boolean): Promise<Outcome<TaskResponse | null>> {
    if (change.kind === 'create') return api.createTask(change.fields, key, leaving);
    const id = idOfRow(tasks.get(), target);
    // Its create was given up: there is nothing left to change.
    if (id === null) return Promise.resolve({ kind: 'ok', value: null });
    if (change.kind === 'delete') return api.deleteTask(id, leaving);
    return api.replaceTask(id, change.fields, leaving);
  }

  function settle(write: Write, outcome: Outcome<TaskResponse | null>): void {
    const { key } = write;
    if (outcome.kind === 'ok') tasks.dispatch({ kind: 'accepted', key, task: outcome.value });
    else if (isGone(write, outcome)) tasks.dispatch({ kind: 'accepted', key, task: null });
    else if (outcome.kind === 'offline' || isUnrenewed(outcome)) {
      tasks.dispatch({ kind: 'unreached', key });
      if (outcome.kind !== 'offline') onFault(outcome, write);
    } else if (outcome.kind === 'expired') {
      isOn = false;
      tasks.dispatch({ kind: 'unsent', key });
      onFault(outcome, write);
    } else {
      tasks.dispatch({ kind: 'refused', key, fault: outcome });
      onFault(outcome, write);
    }
    pump();
  }

  return {
    pump,
    begin() {
      isOn = true;
      for (const { key, status } of tasks.get().writes) {
        if (status === 'sending') tasks.dispatch({ kind: 'unsent', key });
      }
      pump();
    },
    stop: () => void (isOn = false),
    leave(release) {
      isPumping = true;
      release();
      isPumping = false;
      if (!isOn || isReadOnly(tasks.get())) return;
      const { writes } = tasks.get();
      // Sending twice is harmless: a create has its key, the others say how things are to be.
      const pending = writes.map((write) =>
        write.status === 'sending' ? { ...write, status: 'queued' as const } : write,
      );
      for (const write of nextWrites(pending, mostLeaving)) start(write, true);
    },
  };
}

/** A delete that finds nothing has what it wanted. */
function isGone({ change }: Write, fault: Fault): boolean {
  return change.kind === 'delete' && fault.kind === 'refused' && fault.status === 404;
}
