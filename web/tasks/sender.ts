import type { Api } from '../api/api.ts';
import type { Fault, Outcome } from '../api/call.ts';
import type { TaskResponse } from '../../contract/task.ts';
import type { Store } from '../state/store.ts';
import { idOfRow } from './state.ts';
import type { TasksEvent, TasksState } from './state.ts';
import { nextWrites } from './writes.ts';
import type { Write } from './writes.ts';

export type Sender = {
  /** Sends whatever may leave now; call it after every change of the list. */
  pump: () => void;
  /** Sends the deletes that could still be taken back, in a way that outlives the page. */
  leave: () => void;
};

type Parts = {
  api: Pick<Api, 'createTask' | 'replaceTask' | 'deleteTask'>;
  tasks: Store<TasksState, TasksEvent>;
  onFault: (fault: Fault, write: Write) => void;
};

const mostAtOnce = 4;

/** Hands the writes over, oldest first. A refusal stays at its row; nothing is sent again unasked. */
export function createSender({ api, tasks, onFault }: Parts): Sender {
  let ended = false;

  function pump(): void {
    if (ended) return;
    for (const write of nextWrites(tasks.get().writes, mostAtOnce)) {
      tasks.dispatch({ kind: 'sending', key: write.key });
      void send(write).then((outcome) => settle(write, outcome));
    }
  }

  function send({ key, target, change }: Write, leaving = false): Promise<Outcome<TaskResponse | null>> {
    if (change.kind === 'create') return api.createTask(change.fields, key);
    const id = idOfRow(tasks.get(), target);
    // Its create was given up: there is nothing left to change.
    if (id === null) return Promise.resolve({ kind: 'ok', value: null });
    return change.kind === 'replace' ? api.replaceTask(id, change.fields) : api.deleteTask(id, leaving);
  }

  function settle(write: Write, outcome: Outcome<TaskResponse | null>): void {
    const { key } = write;
    if (outcome.kind === 'ok') tasks.dispatch({ kind: 'accepted', key, task: outcome.value });
    else if (isGone(write, outcome)) tasks.dispatch({ kind: 'accepted', key, task: null });
    else if (outcome.kind === 'offline') tasks.dispatch({ kind: 'unreached', key });
    else if (outcome.kind === 'expired') {
      ended = true;
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
    leave() {
      for (const write of tasks.get().writes.filter(({ status }) => status === 'held')) {
        tasks.dispatch({ kind: 'sending', key: write.key });
        void send(write, true).then((outcome) => settle(write, outcome));
      }
    },
  };
}

/** A delete that finds nothing has what it wanted. */
function isGone({ change }: Write, fault: Fault): boolean {
  return change.kind === 'delete' && fault.kind === 'refused' && fault.status === 404;
}
