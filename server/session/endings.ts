import type { Log } from '../log/log.ts';
import type { Wait } from '../wait.ts';
import { within } from '../wait.ts';
import type { Endable, EndingToWrite } from './ending.ts';
import { endableOf, endingAt, endingOf, endsSession } from './ending.ts';
import type { SharedEndings } from './known-endings.ts';
import { makeKnownEndings } from './known-endings.ts';
import type { Session } from './session.ts';

export type Endings = ReturnType<typeof makeEndings>;

type Parts = Readonly<{
  shared: SharedEndings;
  /** The email of an ID token, if it has one. */
  emailOf: (idToken: string) => string | undefined;
  wait: Wait;
  nowMs: () => number;
}>;

/** How long a sign-out waits for the store. */
const longestWaitMs = 2000;
const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/** The sessions that ended before they expired: those that this process knows, and those that it has still to write. */
export function makeEndings(parts: Parts) {
  const { shared, emailOf, wait, nowMs } = parts;
  const known = makeKnownEndings(parts);
  const endables = new WeakMap<Session, Endable>();
  const unwritten = new Map<string, EndingToWrite>();
  const closing = new AbortController();
  let isRetrying = false;

  function rememberEndable(session: Session): Endable {
    const found = endables.get(session) ?? endableOf(session, emailOf(session.tokens.idToken));
    endables.set(session, found);
    return found;
  }

  function isEnded(endable: Endable): boolean {
    return endable.subjects.some((subject) => {
      const ending = known.find(subject);
      return ending !== undefined && endsSession(ending, endable);
    });
  }

  const isKnownEnded = (session: Session): boolean => isEnded(rememberEndable(session));

  async function hasEnded(endable: Endable, log: Log): Promise<boolean> {
    await known.refresh(log);
    return isEnded(endable);
  }

  async function write(ending: EndingToWrite): Promise<void> {
    const written = endingAt(ending, nowMs());
    known.add(written);
    await shared.noteEnding(written);
    unwritten.delete(ending.subject);
  }

  async function writeAll(): Promise<void> {
    for (const ending of unwritten.values()) await write(ending);
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
    /** Whether this process knows the session to be ended. It knows a sign-out at another process within two seconds. */
    hasEnded: (session: Session, log: Log): Promise<boolean> => hasEnded(rememberEndable(session), log),
    /** The same question for later, without keeping the tokens of the session. */
    hasEndedLater(session: Session): (log: Log) => Promise<boolean> {
      const endable = rememberEndable(session);
      return (log) => hasEnded(endable, log);
    },
    /** The same without reading new endings from the store. */
    isKnownEnded,
    /** Reads the store itself; while the store is unavailable, what this process knows decides. For renewals. */
    hasEndedInStore: async (session: Session, log: Log): Promise<boolean> => {
      try {
        for (const ending of await shared.findEndings(rememberEndable(session).subjects)) known.add(ending);
      } catch (error) {
        log.warn(
          { err: error },
          'The store failed: whether another process has ended the session is unknown',
        );
      }
      return isKnownEnded(session);
    },
    /** Ends a session, in this process at once. Resolves when it is written, or after two seconds; then it is retried. */
    async end(session: Session, log: Log): Promise<void> {
      const ending = endingOf(session, nowMs());
      unwritten.set(ending.subject, ending);
      const written = write(ending).catch((error: unknown) => {
        log.error({ err: error }, 'The store failed: only this process knows of a sign-out');
        void writeAgain(log);
      });
      await within(wait, longestWaitMs, () => written);
    },
    /** Retries once to write the endings that could not be written. */
    async close(log: Log): Promise<void> {
      closing.abort();
      await writeAll().catch((error: unknown) =>
        log.error({ err: error }, `The store failed: ${unwritten.size} sign-outs are lost`),
      );
    },
  };
}
