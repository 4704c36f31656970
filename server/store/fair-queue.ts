import { StoreError } from './store.ts';

/** The owner of an entry; null for work without an owner, such as a renewal or a check. */
export type Owner = string | null;

/**
 * A queue in which no owner delays the others: the owners take turns, the entries of one owner stay in order, and one owner
 * gets at most a quarter of the `places`. Each entry without an owner has a line of its own; these entries together have as
 * many places again. The message of an error begins with `name`.
 */
export function makeFairQueue<Entry>(places: number, name: string) {
  const share = Math.max(1, Math.floor(places / 4));
  /** The lines, in the order of their turns; none is empty. The key of an entry without an owner is a new symbol. */
  const lines = new Map<string | symbol, Entry[]>();
  const used = { owned: 0, unowned: 0 };
  const kindOf = (key: string | symbol) => (typeof key === 'string' ? 'owned' : 'unowned');

  return {
    /** Throws `overloaded` when this owner has used its share of the places, or all places are taken. */
    add(owner: Owner, entry: Entry): void {
      const key = owner ?? Symbol('unowned');
      const line = lines.get(key) ?? [];
      if (used[kindOf(key)] >= places || line.length >= share) {
        const what = `${name} is full: ${places} in all, a quarter of them for one person`;
        throw new StoreError('overloaded', what);
      }
      used[kindOf(key)] += 1;
      line.push(entry);
      lines.set(key, line);
    },
    /** Removes and returns the first entry of the next line for which `mayGo` is true; undefined when there is none. */
    take(mayGo: (owner: Owner, first: Entry) => boolean = () => true): Entry | undefined {
      for (const [key, line] of lines) {
        const [first] = line;
        if (first === undefined || !mayGo(typeof key === 'string' ? key : null, first)) continue;
        line.shift();
        used[kindOf(key)] -= 1;
        // The next turn of this owner comes after all others.
        lines.delete(key);
        if (line.length > 0) lines.set(key, line);
        return first;
      }
      return undefined;
    },
    size: () => used.owned + used.unowned,
  };
}
