import { createStore } from '../device/store.ts';
import type { Store } from '../device/store.ts';
import { useStore } from './use-store.ts';

export type Announcer = Store<{ text: string; turn: number }, string>;

/** What is spoken to screen readers; saying the same again is heard again. */
export function createAnnouncer(): Announcer {
  return createStore(({ turn }, text) => ({ text, turn: turn + 1 }), { text: '', turn: 0 });
}

/** The page's one live region. */
export function LiveRegion({ announcer }: { announcer: Announcer }) {
  const { text, turn } = useStore(announcer);
  return (
    <div class="unseen" role="status" aria-live="polite">
      <span key={turn}>{text}</span>
    </div>
  );
}
