import { makeBackoff } from './backoff.ts';
import type { UnavailableReason } from './faults.ts';
import { ProviderUnavailable } from './faults.ts';

/** A document of the provider, fetched when first needed and kept over outages. */
export type LastGood<T> = Readonly<{
  /** The document, or the last good copy when it cannot be fetched. Throws ProviderUnavailable when there is no copy. */
  get: () => Promise<T>;
  /**
   * A copy fetched after `seen`; undefined when such a fetch returned `seen` within the last 30 s. Throws ProviderUnavailable
   * when nothing can be fetched.
   */
  newerThan: (seen: T) => Promise<T | undefined>;
  /** Why the last fetch failed; undefined when it did not. */
  trouble: () => UnavailableReason | undefined;
  /** Whether there is a copy. */
  held: () => boolean;
}>;

const forcedPauseMs = 30_000;

/** `load` throws ProviderUnavailable and nothing else. Callers that arrive together share one fetch. */
export function makeLastGood<T>(
  load: () => Promise<T>,
  longestAgeMs: number,
  nowMs: () => number,
): LastGood<T> {
  const backoff = makeBackoff(nowMs);
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

  return {
    async get() {
      if (copy !== undefined && nowMs() - copy.loadedAtMs < longestAgeMs) return copy.document;
      try {
        return await fetchShared();
      } catch (error) {
        if (copy !== undefined && error instanceof ProviderUnavailable) return copy.document;
        throw error;
      }
    },
    async newerThan(seen) {
      if (copy !== undefined && copy.document !== seen) return copy.document;
      if (underWay === undefined && nowMs() - forcedAtMs < forcedPauseMs) return undefined;
      const document = await fetchShared();
      forcedAtMs = nowMs();
      return document;
    },
    trouble: backoff.trouble,
    held: () => copy !== undefined,
  };
}
