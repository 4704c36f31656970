import type { DeviceStorage } from './storage.ts';

/** A text that is kept in a tab, and the email of the person whom it is for; null until somebody signs in. */
export type PersonText = { readonly text: string; readonly owner: string | null };

/** Reads what a tab keeps under a name. */
export function readPersonText(tab: DeviceStorage, name: string): PersonText | null {
  const text = tab.read(name);
  return text === null ? null : { text, owner: tab.read(`${name}-owner`) };
}

/** Keeps a text in a tab, or removes it. */
export function writePersonText(tab: DeviceStorage, name: string, kept: PersonText | null): void {
  tab.write(name, kept?.text ?? null);
  tab.write(`${name}-owner`, kept?.owner ?? null);
}

/** True when the text is for another person than this one; a text for nobody in particular is for everybody. */
export const isOfAnother = ({ owner }: PersonText, email: string | null): boolean =>
  owner !== null && owner !== email;
