import type { TaskResponse } from '../../contract/task.ts';
import type { Fault, Outcome } from '../service/fault.ts';
import type { SharedQueue } from './shared-queue.ts';
import type { Write } from './kept.shapes.ts';
import { eventOf, sendWrite } from './send-write.ts';
import type { WriteApi } from './send-write.ts';
import { isReadOnly } from './tasks-state.ts';
import { nextWrites } from './writes.ts';

export type Sender = {
  /** From now on this tab sends, and first of all what another one left halfway. */
  begin: () => void;
  /** Sends what may leave now; call it after every change of the tasks. */
  pump: () => void;
  /**
   * The page is being left: after `release` has let go of what was held, what the service does not have yet is sent once more,
   * in a way that outlives the page.
   */
  leave: (release: () => void) => void;
  stop: () => void;
};

type Parts = {
  api: WriteApi;
  tasks: Pick<SharedQueue, 'state' | 'dispatch'>;
  onFault: (fault: Fault, write: Write) => void;
};

const mostAtOnce = 4;
/** Browsers let 64 KiB of requests outlive a page; a write takes about one. */
const mostLeaving = 50;

/** Sends the writes, oldest first. A refused write stays at its row, and is not sent again from this page unasked. */
export function createSender({ api, tasks, onFault }: Parts): Sender {
  let isOn = false;

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
    begin() {
      isOn = true;
      for (const { key, status } of tasks.state.value.writes) {
        if (status === 'sending') tasks.dispatch({ kind: 'queued', key });
      }
      pump();
    },
    stop: () => void (isOn = false),
    leave(release) {
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
