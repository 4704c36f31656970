import type { Revocable } from '../session/session.ts';
import type { NewRevocation } from '../store/store.ts';

/** A request of one owner that is answered when the list no longer has this version, or at a time. */
export type Wait = Readonly<{
  version: string;
  untilMs: number;
  /** The session of the request: it ends the wait. */
  revocable: Revocable;
}>;

export type WaitEvent =
  | Readonly<{ kind: 'began' | 'left'; wait: Wait }>
  /** This process has stored a write of the owner. */
  | Readonly<{ kind: 'written' }>
  /** The store has this version of the owner's list. */
  | Readonly<{ kind: 'read'; version: string }>
  | Readonly<{ kind: 'revoked'; revocations: readonly NewRevocation[] }>
  | Readonly<{ kind: 'passed'; nowMs: number }>
  | Readonly<{ kind: 'stopped' }>;

/** The waits of one owner that go on after an event (pure). Without a change it returns the same array. */
export function reduceWaits(waits: readonly Wait[], event: WaitEvent): readonly Wait[] {
  if (event.kind === 'began') return [...waits, event.wait];
  const others = waits.filter((wait) => !isEnded(wait, event));
  if (others.length === waits.length) return waits;
  return others;
}

function isEnded(wait: Wait, event: WaitEvent): boolean {
  switch (event.kind) {
    case 'began':
      return false;
    case 'left':
      return wait === event.wait;
    case 'read':
      return wait.version !== event.version;
    case 'revoked':
      return event.revocations.some((revocation) => isRevoked(wait, revocation));
    case 'passed':
      return wait.untilMs <= event.nowMs;
    case 'written':
    case 'stopped':
      return true;
  }
}

const isRevoked = ({ revocable }: Wait, { subject, endedAtMs }: NewRevocation): boolean =>
  revocable.beganAtMs <= endedAtMs && revocable.subjects.includes(subject);
