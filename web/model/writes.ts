import type { TaskResponse } from '../../contract/task.ts';
import { sameFields } from './fields.ts';
import type { Change, Write } from './kept.shapes.ts';

/** A write as it is first made. */
export function newWrite(key: string, target: string, change: Change): Write {
  const status = change.kind === 'delete' ? 'held' : 'queued';
  return { key, target, change, status, tried: false, fault: null };
}

/** Adds a write; what has not left yet for the same row is merged with it, so that one row needs one request. */
export function addWrite(writes: readonly Write[], write: Write): readonly Write[] {
  const last = writes.findLast(({ target }) => target === write.target);
  if (last === undefined || !canFold(last)) return [...writes, write];
  const others = writes.filter(({ key }) => key !== last.key);
  if (write.change.kind === 'delete') {
    return last.change.kind === 'create' ? others : addWrite(others, write);
  }
  if (last.change.kind === 'create') {
    const change = { kind: 'create', fields: write.change.fields } as const;
    return writes.map((each) => (each === last ? { ...write, change } : each));
  }
  return writes.map((each) => (each === last ? { ...write, tried: last.tried } : each));
}

/** The writes to send next, oldest first: at most one a row, never past an older one of the same row. */
export function nextWrites(writes: readonly Write[], room: number): readonly Write[] {
  const seen = new Set<string>();
  const next: Write[] = [];
  for (const write of writes) {
    if (!seen.has(write.target) && write.status === 'queued') next.push(write);
    seen.add(write.target);
  }
  return next.slice(0, Math.max(0, room - writes.filter(({ status }) => status === 'sending').length));
}

/** The writes without those whose wish a list already shows; of each row the last write decides. `rows` is keyed by row. */
export function withoutFulfilled(
  writes: readonly Write[],
  rows: ReadonlyMap<string, TaskResponse>,
): readonly Write[] {
  const last = new Map(writes.map((write) => [write.target, write]));
  const left = writes.filter((write) => !isFulfilled(last.get(write.target) ?? write, rows));
  return left.length === writes.length ? writes : left;
}

/** A create counts only when it has left once: an equal task may have been there before. */
function isFulfilled({ target, change, tried }: Write, rows: ReadonlyMap<string, TaskResponse>): boolean {
  if (change.kind === 'delete') return !rows.has(target);
  const task = rows.get(target);
  if (task !== undefined) return sameFields(task, change.fields);
  return (
    change.kind === 'create' && tried && [...rows.values()].some((each) => sameFields(each, change.fields))
  );
}

/**
 * A write that is not on its way may still become another one. A create that the service may have seen may not: its key
 * belongs to the body that it had. Nor may a delete: the task may be gone.
 */
function canFold({ status, change, tried, fault }: Write): boolean {
  if (status === 'sending') return false;
  return change.kind === 'replace' || !tried || (fault?.kind === 'refused' && fault.status < 500);
}
