import type { Log } from '../log/log.ts';
import { Problem } from '../http/problems.ts';
import type { Wait } from '../wait.ts';
import { within } from '../wait.ts';
import type { Ending } from './ending.ts';

type NotedEnding = Ending & Readonly<{ notedAtMs: number }>;

/** The endings in the store, which all processes of a service share. */
export type SharedEndings = Readonly<{
  noteEnding: (ending: Ending) => Promise<void>;
  findEndings: (subjects: readonly string[]) => Promise<NotedEnding[]>;
  listEndings: (
    after: Readonly<{ notedAtMs: number; subject: string }>,
    limit: number,
  ) => Promise<NotedEnding[]>;
}>;

type Parts = Readonly<{ shared: SharedEndings; wait: Wait; nowMs: () => number }>;

const freshMs = 1000;
const oldestMs = 2000;
/** A store that hangs delays a request for this long, once. */
const longestWaitMs = 1000;
/** Of two concurrent writes the one noted first may commit last. Longer than any statement takes. */
const lookBackMs = 15_000;
/** After this time all are read again, in case the store's clock has gone back or another database has replaced it. */
const wholeAgainMs = 10 * 60 * 1000;
const pageSize = 1000;

/**
 * The endings that this process knows. It forgets none before it expires, even if the store no longer has it. It reads new
 * ones when a request comes and the last read is older than a second: no timer, and not one read per request.
 */
export function makeKnownEndings({ shared, wait, nowMs }: Parts) {
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

  /** After the clock was set back, a time in the future is as good as long ago. */
  const ageOf = (thenMs: number) => Math.abs(nowMs() - thenMs);

  async function read(beganMs: number): Promise<void> {
    const isWhole = ageOf(wholeAtMs) >= wholeAgainMs;
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

  /** Never rejects. */
  async function tryToRead(log: Log): Promise<void> {
    triedAtMs = nowMs();
    try {
      await read(triedAtMs);
    } catch (error) {
      wholeAtMs = -Infinity;
      log.warn({ err: error }, 'The store failed: new sign-outs of other processes are unknown');
    } finally {
      reading = undefined;
    }
  }

  return {
    find: (subject: string) => known.get(subject),
    add,
    /**
     * Makes the known endings at most two seconds old. While the store is unavailable they stay in force; refuses with
     * store_unavailable when nothing has been read since the start.
     */
    async refresh(log: Log): Promise<void> {
      const ageMs = ageOf(readAtMs);
      if (ageMs <= freshMs) return;
      // Requests do not retry a store that has just failed, unless no request can be answered without it.
      if (ageOf(triedAtMs) > freshMs || readAtMs === -Infinity)
        reading ??= within(wait, longestWaitMs, () => tryToRead(log));
      if (ageMs > oldestMs) await reading;
      if (readAtMs === -Infinity) throw new Problem('store_unavailable', { retryAfterSeconds: 2 });
    },
  };
}
