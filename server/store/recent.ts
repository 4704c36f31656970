/** Values by key, as long as there is room for them. */
export type Recent<Value> = Readonly<{
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
  delete: (key: string) => void;
  clear: () => void;
}>;

/** What an entry weighs beside its value, about. */
const entryWeight = 200;

/** Keeps the values that were used last, with a weight of at most `most` together. A value weighs the same each time. */
export function keepRecent<Value>(most: number, weightOf: (value: Value) => number): Recent<Value> {
  /** In the order of their last use. */
  const kept = new Map<string, Value>();
  let weight = 0;

  function remove(key: string): Value | undefined {
    const value = kept.get(key);
    if (value !== undefined && kept.delete(key)) weight -= weightOf(value) + entryWeight;
    return value;
  }

  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      kept.set(key, value);
      weight += weightOf(value) + entryWeight;
      for (const oldest of kept.keys()) {
        if (weight <= most) break;
        remove(oldest);
      }
    },
    delete: (key) => void remove(key),
    clear() {
      kept.clear();
      weight = 0;
    },
  };
}
