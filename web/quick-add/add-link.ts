import { signal } from '@preact/signals-core';

import type { QuickAddOptions } from './place.ts';
import type { Keep } from '../device/browser.ts';
import type { Fields } from '../sync/fields.ts';
import { blankNewTask, readNewTask } from './read.ts';

/** What an address asks to add; `isTyped` when its words are read as if they were typed into the form. */
export type AddLink = { readonly text: string; readonly isTyped: boolean };

/**
 * What an address asks to add, and the address without it. `/?add=` has words as a person types them, or none to begin a new
 * task; `title`, `text` and `url` are what another app shares (`share_target` of the manifest).
 */
export function readAddLink(address: string): { link: AddLink | null; cleaned: string } {
  const url = new URL(address);
  const take = (name: string): string | null => {
    const text = url.searchParams.get(name);
    url.searchParams.delete(name);
    return text === null ? null : text.trim().replaceAll(/\s*[\r\n]+\s*/gu, ' ');
  };
  const typed = take('add');
  const shared = ['title', 'text', 'url'].map((name) => take(name) ?? '').reduce(joined, '');
  const cleaned = url.href;
  if (typed !== null) return { link: { text: typed, isTyped: true }, cleaned };
  return { link: shared === '' ? null : { text: shared, isTyped: false }, cleaned };
}

/** Many apps share the title or the address in the text as well. */
function joined(before: string, part: string): string {
  if (part.includes(before)) return part;
  return before.includes(part) ? before : `${before} ${part}`;
}

/** The task that a link means. The words of a share are somebody else's: a date among them is part of the text. */
export function fieldsOfLink({ text, isTyped }: AddLink, options: QuickAddOptions): Fields {
  const draft = { ...blankNewTask(options.todayIso), description: text };
  return readNewTask(isTyped ? draft : { ...draft, byHand: ['date', 'importance', 'state'] }, options).fields;
}

/** Keeps the link of an address in this tab over the sign-in, for whom the device has `remembered`; a sign-out drops it. */
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
    /** What the person who is signed in is asked to add. */
    asked,
    /** It has been answered, or the person has signed out. */
    drop,
    /** Somebody is signed in: they are asked, unless the link was opened while the page was somebody else's. */
    ask: (email: string): void => {
      if (kept === null) return;
      if (owner !== null && owner !== email) return drop();
      keep(kept, email);
      asked.value = readAddLink(kept).link;
    },
  };
}
