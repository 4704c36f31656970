import { batch, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import { message as messageShape } from './kept.shapes.ts';
import type { Message, QueueEvent } from './kept.shapes.ts';
import { isQueueEvent, reduceTasks } from './reduce-tasks.ts';
import type { TasksEvent } from './reduce-tasks.ts';
import { noTasks } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';

/** How the tabs of one person reach each other and take turns. */
export type TabPorts = {
  readonly tab: string;
  readonly post: (message: unknown) => void;
  readonly listen: (hear: (message: unknown) => void) => void;
  /** Calls back once, when no other tab has the turn; it stays with this tab until it is closed. */
  readonly awaitTurn: (take: () => void) => void;
  /** Speaks and hears no more, and gives up the turn. */
  readonly close: () => void;
};

export type SharedQueue = {
  state: ReadonlySignal<TasksState>;
  dispatch: (event: TasksEvent) => void;
  isSender: () => boolean;
  /** Whether the queue here is the real one: before that, what was kept on the device may still belong to another tab. */
  isJoined: () => boolean;
  join: () => void;
  /** After a sleep the others may be ahead. */
  catchUp: () => void;
};

/**
 * The tasks of this tab, with one queue in many tabs. Each tab applies its own events at once and posts them. The one that
 * sends settles their order: it posts the whole queue whenever it has heard an event of another tab, and the others apply
 * what it has not heard yet on top. `onTurn` is called when it is this tab's turn to send, `alone` when no other tab has
 * posted a queue: then the queue is the real one when `onTurn` has ended.
 */
export function shareQueue(ports: TabPorts, onTurn: (alone: boolean) => Promise<void>): SharedQueue {
  const state = signal(noTasks);
  const apply = (event: TasksEvent) => void (state.value = reduceTasks(state.value, event));
  const heard: Record<string, number> = {};
  let unheard: { n: number; event: QueueEvent }[] = [];
  let events = 0;
  let isSender = false;
  let isJoined = false;

  const post = (message: Message) => ports.post(message);

  function dispatch(event: TasksEvent): void {
    // Posted before it is applied: what follows from it, such as its sending, is posted after it.
    if (isQueueEvent(event)) {
      events += 1;
      if (!isSender) unheard.push({ n: events, event });
      post({ kind: 'did', tab: ports.tab, n: events, event });
    }
    apply(event);
  }

  function hear(message: unknown): void {
    if (!messageShape.fits(message)) return;
    if (message.kind === 'hello') postQueue();
    else if (message.kind === 'did') {
      heard[message.tab] = message.n;
      apply(message.event);
      postQueue();
    } else if (message.kind === 'queue' && !isSender) adopt(message);
  }

  function postQueue(): void {
    if (!isSender || !isJoined) return;
    const { writes, rowKeys } = state.value;
    post({ kind: 'queue', heard, writes: [...writes], rowKeys: [...rowKeys] });
  }

  function adopt({ heard: ofMe, writes, rowKeys }: Extract<Message, { kind: 'queue' }>): void {
    isJoined = true;
    unheard = unheard.filter(({ n }) => n > (ofMe[ports.tab] ?? 0));
    batch(() => {
      apply({ kind: 'adopted', writes, rowKeys: new Map(rowKeys) });
      for (const { event } of unheard) apply(event);
    });
  }

  async function takeTurn(): Promise<void> {
    isSender = true;
    unheard = [];
    await onTurn(!isJoined);
    isJoined = true;
    postQueue();
  }

  return {
    state,
    dispatch,
    isSender: () => isSender,
    isJoined: () => isJoined,
    join() {
      ports.listen(hear);
      post({ kind: 'hello' });
      ports.awaitTurn(() => void takeTurn());
    },
    catchUp: () => isSender || post({ kind: 'hello' }),
  };
}

/** The messages and the lock between the tabs of one owner. Without locks (on a page that is not served securely) each tab is alone. */
export function openTabs(owner: string): TabPorts {
  const tab = crypto.randomUUID();
  if (!('locks' in navigator)) {
    const none = () => undefined;
    return { tab, post: none, listen: none, awaitTurn: (take) => take(), close: none };
  }
  const name = nameOf(owner);
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  return {
    tab,
    // A channel has no origin but ours.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => void (closing.signal.aborted || channel.postMessage(message)),
    listen: (hear) => channel.addEventListener('message', ({ data }) => hear(data)),
    awaitTurn(take) {
      const untilClosed = (): Promise<void> => {
        take();
        return new Promise((resolve) => closing.signal.addEventListener('abort', () => resolve()));
      };
      navigator.locks.request(name, { signal: closing.signal }, untilClosed).catch((fault: unknown) => {
        if (!closing.signal.aborted) throw fault;
      });
    },
    close() {
      closing.abort();
      channel.close();
    },
  };
}

/** Runs in a worker while no tab of the owner is open; fails at once when one is. `tabOpens` ends it: the tab waits for the lock. */
export async function whileNoTab(
  owner: string,
  run: (tabOpens: AbortSignal) => Promise<void>,
): Promise<void> {
  const name = nameOf(owner);
  const channel = new BroadcastChannel(name);
  const opening = new AbortController();
  channel.addEventListener('message', () => opening.abort());
  try {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) throw new Error('A tab of the owner is open');
      await run(opening.signal);
    });
  } finally {
    channel.close();
  }
}

/** Of the channel and of the lock. */
const nameOf = (owner: string) => `dueline.${owner}`;
