/** Makes a map that keeps the `most` entries that were written last. */
export function makeLruMap<Key, Value>(most: number) {
  // A Map keeps the order of insertion, so its first entry is the oldest.
  const entries = new Map<Key, Value>();
  return {
    get: (key: Key): Value | undefined => entries.get(key),
    has: (key: Key): boolean => entries.has(key),
    set(key: Key, value: Value): void {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.keys().next();
      if (entries.size > most && !oldest.done) entries.delete(oldest.value);
    },
    delete: (key: Key): void => void entries.delete(key),
  };
}
