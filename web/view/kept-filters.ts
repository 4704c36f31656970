import { signal } from '@preact/signals-core';

import type { Keep } from '../device/keep.ts';

/** The searches and filters that a person has named on this device: to each name what an address says after its `#`. */
export function openKeptFilters(keep: Keep, owner: string) {
  const slot = `filters.${owner}`;
  const current = signal<readonly (readonly [name: string, query: string])[]>([
    ...new URLSearchParams(keep.read(slot) ?? ''),
  ]);
  return {
    current,
    /** Keeps a query under a name, in place of the one before; null forgets it. */
    set(name: string, query: string | null): void {
      const all = new Map(current.value);
      if (query === null) all.delete(name);
      else all.set(name, query);
      current.value = [...all];
      keep.write(slot, all.size === 0 ? null : new URLSearchParams([...all]).toString());
    },
  };
}
