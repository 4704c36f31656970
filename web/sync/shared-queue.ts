import { batch, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { TaskResponse } from '../../contract/task.ts';
import { isUnrenewed } from '../service/api.ts';
import type { Api, Fault, Outcome } from '../service/api.ts';
import { message as messageShape } from './kept.shapes.ts';
import type { Message, QueueEvent, Write } from './kept.shapes.ts';
import { idOfRow, isQueueEvent, isReadOnly, noTasks, reduceTasks, sameFields } from './queue.ts';
import type { Queue, TasksEvent, TasksState } from './queue.ts';
import { asNew, isDeletedElsewhere, isDeletedSince, isMadeElsewhere } from './fields.ts';
import type { Fields } from './fields.ts';
import { todayAt } from '../dates/calendar.ts';

export type SharedQueue = ReturnType<typeof shareQueue>;

/**
 * The tasks of this tab, with one queue in many tabs. Each tab applies its own events at once and posts them. The one that
 * sends settles their order: it posts the whole queue whenever it has heard an event of another tab, and the others apply
 * what it has not heard yet on top. A tab begins with what an earlier page has `left`; `onTurn` is called when it is its turn
 * to send.
 */
export function shareQueue(ports: TabPorts, left: readonly Write[], onTurn: () => Promise<void>) {
  const state = signal({ ...noTasks, writes: left });
  const shown: ReadonlySignal<TasksState> = state;
  const apply = (event: TasksEvent) => void (state.value = reduceTasks(state.value, event));
  const heard: Record<string, number> = {};
  let unheard: { n: number; event: QueueEvent }[] = [];
  let events = 0;
  let isSender = false;

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
    isSender: () => isSender,
    join() {
      ports.listen(hear);
      post({ kind: 'hello' });
      ports.awaitTurn(() => void takeTurn());
    },
    /** After a sleep the others may be ahead. */
    catchUp: () => isSender || post({ kind: 'hello' }),
  };
}

/** The calls that change tasks. */
type WriteApi = Pick<Api, 'createTask' | 'replaceTask' | 'deleteTask'>;

const mostAtOnce = 4;
/** Browsers let 64 KiB of requests outlive a page; a write takes about one. */
const mostLeaving = 50;

/** Sends the writes, oldest first. A refused write stays at its row, and is not sent again from this page unasked. */
export function createSender(
  api: WriteApi,
  tasks: SharedQueue,
  nowMs: () => number,
  onFault: (fault: Fault, write: Write) => void,
) {
  let isOn = false;
  let room = mostAtOnce;

  /** Sends what may leave now; call it after every change of the tasks. */
  function pump(): void {
    if (!isOn || isReadOnly(tasks.state.value)) return;
    // One at a time: that it is being sent is a change of the tasks, which comes back here.
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
    /** From now on this tab sends, and first of all what another one left halfway. */
    begin() {
      isOn = true;
      for (const { key, status } of tasks.state.value.writes) {
        if (status === 'sending') tasks.dispatch({ kind: 'queued', key });
      }
      pump();
    },
    stop: () => void (isOn = false),
    /** The page is being left: after `release` has let go of what was held, what the service does not have yet is sent. */
    leave(release: () => void) {
      room = mostLeaving;
      release();
      pump();
      room = mostAtOnce;
    },
  };
}

/** The writes to send next, oldest first: at most one a row, never past an older one of the same row. */
export function nextWrites(writes: readonly Write[], room: number): readonly Write[] {
  const rows = [...Map.groupBy(writes, ({ target }) => target).values()];
  const next = rows.flatMap(([first]) => (first?.status === 'queued' ? [first] : []));
  return next.slice(0, Math.max(0, room - writes.filter(({ status }) => status === 'sending').length));
}

/** So many are saved in about a second: a bar that comes and goes would only move the list. */
const fewChanges = 100;

/** How many changes are on their way to the service, 0 when they are few. */
export function changesUnderWay(writes: readonly Write[]): number {
  const { length } = writes.filter(({ status }) => status === 'queued' || status === 'sending');
  return length > fewChanges ? length : 0;
}

/** The request of a write, at this time. */
export function sendWrite(
  api: WriteApi,
  queue: Queue,
  { key, target, change }: Write,
  nowMs: number,
): Promise<Outcome<TaskResponse | null>> {
  if (change.kind === 'create') return create(api, queue, change.fields, key, todayAt(nowMs));
  const id = idOfRow(queue, target);
  // Its create was given up: there is nothing left to change.
  if (id === null) return Promise.resolve({ kind: 'ok', value: null });
  return change.kind === 'delete' ? api.deleteTask(id) : api.replaceTask(id, change.fields);
}

