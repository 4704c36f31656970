import type { DeviceStorage } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';

/** The filters that a person has saved on this device: for each name, the query as an address has it after its `#`. */
export function openSavedFilters(storage: DeviceStorage, owner: string) {
  const key = personKey('filters', owner);
  /** Reads the device each time, because another tab may have saved more. */
  const all = () => new Map(new URLSearchParams(storage.read(key) ?? ''));
  return {
    all,
    /** Saves a query under a name, in place of an earlier one; null removes it. */
    set(name: string, query: string | null): void {
      const filters = all();
      if (query === null) filters.delete(name);
      else filters.set(name, query);
      storage.write(key, new URLSearchParams([...filters]).toString() || null);
    },
  };
}
