import type { Store } from '../state/store.ts';
import { message as messageShape } from './kept.shapes.ts';
import type { Message, QueueEvent } from './kept.shapes.ts';
import type { TasksEvent, TasksState } from './state.ts';

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

type Parts = {
  own: Store<TasksState, TasksEvent>;
  ports: TabPorts;
  /** It is this tab's turn to send. `alone` when no other tab has told it of a queue. */
  onTurn: (alone: boolean) => void;
};

export type Shared = {
  tasks: Store<TasksState, TasksEvent>;
  isSender: () => boolean;
  /** Whether the queue here is the real one: before that, what was kept on the device may still belong to another tab. */
  isJoined: () => boolean;
  join: () => void;
  /** After a sleep the others may be ahead. */
  catchUp: () => void;
};

/**
 * One queue in many tabs. Each shows its own events at once and tells them; the one that sends settles their order by telling
 * the whole queue whenever it has heard of another's event, and the others lay what it has not heard of yet on top.
 */
export function shareQueue({ own, ports, onTurn }: Parts): Shared {
  const heard: Record<string, number> = {};
  let unheard: { n: number; event: QueueEvent }[] = [];
  let events = 0;
  let isSender = false;
  let isJoined = false;

  function dispatch(event: TasksEvent): void {
    // First told, then done: what follows from it, such as its sending, is told after it.
    // Only what others can understand is for them.
    const did = { kind: 'did', tab: ports.tab, n: events + 1, event };
    if (messageShape.fits(did) && did.kind === 'did') tell(did);
    own.dispatch(event);
  }

  function tell(did: Extract<Message, { kind: 'did' }>): void {
    events = did.n;
    if (!isSender) unheard.push({ n: did.n, event: did.event });
    post(did);
  }

  const post = (message: Message) => ports.post(message);

  function hear(message: unknown): void {
    if (!messageShape.fits(message)) return;
    if (message.kind === 'hello') tellQueue();
    else if (message.kind === 'did') {
      heard[message.tab] = message.n;
      own.dispatch(message.event);
      tellQueue();
    } else if (!isSender) adopt(message);
  }

  function tellQueue(): void {
    if (!isSender) return;
    const { writes, offered, rowKeys } = own.get();
    post({ kind: 'queue', heard, writes: [...writes], offered: [...offered], rowKeys: [...rowKeys] });
  }

  function adopt({ heard: ofMe, writes, offered, rowKeys }: Extract<Message, { kind: 'queue' }>): void {
    isJoined = true;
    unheard = unheard.filter(({ n }) => n > (ofMe[ports.tab] ?? 0));
    own.dispatch({ kind: 'adopted', writes, offered, rowKeys: new Map(rowKeys) });
    for (const { event } of unheard) own.dispatch(event);
  }

  function takeTurn(): void {
    const alone = !isJoined;
    isSender = true;
    isJoined = true;
    unheard = [];
    onTurn(alone);
    tellQueue();
  }

  return {
    tasks: { get: own.get, subscribe: own.subscribe, dispatch },
    isSender: () => isSender,
    isJoined: () => isJoined,
    join() {
      ports.listen(hear);
      post({ kind: 'hello' });
      ports.awaitTurn(takeTurn);
    },
    catchUp: () => isSender || post({ kind: 'hello' }),
  };
}
