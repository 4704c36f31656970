import { isOfAnother, readPersonText, writePersonText } from '../device/person-text.ts';
import type { DeviceStorage } from '../device/storage.ts';

const name = 'view';

/**
 * Keeps the view and the query of an address in this tab during a sign-in, which comes back to an address without them; for the
 * person whom the device remembers, if there is one.
 */
export function keepView(tab: DeviceStorage, address: string, remembered: string | null): void {
  const { search, hash } = new URL(address);
  const text = `${search}${hash}`;
  writePersonText(tab, name, text === '' ? null : { text, owner: remembered });
}

/** The address to show after the sign-in of this person. What was kept is removed, and never replaces what an address has itself. */
export function takeView(tab: DeviceStorage, address: string, email: string): string {
  const kept = readPersonText(tab, name);
  dropView(tab);
  const { origin, pathname, search, hash } = new URL(address);
  if (kept === null || isOfAnother(kept, email) || `${search}${hash}` !== '') return address;
  return `${origin}${pathname}${kept.text}`;
}

/** Call it after a sign-out. */
export const dropView = (tab: DeviceStorage): void => writePersonText(tab, name, null);
