import { effect } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { Reading } from '../words/reading.ts';

/**
 * Shows how many tasks are left today where the page itself is not in sight: in the title of its tab, and as the badge of
 * the installed app. `left` is null until the tasks have been read. Returns what takes both away.
 */
export function showLeft(left: ReadonlySignal<number | null>, reading: ReadonlySignal<Reading>): () => void {
  const end = effect(() => {
    const n = left.value;
    const { name, list } = reading.value.words;
    document.title = n ? `${list.left(n)} – ${name}` : name;
    if (n !== null) setBadge(n);
  });
  return () => {
    end();
    document.title = reading.value.words.name;
    setBadge(0);
  };
}

/** Zero takes the badge away. A browser without badges, or without the permission that it asks for, shows none. */
function setBadge(n: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(n).catch(() => undefined);
}
