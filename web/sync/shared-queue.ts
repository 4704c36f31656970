import { batch, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { TaskResponse } from '../../contract/task.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Api, Fault, Outcome } from '../service/api.ts';
import { message as messageShape } from './kept.shapes.ts';
import type { Message, QueueEvent, Write } from './kept.shapes.ts';
import { idOfRow, isQueueEvent, isReadOnly, noTasks, reduceTasks, sameFields } from './queue.ts';
import type { Queue, TasksEvent, TasksState } from './queue.ts';
import {
  asNew,
  fieldFaultsOf,
  isDeletedElsewhere,
  isDeletedSince,
  isMadeElsewhere,
} from './fields.ts';
import type { Fields } from './fields.ts';
import { lastDate, todayAt } from '../dates/calendar.ts';

type SharedQueue = ReturnType<typeof shareQueue>;

/**
 * The tasks of this tab; all tabs of the person share one queue. Each tab applies its own events at once and posts them. The
 * sender, one of the tabs, decides their order: after each event of another tab it posts the whole queue, and the other tabs
 * apply their newer events to it again. `left` is the queue of an earlier page; `onTurn` runs when this tab becomes the sender.
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

export type TabPorts = ReturnType<typeof openTabs>;

/** Opens the messages between the tabs of one owner, and the lock of the tab that sends. */
export function openTabs(owner: string) {
  const name = nameOf(owner);
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  const tab: string = crypto.randomUUID();
  return {
    tab,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only this origin
    post: (message: unknown): void => void (closing.signal.aborted || channel.postMessage(message)),
    listen: (hear: (message: unknown) => void): void =>
      channel.addEventListener('message', ({ data }) => hear(data)),
    /** Calls `take` once, when this tab gets the lock; the tab holds it until `close`. */
    awaitLock(take: () => void): void {
      const untilClosed = (): Promise<void> => {
        take();
        return new Promise((resolve) => closing.signal.addEventListener('abort', () => resolve()));
      };
      navigator.locks
        .request(name, { signal: closing.signal }, untilClosed)
        .catch((fault: unknown) => {
          if (!closing.signal.aborted) throw fault;
        });
    },
    /** Closes the channel and releases the lock. */
    close(): void {
      closing.abort();
      channel.close();
    },
  };
}

/** For the worker: runs `run` with the lock, or throws when a tab of the owner is open. A tab that opens aborts `tabOpens`. */
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

/** The name of the channel and of the lock. */
const nameOf = (owner: string) => `dueline.${owner}`;
