import { hash } from 'node:crypto';

import { longestKeptSeconds } from '../http/cookie.ts';
import { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';
import type { Revocation, Store } from '../store/store.ts';
import { blockedMs } from '../store/store.ts';
import type { Wait } from '../wait.ts';
import { within } from '../wait.ts';
import type { Revocable, Session } from './session.ts';
import { longestRenewedSeconds } from './session.ts';

/** What the ID token of a session is about: a person, here and at the provider, and a session there. */
export type Names = Readonly<{ email?: string; sub?: string; sid?: string }>;

/** A session can be ended by its own id, and by each name that its ID token has. */
export function revocableOf({ signIn }: Session, { email, sub, sid }: Names): Revocable {
  const subjects = [
    hashOf('session', signIn.id),
    ...(email === undefined ? [] : [subjectOfEmail(email)]),
    ...(sub === undefined ? [] : [hashOf('sub', sub)]),
    ...(sid === undefined ? [] : [hashOf('sid', sid)]),
  ];
  return { subjects, beganAtMs: signIn.atMs };
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

/** The revocations in the store, which all processes of a service share. */
export type SharedRevocations = Pick<Store, 'noteRevocation' | 'listRevocations'>;

/** The lifetime of the last cookie counts from the write. */
type Unwritten = Readonly<{ endedAtMs: number; longestCookieSeconds: number }>;

type Parts = Readonly<{
  shared: SharedRevocations;
  extensionSeconds: number;
  wait: Wait;
  nowMs: () => number;
}>;

/** Knowledge of this age begins a read in the background; a request waits for the read when it is older than it may be. */
const freshMs = 1000;
/** For requests that set no cookie: a sign-out at another process is known within this time. */
export const usualAgeMs = 2000;
/** A store that hangs delays a request, and a sign-out, for this long. */
const longestWaitMs = 1000;
const longestSignOutMs = 2000;
/** Of two concurrent writes the one noted first may commit last. Longer than any statement takes. */
const lookBackMs = 15_000;
/** After this time all are read again, in case the store's clock has gone back or another database has replaced it. */
const wholeAgainMs = 10 * 60 * 1000;
const pageSize = 1000;

/**
 * The sessions that ended before they expired. The process forgets no revocation before it expires, even if the store no longer
 * has it. It reads new ones when a request asks and the last read is too old: no timer, and not one read per request.
 */
export function makeRevocations({ shared, extensionSeconds, wait, nowMs }: Parts) {
  const known = new Map<string, Readonly<{ endedAtMs: number; untilMs: number }>>();
  let readAtMs = -Infinity;
  let triedAtMs = -Infinity;
  let wholeAtMs = -Infinity;
  let newestMs = 0;
  let reading: Promise<void> | undefined;
  const unwritten = new Map<string, Unwritten>();

  function add({ subject, endedAtMs, untilMs }: Revocation): void {
    const found = known.get(subject);
    // Only an operator takes back what has been noted, a block.
    const before =
      found === undefined || found.endedAtMs === blockedMs ? { endedAtMs: 0, untilMs: 0 } : found;
    known.set(subject, {
      endedAtMs: Math.max(endedAtMs, before.endedAtMs),
      untilMs: Math.max(untilMs, before.untilMs),
    });
  }

  /** After the clock was set back, a time in the future is as good as long ago. */
  const ageOf = (thenMs: number) => Math.abs(nowMs() - thenMs);

  async function readNew(): Promise<void> {
    const beganMs = nowMs();
    triedAtMs = beganMs;
    // The failure was logged at the sign-out, once.
    void writeAll().catch(() => undefined);
    const isWhole = ageOf(wholeAtMs) >= wholeAgainMs;
    let after = { notedAtMs: isWhole ? -1 : newestMs - lookBackMs, subject: '' };
    for (;;) {
      const page = await shared.listRevocations(after, pageSize);
      for (const revocation of page) add(revocation);
      after = page.at(-1) ?? after;
      if (page.length < pageSize) break;
    }
    newestMs = Math.max(newestMs, after.notedAtMs);
    readAtMs = beganMs;
    if (!isWhole) return;
    wholeAtMs = beganMs;
    for (const [subject, { untilMs }] of known) if (untilMs <= beganMs) known.delete(subject);
  }

  /** Never rejects: while the store is unavailable the known revocations stay in force. */
  function read(log: Log): Promise<void> {
    return readNew().catch((error: unknown) => {
      wholeAtMs = -Infinity;
      log.warn({ err: error }, 'The store failed: new sign-outs of other processes are unknown');
    });
  }

  /** Requests that arrive together share one read. */
  const readTogether = (log: Log): Promise<void> =>
    (reading ??= within(wait, longestWaitMs, () => read(log)).finally(() => (reading = undefined)));

  async function refresh(oldestMs: number, log: Log): Promise<void> {
    const ageMs = ageOf(readAtMs);
    // Requests do not retry a store that has just failed, unless no request can be answered without it.
    const isDue = ageMs > freshMs && (ageOf(triedAtMs) > freshMs || readAtMs === -Infinity);
    const running = isDue ? readTogether(log) : reading;
    if (ageMs > oldestMs) await running;
    if (readAtMs === -Infinity) throw new Problem('store_unavailable', { retryAfterSeconds: 2 });
  }

  async function write(subject: string, { endedAtMs, longestCookieSeconds }: Unwritten): Promise<void> {
    const revocation = { subject, endedAtMs, untilMs: lastCookieEndsMs(longestCookieSeconds, nowMs()) };
    add(revocation);
    await shared.noteRevocation(revocation);
    unwritten.delete(subject);
  }

  /** Ends the sessions of a subject, in this process at once. Resolves when it is written, or after two seconds; then each read of the store begins with it. */
  async function end(subject: string, revocation: Unwritten, log: Log): Promise<void> {
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
     * Whether the session has ended, as the store said at most `oldestMs` ago; 0 asks the store now, before a redemption and
     * before a cookie is written. While the store is unavailable what this process knows decides; it refuses with
     * store_unavailable when nothing has been read since the start.
     */
    async hasEnded({ subjects, beganAtMs }: Revocable, oldestMs: number, log: Log): Promise<boolean> {
      if (oldestMs > 0) await refresh(oldestMs, log);
      else await read(log);
      return subjects.some((subject) => beganAtMs <= (known.get(subject)?.endedAtMs ?? -Infinity));
    },
    /** Whether an operator has blocked the person, as this process knows. */
    isBlocked: ({ subjects }: Revocable): boolean =>
      subjects.some((subject) => known.get(subject)?.endedAtMs === blockedMs),
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
