import type { Log } from '../request/log.ts';
import type { Wait } from '../request/wait.ts';
import type { EndingToWrite } from './ending.ts';
import { endingAt, endingOf, endsSession, subjectsOf } from './ending.ts';
import type { SharedEndings } from './known-endings.ts';
import { makeKnownEndings } from './known-endings.ts';
import type { Session } from './session.ts';

/** The sessions that were ended before their time. */
export type Endings = Readonly<{
  /** Whether a session is ended, by what is known. Another process' sign-out is known within two seconds. */
  hasEnded: (session: Session, log: Log) => Promise<boolean>;
  /** The same without a look for what is new. */
  isKnownEnded: (session: Session) => boolean;
  /** Asks the store itself; while it is away, what is known counts. For renewals. */
  hasEndedInStore: (session: Session, log: Log) => Promise<boolean>;
  /** Ends a session, here at once. Resolves when it is written, or soon: then it is written when the store is back. */
  end: (session: Session, log: Log) => Promise<void>;
  /** Tries once more to write what could not be written. */
  close: (log: Log) => Promise<void>;
}>;

type Parts = Readonly<{
  shared: SharedEndings;
  /** The email of an ID token, if it has one. */
  emailOf: (idToken: string) => string | undefined;
  wait: Wait;
  nowMs: () => number;
}>;

/** How long a sign-out waits for the store. */
const patienceMs = 2000;
const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/** What one process knows of the endings, and what it has to tell the others. */
export function makeEndings(parts: Parts): Endings {
  const { shared, emailOf, wait, nowMs } = parts;
  const known = makeKnownEndings(parts);
  const subjects = new WeakMap<Session, readonly string[]>();
  const unwritten = new Map<string, EndingToWrite>();
  const closing = new AbortController();
  let isRetrying = false;

  function rememberSubjects(session: Session): readonly string[] {
    const found = subjects.get(session) ?? subjectsOf(session, emailOf(session.tokens.idToken));
    subjects.set(session, found);
    return found;
  }

  function isKnownEnded(session: Session): boolean {
    return rememberSubjects(session).some((subject) => {
      const ending = known.find(subject);
      return ending !== undefined && endsSession(ending, session);
    });
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
      // Told above, once.
      await writeAll().catch(() => undefined);
    }
    isRetrying = false;
    log.info('every sign-out is known to the store');
  }

  return {
    async hasEnded(session, log) {
      await known.refresh(log);
      return isKnownEnded(session);
    },
    isKnownEnded,
    async hasEndedInStore(session, log) {
      try {
        for (const ending of await shared.findEndings(rememberSubjects(session))) known.add(ending);
      } catch (error) {
        log.warn(
          { err: error },
          'whether the session was ended elsewhere is not known now, the store failed',
        );
      }
      return isKnownEnded(session);
    },
    async end(session, log) {
      const ending = endingOf(session, nowMs());
      unwritten.set(ending.subject, ending);
      const written = write(ending).catch((error: unknown) => {
        log.error({ err: error }, 'a sign-out is known to this process alone, the store failed');
        void writeAgain(log);
      });
      const over = new AbortController();
      await Promise.race([written, wait(patienceMs, over.signal).catch(() => undefined)]);
      over.abort();
    },
    async close(log) {
      closing.abort();
      await writeAll().catch((error: unknown) =>
        log.error({ err: error }, `${unwritten.size} sign-outs are lost, the store failed`),
      );
    },
  };
}
