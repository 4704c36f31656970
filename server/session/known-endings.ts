import type { Log } from '../request/log.ts';
import { Problem } from '../request/problems.ts';
import type { Wait } from '../request/wait.ts';
import type { Ending } from './ending.ts';

type NotedEnding = Ending & Readonly<{ notedAtMs: number }>;

/** The endings that the processes of a service share. */
export type SharedEndings = Readonly<{
  noteEnding: (ending: Ending) => Promise<void>;
  findEndings: (subjects: readonly string[]) => Promise<NotedEnding[]>;
  listEndings: (
    after: Readonly<{ notedAtMs: number; subject: string }>,
    most: number,
  ) => Promise<NotedEnding[]>;
}>;

/** What this process knows of the endings. Nothing that is known is forgotten before its time, whatever the store says. */
export type KnownEndings = Readonly<{
  find: (subject: string) => Ending | undefined;
  add: (ending: Ending) => void;
  /**
   * Sees to it that what is known is at most two seconds old. While the store is away what is known goes on counting;
   * refuses with store_unavailable when nothing has been read since the start.
   */
  refresh: (log: Log) => Promise<void>;
}>;

type Parts = Readonly<{ shared: SharedEndings; wait: Wait; nowMs: () => number }>;

const freshMs = 1000;
const oldestMs = 2000;
/** A store that hangs holds a request up for so long, once. */
const patienceMs = 1000;
/** Of endings that are written together the one noted first may be seen last. Longer than any statement takes. */
const lookBackMs = 15_000;
/** Then all are read again, should the clock of the store have gone back, or another database have taken its place. */
const wholeAgainMs = 10 * 60 * 1000;
const pageSize = 1000;

/** Asks the store for what is new when a request comes and what is known is older than a second: no timer, no question a request. */
export function makeKnownEndings({ shared, wait, nowMs }: Parts): KnownEndings {
  const known = new Map<string, Ending>();
  let readAtMs = -Infinity;
  let triedAtMs = -Infinity;
  let wholeAtMs = -Infinity;
  let newestMs = 0;
  let reading: Promise<void> | undefined;

  function add(ending: Ending): void {
    const before = known.get(ending.subject);
    known.set(ending.subject, {
      subject: ending.subject,
      endedAtMs: Math.max(ending.endedAtMs, before?.endedAtMs ?? 0),
      untilMs: Math.max(ending.untilMs, before?.untilMs ?? 0),
    });
  }

  async function read(beganMs: number): Promise<void> {
    const isWhole = beganMs - wholeAtMs >= wholeAgainMs;
    let after = { notedAtMs: isWhole ? -1 : newestMs - lookBackMs, subject: '' };
    for (;;) {
      const page = await shared.listEndings(after, pageSize);
      for (const ending of page) add(ending);
      after = page.at(-1) ?? after;
      if (page.length < pageSize) break;
    }
    newestMs = Math.max(newestMs, after.notedAtMs);
    readAtMs = beganMs;
    if (!isWhole) return;
    wholeAtMs = beganMs;
    for (const [subject, { untilMs }] of known) if (untilMs <= beganMs) known.delete(subject);
  }

  /** Never rejects; resolves when it is read, or when that takes too long. */
  function begin(log: Log): Promise<void> {
    triedAtMs = nowMs();
    const over = new AbortController();
    const done = read(triedAtMs).catch((error: unknown) => {
      wholeAtMs = -Infinity;
      log.warn({ err: error }, 'sign-outs of other processes are not known now, the store failed');
    });
    const patience = wait(patienceMs, over.signal).catch(() => undefined);
    void done.then(() => {
      reading = undefined;
      over.abort();
    });
    return Promise.race([done, patience]);
  }

  return {
    find: (subject) => known.get(subject),
    add,
    async refresh(log) {
      const ageMs = nowMs() - readAtMs;
      if (ageMs <= freshMs) return;
      // A store that has just failed is not asked by everybody again, unless nothing can be answered without it.
      if (nowMs() - triedAtMs > freshMs || readAtMs === -Infinity) reading ??= begin(log);
      if (ageMs > oldestMs) await reading;
      if (readAtMs === -Infinity) throw new Problem('store_unavailable', { retryAfterSeconds: 2 });
    },
  };
}
