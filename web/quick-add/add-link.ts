import { signal } from '@preact/signals-core';

import { isOfAnother, readPersonText, writePersonText } from '../device/person-text.ts';
import type { PersonText } from '../device/person-text.ts';
import type { DeviceStorage } from '../device/storage.ts';

/** A task to add from an address; `isTyped` when its text is read like text typed into the form. */
export type AddLink = { readonly text: string; readonly isTyped: boolean };

/**
 * Reads the task to add from an address; `cleaned` is the address without it. `/?add=` has text as a person types it, or no text,
 * to begin a new task. `title`, `text` and `url` come from another app (`share_target` of the manifest).
 */
export function readAddLink(address: string): { link: AddLink | null; cleaned: string } {
  const url = new URL(address);
  const take = (name: string): string | null => {
    const text = url.searchParams.get(name);
    url.searchParams.delete(name);
    const lines = text?.split(/[\r\n]+/).map((line) => line.trim());
    return lines?.filter((line) => line !== '').join(' ') ?? null;
  };
  const typed = take('add');
  const shared = ['title', 'text', 'url'].map((name) => take(name) ?? '').reduce(joined, '');
  const cleaned = url.href;
  if (typed !== null) return { link: { text: typed, isTyped: true }, cleaned };
  if (shared === '') return { link: null, cleaned };
  return { link: { text: shared, isTyped: false }, cleaned };
}

/** Many apps repeat the title or the address in the text. */
function joined(before: string, part: string): string {
  if (part.includes(before)) return part;
  if (before.includes(part)) return before;
  return `${before} ${part}`;
}

const name = 'link';

/** Keeps the link in this tab during a sign-in, for the person whom the device has `remembered`. A sign-out drops it. */
export function keepLink(address: string, tab: DeviceStorage, remembered: string | null) {
  const isNew = readAddLink(address).link !== null;
  const asked = signal<AddLink | null>(null);
  /** The address of the link that waits for an answer. */
  let waiting = isNew ? { text: address, owner: remembered } : readPersonText(tab, name);

  function keep(next: PersonText | null): void {
    waiting = next;
    writePersonText(tab, name, next);
    asked.value = null;
  }

  const drop = () => keep(null);
  if (isNew) keep(waiting);
  else if (waiting !== null && isOfAnother(waiting, remembered)) drop();
  return {
    /** The task that the page asks the signed-in person to add. */
    asked,
    /** Call it after the person's answer, and after a sign-out. */
    drop,
    /** Call it after a sign-in: asks the person, or drops the link if it was opened for another person. */
    ask: (email: string): void => {
      if (waiting === null) return;
      if (isOfAnother(waiting, email)) return drop();
      const { link } = readAddLink(waiting.text);
      keep({ ...waiting, owner: email });
      asked.value = link;
    },
  };
}
