import { deadlineMs } from './ask.ts';
import { makeBackoff } from './backoff.ts';
import { ProviderUnavailable } from './faults.ts';

const forcedPauseMs = 30_000;

/**
 * A document of the provider, fetched when first needed and kept over outages. `load` throws ProviderUnavailable and nothing
 * else. Callers that arrive together share one fetch.
 */
export function makeLastGood<T>(load: () => Promise<T>, longestAgeMs: number, nowMs: () => number) {
  // The address of the keys is in the metadata, which may have to be fetched first.
  const backoff = makeBackoff(nowMs, 2 * deadlineMs);
  let copy: { document: T; loadedAtMs: number } | undefined;
  let underWay: Promise<T> | undefined;
  let forcedAtMs = -Infinity;

  async function fetchOnce(): Promise<T> {
    backoff.enter();
    try {
      const document = await load();
      copy = { document, loadedAtMs: nowMs() };
      backoff.succeeded();
      return document;
    } catch (error) {
      if (error instanceof ProviderUnavailable) backoff.failed(error);
      throw error;
    }
  }

  function fetchShared(): Promise<T> {
    underWay ??= fetchOnce().finally(() => (underWay = undefined));
    return underWay;
  }

  /** After the clock was set back, a time in the future is as good as long ago. */
  const isWithin = (ms: number, sinceMs: number) => Math.abs(nowMs() - sinceMs) < ms;

  return {
    /** The document, or the last good copy when it cannot be fetched. Throws ProviderUnavailable when there is no copy. */
    async get(): Promise<T> {
      if (copy !== undefined && isWithin(longestAgeMs, copy.loadedAtMs)) return copy.document;
      try {
        return await fetchShared();
      } catch (error) {
        if (copy !== undefined && error instanceof ProviderUnavailable) return copy.document;
        throw error;
      }
    },
    /**
     * A copy fetched after `seen`; undefined when such a fetch returned `seen` within the last 30 s. Throws
     * ProviderUnavailable when nothing can be fetched.
     */
    newerThan: async (seen: T): Promise<T | undefined> => {
      if (copy !== undefined && copy.document !== seen) return copy.document;
      if (underWay === undefined && isWithin(forcedPauseMs, forcedAtMs)) return undefined;
      const document = await fetchShared();
      forcedAtMs = nowMs();
      return document;
    },
    /** Why the last fetch failed; undefined when it did not. */
    trouble: backoff.trouble,
    /** Whether there is a copy. */
    held: () => copy !== undefined,
  };
}