/** The key of the task that follows a repeating one, of that one and its date: whichever device finishes it, there is one. */
export const nextKey = (rowKey: string, iso: string) => `next-${rowKey}-${iso}`;

/** The key of the same create where the task of the one before goes or has gone: every device comes to the same keys. */
export const keyAfter = (key: string) => `${key}~`;

/**
 * Creates a task. The service makes none for the past: such a date is given to the task once it is made. A next one that was
 * deleted is wanted anew by whoever finishes its task again.
 */
async function create(
  api: WriteApi,
  queue: Queue,
  fields: Fields,
  key: string,
  todayIso: string,
): Promise<Outcome<TaskResponse>> {
  const outcome = await api.createTask(asNew(fields, todayIso), key);
  const goes = ({ id }: TaskResponse) =>
    queue.writes.some(
      ({ change, target }) => change.kind === 'delete' && idOfRow(queue, target) === String(id),
    );
  const isGone = outcome.kind === 'ok' ? goes(outcome.value) : isDeletedSince(outcome);
  if (isGone && key.startsWith('next-')) return create(api, queue, fields, keyAfter(key), todayIso);
  return outcome.kind === 'ok' && fields.dueDate < todayIso
    ? api.replaceTask(String(outcome.value.id), fields)
    : outcome;
}

/** What becomes of a write after its request. */
export function eventOf(
  { base, writes }: Pick<TasksState, 'base' | 'writes'>,
  { key, target, change }: Write,
  outcome: Outcome<TaskResponse | null>,
): QueueEvent {
  const isChanged = writes.some((each) => each.target === target && each.change.kind === 'replace');
  if (outcome.kind === 'ok') {
    const { value: task } = outcome;
    // One that was there before is answered as it was created: it stays as the list has it, in a row of its own.
    const isOther = (each: TaskResponse) => task !== null && each.id === task.id && !sameFields(each, task);
    const isOld = change.kind === 'create' && !isChanged && base?.some(isOther);
    return { kind: 'accepted', key, task: isOld ? null : task };
  }
  // A delete that finds nothing has what it wanted.
  if (change.kind === 'delete' && isDeletedElsewhere(outcome)) return { kind: 'accepted', key, task: null };
  // So has a create whose task another device has deleted, unless the person has changed the task here: then the row asks.
  if (change.kind === 'create' && isDeletedSince(outcome) && !isChanged)
    return { kind: 'accepted', key, task: null };
  // The next task of a repeating one, which another device has made.
  if (change.kind === 'create' && isMadeElsewhere(outcome)) return { kind: 'accepted', key, task: null };
  if (outcome.kind === 'expired') return { kind: 'queued', key };
  if (outcome.kind === 'offline' || isUnrenewed(outcome)) return { kind: 'unreached', key };
  return { kind: 'refused', key, fault: outcome };
}

/** How the tabs of one person reach each other and take turns. */
export type TabPorts = ReturnType<typeof openTabs>;

/** The messages and the lock between the tabs of one owner. */
export function openTabs(owner: string) {
  const name = nameOf(owner);
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  const tab: string = crypto.randomUUID();
  return {
    tab,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but ours
    post: (message: unknown): void => void (closing.signal.aborted || channel.postMessage(message)),
    listen: (hear: (message: unknown) => void): void =>
      channel.addEventListener('message', ({ data }) => hear(data)),
    /** Calls back once, when no other tab has the turn; it stays with this tab until it is closed. */
    awaitTurn(take: () => void): void {
      const untilClosed = (): Promise<void> => {
        take();
        return new Promise((resolve) => closing.signal.addEventListener('abort', () => resolve()));
      };
      navigator.locks.request(name, { signal: closing.signal }, untilClosed).catch((fault: unknown) => {
        if (!closing.signal.aborted) throw fault;
      });
    },
    /** Speaks and hears no more, and gives up the turn. */
    close(): void {
      closing.abort();
      channel.close();
    },
  };
}

/** Runs in a worker while no tab of the owner is open; fails at once when one is. `tabOpens` ends it: the tab waits for the lock. */
export async function whileNoTab(owner: string, run: (tabOpens: AbortSignal) => Promise<void>) {
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
