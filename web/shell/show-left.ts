import type { Reading } from '../words/reading.ts';
import type { Source } from '../device/store.ts';

/**
 * Shows how many tasks are left today where the page itself is not in sight: in the title of its tab, and as the badge of
 * the installed app. `left` is null until the tasks have been read. Returns what takes both away.
 */
export function showLeft(left: Source<number | null>, reading: Source<Reading>): () => void {
  const name = () => reading.get().words.name;
  const show = () => {
    const n = left.get();
    document.title = n ? `${reading.get().words.list.left(n)} – ${name()}` : name();
    if (n !== null) setBadge(n);
  };
  const unfollow = [left.subscribe(show), reading.subscribe(show)];
  show();
  return () => {
    unfollow.forEach((end) => end());
    document.title = name();
    setBadge(0);
  };
}

/** Zero takes the badge away. A browser without badges, or without the permission that it asks for, shows none. */
function setBadge(n: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(n).catch(() => undefined);
}
