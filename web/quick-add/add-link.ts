import { signal } from '@preact/signals-core';

import type { QuickAddOptions } from './options.ts';
import type { Keep } from '../device/browser.ts';
import type { Fields } from '../sync/fields.ts';
import { blankNewTask, readNewTask } from './read.ts';

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
  return { link: shared === '' ? null : { text: shared, isTyped: false }, cleaned };
}

/** Many apps repeat the title or the address in the text. */
function joined(before: string, part: string): string {
  if (part.includes(before)) return part;
  return before.includes(part) ? before : `${before} ${part}`;
}

/** The fields of the task. Text from another app is not the person's own: a date in it is not read. */
export function fieldsOfLink({ text, isTyped }: AddLink, options: QuickAddOptions): Fields {
  const draft = { ...blankNewTask(options.todayIso), description: text };
  return readNewTask(
    isTyped ? draft : { ...draft, byHand: ['date', 'importance', 'state'] },
    options,
  ).fields;
}

/** Keeps the link in this tab during a sign-in, for the person whom the device has `remembered`. A sign-out drops it. */
export function keepLink(address: string, tab: Keep, remembered: string | null) {
  const isNew = readAddLink(address).link !== null;
  const asked = signal<AddLink | null>(null);
  let [kept, owner] = isNew ? [address, remembered] : [tab.read('link'), tab.read('link-owner')];

  function keep(nextKept: string | null, nextOwner: string | null): void {
    [kept, owner] = [nextKept, nextOwner];
    tab.write('link', kept);
    tab.write('link-owner', owner);
    asked.value = null;
  }

  const drop = () => keep(null, null);
  if (isNew) keep(kept, owner);
  else if (owner !== null && owner !== remembered) drop();
  return {
    /** The task that the page asks the signed-in person to add. */
    asked,
    /** Call it after the person's answer, and after a sign-out. */
    drop,
    /** Call it after a sign-in: asks the person, or drops the link if it was opened for another person. */
    ask: (email: string): void => {
      if (kept === null) return;
      if (owner !== null && owner !== email) return drop();
      keep(kept, email);
      asked.value = readAddLink(kept).link;
    },
  };
}
