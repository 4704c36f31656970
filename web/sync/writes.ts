import { sameFields } from './fields.ts';
import type { Change, Known, Write } from './kept.shapes.ts';

/** A write as it is first made, by a person who knows these tasks. */
export function newWrite(key: string, target: string, change: Change, known: Known[] = []): Write {
  const status = change.kind === 'delete' ? 'held' : 'queued';
  return { key, target, change, status, tried: false, known, fault: null };
}

/** Adds a write; what has not left yet for the same row is merged with it, so that one row needs one request. */
export function addWrite(writes: readonly Write[], write: Write): readonly Write[] {
  const last = writes.findLast(({ target }) => target === write.target);
  if (last === undefined || !canFold(last)) return [...writes, write];
  const others = writes.filter(({ key }) => key !== last.key);
  const known = knownOf(last, write);
  if (write.change.kind === 'delete') {
    return last.change.kind === 'create' ? others : addWrite(others, { ...write, known });
  }
  if (last.change.kind === 'create') {
    const change = { kind: 'create', fields: write.change.fields } as const;
    return writes.map((each) => (each === last ? { ...write, known, change } : each));
  }
  return writes.map((each) => (each === last ? { ...write, known, tried: last.tried } : each));
}

/** The versions that two writes of one row know, and the one that the first may have made. */
function knownOf(last: Write, write: Write): Known[] {
  const made: Known[] = last.tried && last.change.kind === 'replace' ? [last.change.fields] : [];
  const all: Known[] = [...(last.known ?? []), ...made, ...(write.known ?? [])];
  return all.filter(
    (each, at) => all.findIndex((other) => other.id === each.id && sameFields(other, each)) === at,
  );
}

/** Whether a change waits for an answer of the person, at its row. */
export const asks = (write: Write | null): boolean =>
  write?.status === 'failed' || write?.status === 'conflict';

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

/**
 * A write that is not on its way may still become another one. A create that the service may have seen may not: its key
 * belongs to the body that it had. Nor may a delete: the task may be gone.
 */
function canFold({ status, change, tried, fault }: Write): boolean {
  if (status === 'sending') return false;
  if (change.kind === 'replace' || status === 'conflict') return true;
  return !tried || (fault?.kind === 'refused' && fault.status < 500);
}

/** So many are saved in about a second: a bar that comes and goes would only move the list. */
const fewChanges = 100;

/** How many changes are on their way to the service, 0 when they are few. */
export function changesUnderWay(writes: readonly Write[]): number {
  const { length } = writes.filter(({ status }) => status === 'queued' || status === 'sending');
  return length > fewChanges ? length : 0;
}

/** The changes that the service has refused, or that meet another one made elsewhere. */
export const refusedChanges = (writes: readonly Write[]): readonly Write[] => writes.filter(asks);
