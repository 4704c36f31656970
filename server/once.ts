/**
 * Makes a function that computes the value of each key once, and forgets it with the key. For a pure function of an object that never
 * changes.
 */
export function onceFor<Key extends object, Value>(compute: (key: Key) => Value) {
  const computed = new WeakMap<Key, Readonly<{ value: Value }>>();
  return (key: Key): Value => {
    const known = computed.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    computed.set(key, { value });
    return value;
  };
}
