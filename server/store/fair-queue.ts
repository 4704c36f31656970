/** Whose work an entry is; null: nobody's, such as a renewal or a check. */
export type Owner = string | null;

/** Entries that wait, each owner's in a row of its own, taken from one row after the other. */
export type FairQueue<Entry> = Readonly<{
  /** false, and nothing is added: this owner has its share of the places, or all of them are taken. */
  add: (owner: Owner, entry: Entry) => boolean;
  /** Removes and returns the next entry of an owner that `mayGo`; undefined when there is none. */
  take: (mayGo?: (owner: Owner) => boolean) => Entry | undefined;
  /** Removes and returns every entry that is meant. */
  remove: (isMeant: (entry: Entry) => boolean) => Entry[];
  size: () => number;
}>;

/**
 * A queue of `places` in which no owner delays the others (pure but for its own state): the owners take turns, each in its own order, and one owner has
 * a quarter of the places at most. An entry of nobody has a row of its own, and nobody's have as many places again.
 */
export function makeFairQueue<Entry>(places: number): FairQueue<Entry> {
  const share = Math.max(1, Math.floor(places / 4));
  /** In the order of their turns; none is empty. */
  const rows = new Map<string | symbol, Row<Entry>>();
  const used = { owned: 0, nobodys: 0 };
  const kindOf = (owner: Owner) => (owner === null ? 'nobodys' : 'owned');

  return {
    add(owner, entry) {
      const key = owner ?? Symbol('nobody');
      const row = rows.get(key);
      if (used[kindOf(owner)] >= places || (row?.entries.length ?? 0) >= share) return false;
      used[kindOf(owner)] += 1;
      if (row === undefined) rows.set(key, { owner, entries: [entry] });
      else row.entries.push(entry);
      return true;
    },
    take(mayGo = () => true) {
      for (const [key, row] of rows) {
        if (!mayGo(row.owner)) continue;
        const entry = row.entries.shift();
        used[kindOf(row.owner)] -= 1;
        // Behind everybody who waits.
        rows.delete(key);
        if (row.entries.length > 0) rows.set(key, row);
        return entry;
      }
      return undefined;
    },
    remove(isMeant) {
      const removed: Entry[] = [];
      for (const [key, row] of rows) {
        const [meant, kept] = split(row.entries, isMeant);
        removed.push(...meant);
        used[kindOf(row.owner)] -= meant.length;
        row.entries = kept;
        if (kept.length === 0) rows.delete(key);
      }
      return removed;
    },
    size: () => used.owned + used.nobodys,
  };
}

type Row<Entry> = { readonly owner: Owner; entries: Entry[] };

function split<Entry>(entries: readonly Entry[], isMeant: (entry: Entry) => boolean): [Entry[], Entry[]] {
  const parts: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) parts[isMeant(entry) ? 0 : 1].push(entry);
  return parts;
}
