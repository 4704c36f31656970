import type { Log } from '../log/log.ts';
import { Problem } from '../http/problems.ts';
import type { Wait } from '../wait.ts';
import { within } from '../wait.ts';
import type { Revocation, RevocationToWrite } from './revocation.ts';
import { revocationAt, revocationOf, revokes } from './revocation.ts';
import type { Revocable, Session } from './session.ts';

export type Revocations = ReturnType<typeof makeRevocations>;

type NotedRevocation = Revocation & Readonly<{ notedAtMs: number }>;

/** The revocations in the store, which all processes of a service share. */
export type SharedRevocations = Readonly<{
  noteRevocation: (revocation: Revocation) => Promise<void>;
  listRevocations: (
    after: Readonly<{ notedAtMs: number; subject: string }>,
    limit: number,
  ) => Promise<NotedRevocation[]>;
}>;

type Parts = Readonly<{ shared: SharedRevocations; wait: Wait; nowMs: () => number }>;

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
const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/**
 * The sessions that ended before they expired. The process forgets no revocation before it expires, even if the store no longer
 * has it. It reads new ones when a request asks and the last read is too old: no timer, and not one read per request.
 */
export function makeRevocations({ shared, wait, nowMs }: Parts) {
  const known = new Map<string, Revocation>();
  let readAtMs = -Infinity;
  let triedAtMs = -Infinity;
  let wholeAtMs = -Infinity;
  let newestMs = 0;
  let reading: Promise<void> | undefined;
  const unwritten = new Map<string, RevocationToWrite>();
  const closing = new AbortController();
  let isRetrying = false;

  function add(revocation: Revocation): void {
    const before = known.get(revocation.subject);
    known.set(revocation.subject, {
      subject: revocation.subject,
      endedAtMs: Math.max(revocation.endedAtMs, before?.endedAtMs ?? 0),
      untilMs: Math.max(revocation.untilMs, before?.untilMs ?? 0),
    });
  }

  /** After the clock was set back, a time in the future is as good as long ago. */
  const ageOf = (thenMs: number) => Math.abs(nowMs() - thenMs);

  async function readNew(): Promise<void> {
    const beganMs = nowMs();
    triedAtMs = beganMs;
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

  const isKnown = (revocable: Revocable): boolean =>
    revocable.subjects.some((subject) => {
      const revocation = known.get(subject);
      return revocation !== undefined && revokes(revocation, revocable);
    });

  async function write(revocation: RevocationToWrite): Promise<void> {
    const written = revocationAt(revocation, nowMs());
    add(written);
    await shared.noteRevocation(written);
    unwritten.delete(revocation.subject);
  }

  async function writeAll(): Promise<void> {
    for (const revocation of unwritten.values()) await write(revocation);
  }

  async function writeAgain(log: Log): Promise<void> {
    if (isRetrying) return;
    isRetrying = true;
    for (let pauseMs = firstPauseMs; unwritten.size > 0; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await wait(pauseMs, closing.signal).catch(() => undefined);
      if (closing.signal.aborted) return;
      // The failure was logged above, once.
      await writeAll().catch(() => undefined);
    }
    isRetrying = false;
    log.info('All sign-outs are written to the store');
  }

  return {
    /**
     * Whether the session has ended, as the store said at most `oldestMs` ago; 0 asks the store now, before a redemption and
     * before a cookie is written. While the store is unavailable what this process knows decides; it refuses with
     * store_unavailable when nothing has been read since the start.
     */
    async hasEnded(session: Revocable, oldestMs: number, log: Log): Promise<boolean> {
      if (oldestMs > 0) await refresh(oldestMs, log);
      else await read(log);
      return isKnown(session);
    },
    /** Ends a session, in this process at once. Resolves when it is written, or after two seconds; then it is retried. */
    async end(session: Session, log: Log): Promise<void> {
      const revocation = revocationOf(session, nowMs());
      unwritten.set(revocation.subject, revocation);
      const written = write(revocation).catch((error: unknown) => {
        log.error({ err: error }, 'The store failed: only this process knows of a sign-out');
        void writeAgain(log);
      });
      await within(wait, longestSignOutMs, () => written);
    },
    /** Retries once to write the revocations that could not be written. */
    async close(log: Log): Promise<void> {
      closing.abort();
      await writeAll().catch((error: unknown) =>
        log.error({ err: error }, `The store failed: ${unwritten.size} sign-outs are lost`),
      );
    },
  };
}
