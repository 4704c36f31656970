import type { Fault } from '../api/call.ts';
import type { Fields } from './fields.ts';

/** What is to be done to one row. */
export type Change =
  | { readonly kind: 'create'; readonly fields: Fields }
  | { readonly kind: 'replace'; readonly fields: Fields }
  | { readonly kind: 'delete' };

/**
 * held: a delete that can still be taken back; queued: to be sent; sending: under way;
 * waiting: the service was not reached; failed: it refused.
 */
export type WriteStatus = 'held' | 'queued' | 'sending' | 'waiting' | 'failed';

/** A change that the service does not have yet. `key` is its Idempotency-Key, `target` the row's key. */
export type Write = {
  readonly key: string;
  readonly target: string;
  readonly change: Change;
  readonly status: WriteStatus;
  /** Whether the service may have seen it: then its body must not change under the same key. */
  readonly tried: boolean;
  readonly fault: Fault | null;
};

/** A write as it is first made. */
export function newWrite(key: string, target: string, change: Change): Write {
  return {
    key,
    target,
    change,
    status: change.kind === 'delete' ? 'held' : 'queued',
    tried: false,
    fault: null,
  };
}

/** Adds a write; what has not left yet for the same row is folded into it, so that one row asks once. */
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
  return writes.map((each) => (each === last ? write : each));
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

/** A write that the service has not got, or has refused, may still take another body. */
function canFold({ status, tried, fault }: Write): boolean {
  if (status === 'failed') return fault?.kind === 'refused' && fault.status < 500;
  return !tried && (status === 'queued' || status === 'waiting' || status === 'held');
}
