import type { Keep } from '../device/browser.ts';

/** The filters that a person has saved on this device: for each name, the query as an address has it after its `#`. */
export function openKeptFilters(keep: Keep, owner: string) {
  const slot = `filters.${owner}`;
  /** Reads the device each time, because another tab may have saved more. */
  const all = () => new Map(new URLSearchParams(keep.read(slot) ?? ''));
  return {
    all,
    /** Saves a query under a name, in place of an earlier one; null removes it. */
    set(name: string, query: string | null): void {
      const kept = all();
      if (query === null) kept.delete(name);
      else kept.set(name, query);
      keep.write(slot, new URLSearchParams([...kept]).toString() || null);
    },
  };
}
