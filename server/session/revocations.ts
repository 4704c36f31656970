import { hash } from 'node:crypto';

import { longestKeptSeconds } from '../http/cookie.ts';
import { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';
import { makeLruMap } from '../lru-map.ts';
import type { NewRevocation, Revocation, Store } from '../store/store.ts';
import { blockedMs } from '../store/store.ts';
import type { World } from '../world.ts';
import { isWithin, withTimeout } from '../world.ts';
import type { OpenedSession, Revocable, Session } from './session.ts';
import { longestRenewedSeconds } from './session.ts';

/** The names in an ID token: the email, and the ids of the person (`sub`) and of the session (`sid`) at the provider. */
export type Names = Readonly<{ email?: string; sub?: string; sid?: string }>;

/** The hashes by which a session can be ended: of its own id, and of each name that its ID token has, or had at the sign-in. */
export function revocableOf(
  { signIn }: Session,
  { email, sub, sid = signIn.sid ?? undefined }: Names,
): Revocable {
  const others = [
    ...(email === undefined ? [] : [subjectOfEmail(email)]),
    ...(sub === undefined ? [] : [hashOf('sub', sub)]),
    ...(sid === undefined ? [] : [hashOf('sid', sid)]),
  ];
  return { subjects: [hashOf('session', signIn.id), ...others], beganAtMs: signIn.atMs };
}

/** The hash by which the sessions of an email are ended. Without regard to case: another spelling must not keep a person signed in. */
export const subjectOfEmail = (email: string): string => hashOf('email', email.toLowerCase());

/**
 * The revocation of all sessions of an email that have begun by now, also of the longest: no ID token is accepted for longer than
 * a cookie is kept. Every process refuses them within two seconds of the write.
 */
export function revocationOfEmail(
  email: string,
  nowMs: number,
  extensionSeconds: number,
): Revocation {
  const untilMs = lastCookieEndsMs(longestKeptSeconds + extensionSeconds, nowMs);
  return { subject: subjectOfEmail(email), endedAtMs: nowMs, untilMs };
}

/** Longer than a renewal takes, and longer than the difference between two clocks. */
const marginMs = 10 * 60 * 1000;

/**
 * The time at which the last cookie of a session has expired, if its revocation is written now. A renewal reads the store before
 * it sends its cookie, so no cookie is made after the write, and the last one before lives for `longestCookieSeconds`.
 */
const lastCookieEndsMs = (longestCookieSeconds: number, nowMs: number): number =>
  nowMs + longestCookieSeconds * 1000 + marginMs;

/** 128 bits in base64url. */
const hashOf = (kind: 'session' | keyof Names, text: string): string =>
  hash('sha256', `${kind} ${text}`, 'base64url').slice(0, 22);

export type Revocations = ReturnType<typeof makeRevocations>;

/** A revocation that the store does not have yet. The lifetime of the last cookie counts from the write. */
type Unwritten = Readonly<{ endedAtMs: number; longestCookieSeconds: number }>;

type RevocationParts = Pick<World, 'wait' | 'nowMs'> &
  Readonly<{
    shared: Pick<Store, 'noteRevocation' | 'findRevocation'>;
    extensionSeconds: number;
    /** Called when this process ends sessions. */
    revoked?: (revocations: readonly NewRevocation[]) => void;
  }>;

/** The oldest answer of the store that a request without a new cookie uses: a sign-out at another process is known within this time. */
const longestRevocationAgeMs = 2000;
const pauseMs = 1000;
/** The longest waits for a store that hangs: of a request with a known session, and of the write of a sign-out. */
const longestWaitMs = 1000;
const longestSignOutMs = 2000;
/** About 200 bytes each. For a session beyond these the store is read again. */
const mostKnown = 10_000;

/** Sessions that ended before they expired, shared through the store. An ended session stays ended, whatever the store returns later. */
export function makeRevocations({
  shared,
  extensionSeconds,
  wait,
  nowMs,
  revoked,
}: RevocationParts) {
  /** By subject: the last answer of the store, for a session and all its subjects, and the sign-outs of this process. */
  const known = makeLruMap<string, Readonly<{ endedAtMs: number; readAtMs: number }>>(mostKnown);
  const unwritten = new Map<string, Unwritten>();
  let writing: Promise<void> | undefined;
  let failedAtMs = -Infinity;

  const endOfOne = (subject: string) => known.get(subject)?.endedAtMs ?? -Infinity;

  function keep(subject: string, endedAtMs: number, readAtMs: number): void {
    // An end is final, except for a block, which an operator can take back.
    const before = endOfOne(subject) === blockedMs ? -Infinity : endOfOne(subject);
    known.set(subject, { endedAtMs: Math.max(endedAtMs, before), readAtMs });
  }

  /** Reads the revocations of a session from the store. `failed`: the error of the store; null after an answer. */
  async function read(subjects: Revocable['subjects']): Promise<Readonly<{ failed: unknown }>> {
    const readAtMs = nowMs();
    // The failed write was logged once, at the sign-out.
    writing ??= writeAll().finally(() => (writing = undefined));
    writing.catch(() => undefined);
    try {
      keep(subjects[0], await shared.findRevocation(subjects), readAtMs);
      return { failed: null };
    } catch (failed) {
      return { failed };
    }
  }

  function tell(failed: unknown, log: Log): void {
    if (failed === null) return;
    log.warn({ err: failed }, 'The store failed: new sign-outs of other processes are unknown');
  }

  async function write(
    subject: string,
    { endedAtMs, longestCookieSeconds }: Unwritten,
  ): Promise<void> {
    const untilMs = lastCookieEndsMs(longestCookieSeconds, nowMs());
    await shared.noteRevocation({ subject, endedAtMs, untilMs });
    unwritten.delete(subject);
  }

  /** Ends the sessions of a subject, in this process at once. Resolves after the write or two seconds; later reads retry a failed write. */
  async function end(subject: string, revocation: Unwritten, log: Log): Promise<void> {
    keep(subject, revocation.endedAtMs, nowMs());
    unwritten.set(subject, revocation);
    revoked?.([{ subject, endedAtMs: revocation.endedAtMs }]);
    const written = write(subject, revocation).catch((error: unknown) => {
      log.error({ err: error }, 'The store failed: only this process knows of a sign-out');
    });
    await withTimeout(wait, longestSignOutMs, () => written);
  }

  async function writeAll(): Promise<void> {
    for (const [subject, revocation] of unwritten) await write(subject, revocation);
  }

  /** Waits for a read for a second at most. After a failed read, known sessions are not read again for a second. */
  async function readSoon(subjects: Revocable['subjects'], log: Log): Promise<void> {
    if (isWithin(pauseMs, failedAtMs, nowMs())) return;
    const answer = await withTimeout(wait, longestWaitMs, () => read(subjects));
    if (answer?.failed !== null) failedAtMs = nowMs();
    tell(answer?.failed ?? null, log);
  }

  const isEnded = ({ subjects, beganAtMs }: Revocable): boolean =>
    subjects.some((subject) => beganAtMs <= endOfOne(subject));

  return {
    /**
     * Whether the session has ended, by an answer of the store that is at most two seconds old. While the store is unavailable the
     * last known state of the session decides; if there is none, the request is refused with store_unavailable.
     */
    async hasEnded(revocable: Revocable, log: Log): Promise<boolean> {
      const { subjects } = revocable;
      const last = known.get(subjects[0]);
      // Without a known state, as after a start, the request waits until the store answers or fails.
      if (last === undefined) {
        const { failed: cause } = await read(subjects);
        if (cause !== null && !known.has(subjects[0]))
          throw new Problem('store_unavailable', { retryAfterSeconds: 2, cause });
      } else if (!isWithin(longestRevocationAgeMs, last.readAtMs, nowMs())) {
        await readSoon(subjects, log);
      }
      return isEnded(revocable);
    },
    /**
     * Whether the session has ended, as the store says now, before a redemption and before a cookie is set. While the store is
     * unavailable the last known state of the session decides.
     */
    async hasEndedNow(revocable: Revocable, log: Log): Promise<boolean> {
      const { failed } = await read(revocable.subjects);
      tell(failed, log);
      return isEnded(revocable);
    },
    /** Whether an operator has blocked the person, by the last answer of the store. */
    isBlocked: ({ subjects: [own] }: Revocable): boolean => endOfOne(own) === blockedMs,
    /**
     * Ends a session. false: it had ended before, so nothing more is done for a copy of its cookie. A store that fails or hangs
     * for a second knows of no end.
     */
    async end({ session, revocable }: OpenedSession, log: Log): Promise<boolean> {
      await readSoon(revocable.subjects, log);
      if (isEnded(revocable)) return false;
      const { id, atMs, longestCookieSeconds } = session.signIn;
      // Another process, whose clock is ahead, may have begun the session later than now.
      await end(
        hashOf('session', id),
        { endedAtMs: Math.max(nowMs(), atMs), longestCookieSeconds },
        log,
      );
      return true;
    },
    /** Ends the sessions that began by `endedAtMs`, of a person (`sub`) or of a session (`sid`) at the provider. */
    async endOf(kind: 'sub' | 'sid', name: string, endedAtMs: number, log: Log): Promise<void> {
      const longestCookieSeconds = longestRenewedSeconds + extensionSeconds;
      await end(hashOf(kind, name), { endedAtMs, longestCookieSeconds }, log);
    },
    /** Retries once to write the revocations that could not be written. */
    async close(log: Log): Promise<void> {
      await writeAll().catch((error: unknown) =>
        log.error({ err: error }, `The store failed: ${unwritten.size} sign-outs are lost`),
      );
    },
  };
}
