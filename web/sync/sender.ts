import type { TaskResponse } from '../../contract/task.ts';
import type { Fault, Outcome } from '../service/api.ts';
import type { Write } from './kept.shapes.ts';
import { isMadeElsewhere } from './refusals.ts';
import { nextWrite } from './next-write.ts';
import type { Sending } from './next-write.ts';
import { eventOf, sendWrite } from './send-write.ts';
import type { WriteApi } from './send-write.ts';
import type { SharedQueue } from './shared-queue.ts';

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
  let sending: Sending = { isOn: false, mostAtOnce };

  /** Sends the next writes, if any may be sent; call it after every change of the tasks. */
  function pump(): void {
    // A write that is being sent is no longer the next one.
    for (;;) {
      const write = nextWrite(tasks.state.value, sending);
      if (write === null) return;
      const sent = sendWrite(api, tasks.state.value, write, nowMs());
      tasks.dispatch({ kind: 'sending', key: write.key });
      void sent.then((outcome) => applyOutcome(write, outcome));
    }
  }

  function applyOutcome(write: Write, outcome: Outcome<TaskResponse | null>): void {
    const event = eventOf(tasks.state.value, write, outcome);
    if (outcome.kind === 'expired') stop();
    tasks.dispatch(event);
    if (outcome.kind === 'ok' || outcome.kind === 'offline') return;
    if (event.kind !== 'accepted' || isMadeElsewhere(outcome)) onFault(outcome, write);
  }

  function stop(): void {
    sending = { ...sending, isOn: false };
  }

  return {
    pump,
    isOn: () => sending.isOn,
    /** Makes this tab the sender. It first repeats the requests that the last sender did not finish. */
    begin: () => {
      sending = { ...sending, isOn: true };
      for (const { key, status } of tasks.state.value.writes)
        if (status === 'sending') tasks.dispatch({ kind: 'queued', key });
      pump();
    },
    stop,
    /** Before the page closes: queues the held deletes by `release`, then sends as many writes as browsers still finish. */
    leave: (release: () => void) => {
      sending = { ...sending, mostAtOnce: mostLeaving };
      release();
      pump();
      sending = { ...sending, mostAtOnce };
    },
  };
}
