import { fieldNames } from '../../contract/fields.ts';
import type { TaskResponse } from '../../contract/task.ts';
import { compareDates } from '../dates/calendar.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Fault } from '../service/api.ts';
import type { FieldName, Fields } from './fields.ts';
import type { Change, Known, QueueEvent, Write } from './kept.shapes.ts';

/** The last good list of the service, and the queue of changes to it. */
export type TasksState = {
  /** Null until the first list. */
  readonly base: readonly TaskResponse[] | null;
  readonly readAtMs: number;
  /** Why the last read of the list failed; the older `base` stays visible. */
  readonly fault: Fault | null;
  readonly offline: boolean;
  readonly writes: readonly Write[];
  /** Rows made on this page keep their key when the service gives the task its id: id -> row key. */
  readonly rowKeys: ReadonlyMap<string, string>;
  /** Number of accepted writes: a list that was requested before the last of them is stale. */
  readonly accepted: number;
};

export const noTasks: TasksState = {
  base: null,
  readAtMs: 0,
  fault: null,
  offline: false,
  writes: [],
  rowKeys: new Map(),
  accepted: 0,
};

export type Queue = Pick<TasksState, 'rowKeys' | 'writes'>;

export type TasksEvent =
  | QueueEvent
  | { readonly kind: 'read'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  /** The copy of an earlier page, shown while no newer list is available. */
  | { readonly kind: 'recalled'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  | { readonly kind: 'unread'; readonly fault: Fault }
  /** The queue of the tab that sends. */
  | ({ readonly kind: 'adopted' } & Queue);

/** True for an event of the queue, which all tabs share; other events concern the list that this tab has read. */
export const isQueueEvent = (event: TasksEvent): event is QueueEvent =>
  !['read', 'recalled', 'unread', 'adopted'].includes(event.kind);

/** Pure: the state after an event of any tab. */
export function reduceTasks(state: TasksState, event: TasksEvent): TasksState {
  switch (event.kind) {
    case 'read':
      return settled({
        ...state,
        base: withKnownTasks(state.base ?? [], event.tasks),
        readAtMs: event.atMs,
        fault: null,
        offline: false,
      });
    case 'recalled':
      if (state.base === null) return { ...state, base: event.tasks, readAtMs: event.atMs };
      return state;
    case 'unread': {
      const { fault } = event;
      const offline = state.offline || fault.kind === 'offline' || isProviderUnavailable(fault);
      return { ...state, fault, offline };
    }
    case 'adopted':
      return { ...state, writes: event.writes, rowKeys: event.rowKeys };
    case 'wrote':
      return { ...state, writes: withWrites(state, event.writes) };
    case 'sending':
      return changeWrite(state, event.key, { status: 'sending', tried: true, fault: null });
    case 'accepted':
      return accept(state, event.key, event.task);
    case 'refused':
      return changeWrite(state, event.key, { status: 'failed', fault: event.fault });
    case 'unreached':
      return { ...changeWrite(state, event.key, { status: 'waiting' }), offline: true };
    case 'queued':
      return requeue(state, event.key);
    case 'reconnect':
      return check(state, event.found, ({ status }) => status === 'waiting');
    case 'discard': {
      // All later changes of the same row are discarded too.
      const first = state.writes.findIndex(({ key }) => key === event.key);
      const target = state.writes[first]?.target;
      return {
        ...state,
        writes: state.writes.filter((each, at) => at < first || each.target !== target),
      };
    }
  }
}

/** The list with the known tasks in place of equal ones: their rows are not drawn again. If all are equal it is the known list. */
function withKnownTasks(
  known: readonly TaskResponse[],
  list: readonly TaskResponse[],
): readonly TaskResponse[] {
  const byId = new Map(known.map((task) => [task.id, task]));
  const tasks = list.map((task) => {
    const earlier = byId.get(task.id);
    return earlier !== undefined && sameFields(earlier, task) ? earlier : task;
  });
  const isSame = tasks.length === known.length && tasks.every((task, at) => task === known[at]);
  return isSame ? known : tasks;
}

/** True after a response that does not fit its schema: the page sends no changes until a list fits. */
export const isReadOnly = ({ fault }: TasksState): boolean => fault?.kind === 'mismatch';

/** The key of a task's row: its id, or the key that the row had before it got the id. */
export const rowKeyOf = ({ rowKeys }: Pick<TasksState, 'rowKeys'>, { id }: TaskResponse): string =>
  rowKeys.get(String(id)) ?? String(id);

/** The task id of a row, or null while the service has not assigned one. */
export function idOfRow(state: Pick<TasksState, 'rowKeys'>, rowKey: string): string | null {
  for (const [id, key] of state.rowKeys) if (key === rowKey) return id;
  if (/^\d+$/.test(rowKey)) return rowKey;
  return null;
}

/** Moves the result of a write into the list, and into the known versions of the later writes of its row. */
function accept(state: TasksState, key: string, task: TaskResponse | null): TasksState {
  const write = state.writes.find((each) => each.key === key);
  if (write === undefined) return state;
  const id = task === null ? idOfRow(state, write.target) : String(task.id);
  const rest = state.base?.filter((each) => each.id !== Number(id)) ?? null;
  const rowKeys = new Map(state.rowKeys);
  if (task === null && id !== null) rowKeys.delete(id);
  else if (write.change.kind === 'create' && id !== null) rowKeys.set(id, write.target);
  const isLater = ({ target }: Write) => task !== null && target === write.target;
  const learn = (each: Write): Write => ({
    ...each,
    known: [...(each.known ?? []), ...(task ? [task] : [])],
  });
  return {
    ...state,
    base: rest && task ? [...rest, task].toSorted(inOrder) : rest,
    rowKeys,
    offline: false,
    accepted: state.accepted + 1,
    writes: state.writes
      .filter((each) => each !== write)
      .map((each) => (isLater(each) ? learn(each) : each)),
  };
}

/** The order of the service's list. */
const inOrder = (a: TaskResponse, b: TaskResponse): number =>
  compareDates(a.dueDate, b.dueDate) || a.id - b.id;

function changeWrite(state: TasksState, key: string, parts: Partial<Write>): TasksState {
  if (!state.writes.some((write) => write.key === key)) return state;
  const writes = state.writes.map((write) => (write.key === key ? { ...write, ...parts } : write));
  return { ...state, writes };
}

/** A new write; `known` has the versions that the person has seen. */
export function newWrite(key: string, target: string, change: Change, known: Known[] = []): Write {
  const status = change.kind === 'delete' ? 'held' : 'queued';
  return { key, target, change, status, tried: false, known, fault: null };
}

/** Adds each write to those of its row; the order of the rows does not change. */
function withWrites(state: TasksState, more: readonly Write[]): readonly Write[] {
  const byRow: Map<string, readonly Write[]> = Map.groupBy(state.writes, ({ target }) => target);
  for (const write of more) {
    const writes = addWrite(byRow.get(write.target) ?? [], write);
    byRow.set(write.target, isUndone(state, writes) ? [] : writes);
  }
  return [...byRow.values()].flat();
}

/** Adds a write to those of its row. It is merged with the last one if possible, so that a row needs one request. */
function addWrite(ofRow: readonly Write[], write: Write): readonly Write[] {
  const last = ofRow.at(-1);
  if (last === undefined || !mayChange(last)) return [...ofRow, write];
  const others = ofRow.slice(0, -1);
  const known = knownOf(last, write);
  if (write.change.kind === 'delete')
    return last.change.kind === 'create' ? others : addWrite(others, { ...write, known });
  // A create after a delete that was not sent undoes it: the task exists.
  const kind = last.change.kind === 'create' ? 'create' : 'replace';
  const tried = kind === 'replace' && last.tried;
  return [...others, { ...write, known, tried, change: { kind, fields: write.change.fields } }];
}

/** True for a change that was undone before it was sent: it needs no request. */
function isUndone({ base, rowKeys }: TasksState, [only, ...others]: readonly Write[]): boolean {
  if (only === undefined || others.length > 0 || only.tried || only.change.kind !== 'replace')
    return false;
  const id = Number(idOfRow({ rowKeys }, only.target));
  const saved = base?.find((task) => task.id === id);
  return saved !== undefined && sameFields(saved, only.change.fields);
}

/** The known versions of two writes of a row, and the version that the first write may have made. */
function knownOf(last: Write, write: Write): Known[] {
  const made: Known[] = last.tried && last.change.kind === 'replace' ? [last.change.fields] : [];
  const all: Known[] = [...(last.known ?? []), ...made, ...(write.known ?? [])];
  return all.filter(
    (each, at) => all.findIndex((other) => other.id === each.id && sameFields(other, each)) === at,
  );
}

/**
 * True for a write that may be merged with a later one: its request is not under way. A create that the service may have received
 * is not merged, as its Idempotency-Key belongs to its body. Nor is such a delete, as the task may be deleted already.
 */
function mayChange({ status, change, tried, fault }: Write): boolean {
  if (status === 'sending') return false;
  if (change.kind === 'replace' || status === 'conflict') return true;
  return !tried || (fault?.kind === 'refused' && fault.status < 500);
}

/** True when the person must decide about a write, at its row. */
export const needsDecision = (write: Write | null): boolean =>
  write?.status === 'failed' || write?.status === 'conflict';

/** A new list may settle conflicts, and changes whose response did not fit its schema. */
function settled(state: TasksState): TasksState {
  const isInDoubt = ({ status, fault }: Write) =>
    status === 'conflict' || fault?.kind === 'mismatch';
  const next = check(state, state.base ?? [], isInDoubt);
  // The service may answer reads while writes do not reach it.
  return {
    ...next,
    offline: next.offline || next.writes.some(({ status }) => status === 'waiting'),
  };
}

/**
 * Compares changes with the tasks in `found`. Each one has arrived, is queued, is merged with a change made elsewhere, or is in
 * conflict with one because both have changed the same field.
 */
function check(
  state: TasksState,
  found: readonly TaskResponse[],
  isMeant: (write: Write) => boolean,
): TasksState {
  return state.writes.filter(isMeant).reduce((now, { key, target }) => {
    const ofRow = now.writes.filter((each) => each.target === target);
    const write = ofRow[0];
    const last = ofRow.at(-1);
    if (write === undefined || last === undefined) return now;
    // Only the oldest change of a row is compared: the others follow it.
    if (write.key !== key) return changeWrite(now, key, { status: 'queued' });
    const task = found.find((each) => rowKeyOf(now, each) === target) ?? null;
    const arrived = arrivedAs(write, task, found, now.rowKeys);
    if (arrived !== undefined) return accept(now, key, arrived);
    if (write.status === 'failed') return now;
    if (isCurrent(write, task)) return changeWrite(now, key, { status: 'queued' });
    // The list already has the result of the row's last change: nothing is left to send.
    if (arrivedAs(last, task, [], now.rowKeys) !== undefined)
      return { ...now, writes: now.writes.filter((each) => each.target !== target) };
    // The task is not in the list: the service's response to the change will say why.
    if (task === null) return changeWrite(now, key, { status: 'queued' });
    const merged = ofRow.map((each) => onTopOf(task, each));
    if (!merged.every((each) => each !== null))
      return changeWrite(now, key, { status: 'conflict' });
    const writes = now.writes.map((each) => merged.find((own) => own.key === each.key) ?? each);
    return changeWrite({ ...now, writes }, key, { status: 'queued' });
  }, state);
}

/** Queues a write again. After a conflict the person has seen the version in the list, so that counts as known. */
function requeue(state: TasksState, key: string): TasksState {
  const write = state.writes.find((each) => each.key === key);
  const id = write?.status === 'conflict' ? idOfRow(state, write.target) : null;
  const seen = state.base?.filter((task) => String(task.id) === id) ?? [];
  const known = [...(write?.known ?? []), ...seen];
  return changeWrite(state, key, { status: 'queued', fault: null, known });
}

/** Adds the creates whose task is in the list before their response has arrived: task and create are one row. */
export function rowKeysShown({ base, writes, rowKeys }: TasksState): TasksState['rowKeys'] {
  let shown = rowKeys;
  for (const write of writes) {
    const task = write.change.kind === 'create' ? arrivedAs(write, null, base ?? [], shown) : null;
    if (task) shown = new Map([...shown, [String(task.id), write.target]]);
  }
  return shown;
}

/**
 * The result of a write whose response is unknown, or undefined if the list does not show that it has arrived. `task` is the
 * task of its row. A create has arrived when `list` has an equal task that is neither in `known` nor in `rowKeys`.
 */
function arrivedAs(
  { change, tried, known = [] }: Write,
  task: TaskResponse | null,
  list: readonly TaskResponse[],
  rowKeys: ReadonlyMap<string, string>,
): TaskResponse | null | undefined {
  if (change.kind === 'delete') return task === null ? null : undefined;
  if (task !== null && sameFields(task, change.fields)) return task;
  if (change.kind === 'replace' || !tried) return undefined;
  const isNew = ({ id }: TaskResponse) =>
    !rowKeys.has(String(id)) && !known.some((each) => each.id === id);
  return list.find((each) => sameFields(each, change.fields) && isNew(each));
}

/** True when the person knew this version of the task when making the change. Always true for a create. */
const isCurrent = ({ change, known = [] }: Write, task: TaskResponse | null): boolean =>
  change.kind === 'create' || (task !== null && known.some((version) => sameFields(version, task)));

/**
 * Merges a change with the version that another device has made. Null when both have changed the same field, or the change is a
 * delete. A field whose value is that of a known version was not changed elsewhere.
 */
function onTopOf(task: TaskResponse, write: Write): Write | null {
  const { change, known = [] } = write;
  if (change.kind !== 'replace') return null;
  const { id: _, ...theirs } = task;
  const { fields } = change;
  const isTheirs = (name: FieldName) => !known.some((version) => sameField(name, version, theirs));
  const isMine = (name: FieldName) => known.some((version) => !sameField(name, version, fields));
  const taken = fieldNames.filter((name) => isTheirs(name) && !sameField(name, theirs, fields));
  if (known.length === 0 || taken.some(isMine)) return null;
  const merged = { ...fields, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
  return { ...write, change: { kind: 'replace', fields: merged }, known: [task] };
}

export const sameFields = (a: Partial<Fields>, b: Partial<Fields>): boolean =>
  fieldNames.every((name) => sameField(name, a, b));

/** A missing text equals an empty one. */
export const sameField = (name: FieldName, a: Partial<Fields>, b: Partial<Fields>): boolean =>
  (a[name] ?? '') === (b[name] ?? '');
