import type { Caches } from './person-cache.ts';

/** For tests: one cache of the browser. A write to a removed cache is lost. */
export function cacheInMemory() {
  let entries = new Map<RequestInfo | URL, Response>();
  const caches: Caches = {
    open: async () => {
      const now = entries;
      return {
        put: async (address, response) => void now.set(address, response),
        keys: async () => [],
      };
    },
    match: async (address) => entries.get(address)?.clone(),
    delete: async () => {
      entries = new Map();
      return true;
    },
  };
  return {
    caches,
    textAt: async (address: string) => (await entries.get(address)?.clone().text()) ?? null,
  };
}
