import { batch, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { message as messageShape } from './kept.shapes.ts';
import type { Message, QueueEvent, Write } from './kept.shapes.ts';
import { isQueueEvent, noTasks, reduceTasks } from './queue.ts';
import type { TasksEvent, TasksState } from './queue.ts';
import type { TabPorts } from './tabs.ts';

export type SharedQueue = ReturnType<typeof shareQueue>;

/**
 * The tasks of this tab; all tabs of the person share one queue. Each tab applies its own events at once and posts them. The
 * sender, one of the tabs, decides their order: after each event of another tab it posts the whole queue, and the other tabs
 * apply their newer events to it again. `unsent` is the queue of an earlier page; `onTurn` runs when this tab becomes the sender.
 */
export function shareQueue(ports: TabPorts, unsent: readonly Write[], onTurn: () => Promise<void>) {
  const state = signal({ ...noTasks, writes: unsent });
  const shown: ReadonlySignal<TasksState> = state;
  const apply = (event: TasksEvent) => void (state.value = reduceTasks(state.value, event));
  const heard: Record<string, number> = {};
  let unheard: { n: number; event: QueueEvent }[] = [];
  let events = 0;
  let isSender = false;

  const post = (message: Message) => ports.post(message);

  function dispatch(event: TasksEvent): void {
    // Posted before it is applied: applying it may dispatch further events, such as `sending`, which must be posted later.
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
    if (!isSender) return;
    const { writes, rowKeys } = state.value;
    post({ kind: 'queue', heard, writes: [...writes], rowKeys: [...rowKeys] });
  }

  function adopt({ heard: ofMe, writes, rowKeys }: Extract<Message, { kind: 'queue' }>): void {
    unheard = unheard.filter(({ n }) => n > (ofMe[ports.tab] ?? 0));
    batch(() => {
      apply({ kind: 'adopted', writes, rowKeys: new Map(rowKeys) });
      for (const { event } of unheard) apply(event);
    });
  }

  async function takeTurn(): Promise<void> {
    isSender = true;
    unheard = [];
    await onTurn();
    postQueue();
  }

  return {
    state: shown,
    dispatch,
    join() {
      ports.listen(hear);
      post({ kind: 'hello' });
      ports.awaitLock(() => void takeTurn());
    },
    /** After a sleep of this tab other tabs may have changed the queue. */
    catchUp: () => isSender || post({ kind: 'hello' }),
  };
}
