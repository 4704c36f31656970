import { hash } from 'node:crypto';

import { longestKeptSeconds } from '../http/cookie.ts';
import { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';
import type { Revocation, Store } from '../store/store.ts';
import { blockedMs } from '../store/store.ts';
import type { World } from '../world.ts';
import { isWithin, within } from '../world.ts';
import type { Revocable, Session } from './session.ts';
import { longestRenewedSeconds } from './session.ts';

/** What the ID token of a session is about: a person, here and at the provider, and a session there. */
export type Names = Readonly<{ email?: string; sub?: string; sid?: string }>;

/** A session can be ended by its own id, and by each name that its ID token has, or had at the sign-in. */
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

/** The hash under which the sessions of an email are ended. Without regard to case: another spelling must not keep a person signed in. */
export const subjectOfEmail = (email: string): string => hashOf('email', email.toLowerCase());

/**
 * Ends all sessions of an email that have begun by now, also the longest: no ID token is accepted for longer than a cookie
 * is kept. Every process refuses them within two seconds.
 */
export function revocationOfEmail(email: string, nowMs: number, extensionSeconds: number): Revocation {
  const untilMs = lastCookieEndsMs(longestKeptSeconds + extensionSeconds, nowMs);
  return { subject: subjectOfEmail(email), endedAtMs: nowMs, untilMs };
}

/** Longer than a running renewal takes, and than clocks differ. */
const marginMs = 10 * 60 * 1000;

/**
 * When the last cookie has expired of a session whose revocation is written now. A renewal reads the store before it sends its
 * cookie, so no cookie is made after the write, and the last one before lives for `longestCookieSeconds`.
 */
const lastCookieEndsMs = (longestCookieSeconds: number, nowMs: number): number =>
  nowMs + longestCookieSeconds * 1000 + marginMs;

/** 128 bits in base64url. */
const hashOf = (kind: 'session' | keyof Names, text: string): string =>
  hash('sha256', `${kind} ${text}`, 'base64url').slice(0, 22);

export type Revocations = ReturnType<typeof makeRevocations>;

/** The lifetime of the last cookie counts from the write. */
type Unwritten = Readonly<{ endedAtMs: number; longestCookieSeconds: number }>;

type Parts = Pick<World, 'wait' | 'nowMs'> &
  Readonly<{ shared: Pick<Store, 'noteRevocation' | 'findRevocation'>; extensionSeconds: number }>;

/** For requests that set no cookie: a sign-out at another process is known within this time. */
export const usualAgeMs = 2000;
/** So long requests do not ask a store that has just failed. */
const pauseMs = 1000;
/** A store that hangs delays a request about a known session, and a sign-out, for this long. */
const longestWaitMs = 1000;
const longestSignOutMs = 2000;
/** About 200 bytes each. About a session beyond these the store is asked again. */
const mostKnown = 10_000;

/** The sessions that ended before they expired; all processes of a service share them through the store. A session that has ended never begins again, whatever the store says later. */
export function makeRevocations({ shared, extensionSeconds, wait, nowMs }: Parts) {
  /** By subject: what the store said last about a session and all its subjects, and what this process has ended. */
  const known = new Map<string, Readonly<{ endedAtMs: number; readAtMs: number }>>();
  const unwritten = new Map<string, Unwritten>();
  let writing: Promise<void> | undefined;
  let failedAtMs = -Infinity;

  const endOfOne = (subject: string) => known.get(subject)?.endedAtMs ?? -Infinity;

  function keep(subject: string, endedAtMs: number, readAtMs: number): void {
    // Only an operator takes back what has been noted, a block.
    const before = endOfOne(subject) === blockedMs ? -Infinity : endOfOne(subject);
    known.delete(subject);
    known.set(subject, { endedAtMs: Math.max(endedAtMs, before), readAtMs });
    const oldest = known.keys().next();
    if (known.size > mostKnown && !oldest.done) known.delete(oldest.value);
  }

  /** Whether the store has answered. */
  async function read(subjects: Revocable['subjects'], log: Log): Promise<boolean> {
    const readAtMs = nowMs();
    // The failure was logged at the sign-out, once.
    writing ??= writeAll().finally(() => (writing = undefined));
    writing.catch(() => undefined);
    try {
      keep(subjects[0], await shared.findRevocation(subjects), readAtMs);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'The store failed: new sign-outs of other processes are unknown');
      return false;
    }
  }

  async function write(subject: string, { endedAtMs, longestCookieSeconds }: Unwritten): Promise<void> {
    const untilMs = lastCookieEndsMs(longestCookieSeconds, nowMs());
    await shared.noteRevocation({ subject, endedAtMs, untilMs });
    unwritten.delete(subject);
  }

  /** Ends the sessions of a subject, in this process at once. Resolves when it is written, or after two seconds; then each read of the store begins with it. */
  async function end(subject: string, revocation: Unwritten, log: Log): Promise<void> {
    keep(subject, revocation.endedAtMs, nowMs());
    unwritten.set(subject, revocation);
    const written = write(subject, revocation).catch((error: unknown) => {
      log.error({ err: error }, 'The store failed: only this process knows of a sign-out');
    });
    await within(wait, longestSignOutMs, () => written);
  }

  async function writeAll(): Promise<void> {
    for (const [subject, revocation] of unwritten) await write(subject, revocation);
  }

  return {
    /**
     * Whether the session has ended, as the store said less than `oldestMs` ago; 0 asks the store now, before a redemption and
     * before a cookie is written. While the store is unavailable what this process knows of the session decides; a request is
     * refused with store_unavailable when it knows nothing.
     */
    async hasEnded({ subjects, beganAtMs }: Revocable, oldestMs: number, log: Log): Promise<boolean> {
      const before = known.get(subjects[0]);
      // A process that has just started has nothing else to go by: it waits as long as the store does.
      if (oldestMs === 0 || before === undefined) await read(subjects, log);
      else if (!isWithin(pauseMs, failedAtMs, nowMs()) && !isWithin(oldestMs, before.readAtMs, nowMs()))
        if (!(await within(wait, longestWaitMs, () => read(subjects, log)))) failedAtMs = nowMs();
      if (oldestMs > 0 && !known.has(subjects[0]))
        throw new Problem('store_unavailable', { retryAfterSeconds: 2 });
      return subjects.some((subject) => beganAtMs <= endOfOne(subject));
    },
    /** Whether an operator has blocked the person, as the store said last. */
    isBlocked: ({ subjects: [own] }: Revocable): boolean => endOfOne(own) === blockedMs,
    /** Ends one session. */
    async end({ signIn: { id, atMs, longestCookieSeconds } }: Session, log: Log): Promise<void> {
      // A process whose clock is ahead may have begun the session later than now.
      await end(hashOf('session', id), { endedAtMs: Math.max(nowMs(), atMs), longestCookieSeconds }, log);
    },
    /** Ends the sessions of a person at the provider (`sub`), or of a session there (`sid`), that began by then. */
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
