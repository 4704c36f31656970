import type { Caches } from './person-cache.ts';

/** For tests: one cache of the browser. A write to a removed cache is lost. */
export function cacheInMemory() {
  let kept = new Map<RequestInfo | URL, Response>();
  const caches: Caches = {
    open: async () => {
      const now = kept;
      return {
        put: async (address, response) => void now.set(address, response),
        keys: async () => [],
      };
    },
    match: async (address) => kept.get(address)?.clone(),
    delete: async () => {
      kept = new Map();
      return true;
    },
  };
  return {
    caches,
    textAt: async (address: string) => (await kept.get(address)?.clone().text()) ?? null,
  };
}
