import type { TaskListResponse } from '../../contract/task.ts';
import type { Api } from '../api/api.ts';
import type { Fault, Outcome } from '../api/call.ts';
import type { Keep } from '../state/keep.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { keepDrafts, openDrafts } from './drafts.ts';
import type { Drafts, DraftsEvent } from './drafts.ts';
import type { Fields } from './fields.ts';
import { isDeletedElsewhere } from './refusal.ts';
import { createSender } from './sender.ts';
import { idOfRow, noTasks, reduceTasks } from './state.ts';
import type { TasksEvent, TasksState } from './state.ts';
import { keepUnsent, readUnsent } from './unsent.ts';
import { newWrite } from './writes.ts';
import type { Change, Write } from './writes.ts';

/** One person's tasks on this page, and everything that can be done with them. */
export type DayBook = {
  tasks: Store<TasksState, TasksEvent>;
  drafts: Store<Drafts, DraftsEvent>;
  /** Changes of an earlier page that the service never got. */
  offered: Store<readonly Write[], readonly Write[]>;
  /** The row that is open for editing, by its key. */
  editing: Store<string | null, string | null>;
  /** How many tasks there were the last time, or null. */
  expected: number | null;
  /** Asks for the list, or takes the answer to a question already asked. */
  read: (asked?: Promise<Outcome<TaskListResponse>>) => Promise<void>;
  create: (fields: Fields) => void;
  replace: (rowKey: string, fields: Fields) => void;
  /** Held until `release`; until then `discard` takes it back. Returns the write's key. */
  remove: (rowKey: string) => string;
  release: (writeKey: string) => void;
  retry: (writeKey: string) => void;
  discard: (writeKey: string) => void;
  acceptOffer: () => void;
  refuseOffer: () => void;
  /** The page is being left: what is held goes out now. */
  leave: () => void;
};

type Parts = {
  api: Pick<Api, 'listTasks' | 'createTask' | 'replaceTask' | 'deleteTask'>;
  keep: Keep;
  owner: string;
  nowMs: () => number;
  newKey: () => string;
  onExpired: () => void;
  onRefused: (write: Write, fault: Fault) => void;
};

/** Opens the day-book of one owner; nobody else's drafts or unsent changes are in it. */
export function openDayBook({ api, keep, owner, nowMs, newKey, onExpired, onRefused }: Parts): DayBook {
  const tasks = createStore(reduceTasks, noTasks);
  const lastingKey = (rowKey: string) => idOfRow(tasks.get(), rowKey) ?? rowKey;
  const drafts = openDrafts(keep, owner, lastingKey);
  const offered = createStore<readonly Write[], readonly Write[]>((_, next) => next, readUnsent(keep, owner));
  const editing = createStore<string | null, string | null>((_, next) => next, null);
  const sender = createSender({ api, tasks, onFault });

  const keepAll = () => keepUnsent(keep, owner, [...offered.get(), ...tasks.get().writes]);
  tasks.subscribe(keepAll);
  // A new task gets its id while an edit of it is half typed.
  tasks.subscribe(() => keepDrafts(keep, owner, drafts.get(), lastingKey));
  offered.subscribe(keepAll);

  function onFault(fault: Fault, write: Write): void {
    if (fault.kind === 'expired') return onExpired();
    // A refusal that names fields is shown at them, unless that would take another edit out of someone's hands.
    const atFields = fault.kind === 'refused' && fault.errors.length > 0;
    if (atFields && editing.get() === null) editing.dispatch(write.target);
    if (isDeletedElsewhere(fault)) void read();
    onRefused(write, fault);
  }

  async function read(asked = api.listTasks()): Promise<void> {
    const { accepted } = tasks.get();
    const outcome = await asked;
    if (outcome.kind === 'expired') onExpired();
    else if (outcome.kind !== 'ok') tasks.dispatch({ kind: 'unread', fault: outcome });
    // A write was accepted meanwhile: this answer may not know it yet.
    else if (tasks.get().accepted !== accepted) await read();
    else {
      tasks.dispatch({ kind: 'read', tasks: outcome.value, atMs: nowMs() });
      keep.write(`count.${owner}`, String(outcome.value.length));
      tasks.dispatch({ kind: 'reconnect' });
      sender.pump();
    }
  }

  function make(target: string, change: Change, key = newKey()): string {
    tasks.dispatch({ kind: 'wrote', write: newWrite(key, target, change) });
    sender.pump();
    return key;
  }

  return {
    tasks,
    drafts,
    offered,
    editing,
    expected: readCount(keep.read(`count.${owner}`)),
    read,
    create(fields) {
      const key = newKey();
      make(key, { kind: 'create', fields }, key);
    },
    replace: (rowKey, fields) => void make(rowKey, { kind: 'replace', fields }),
    remove: (rowKey) => make(rowKey, { kind: 'delete' }),
    release(key) {
      tasks.dispatch({ kind: 'release', key });
      sender.pump();
    },
    retry(key) {
      tasks.dispatch({ kind: 'retry', key });
      sender.pump();
    },
    discard: (key) => tasks.dispatch({ kind: 'discard', key }),
    acceptOffer() {
      const writes = offered.get();
      offered.dispatch([]);
      for (const each of writes) tasks.dispatch({ kind: 'wrote', write: each });
      sender.pump();
    },
    refuseOffer: () => offered.dispatch([]),
    leave: sender.leave,
  };
}

const readCount = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
