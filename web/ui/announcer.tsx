import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

export type Announcer = {
  said: ReadonlySignal<{ text: string; turn: number }>;
  say: (text: string) => void;
};

/** What is spoken to screen readers; saying the same again is heard again. */
export function createAnnouncer(): Announcer {
  const said = signal({ text: '', turn: 0 });
  return { said, say: (text) => void (said.value = { text, turn: said.value.turn + 1 }) };
}

/** The page's one live region. */
export function LiveRegion({ announcer }: { announcer: Announcer }) {
  const { text, turn } = announcer.said.value;
  return (
    <div class="unseen" role="status" aria-live="polite">
      <span key={turn}>{text}</span>
    </div>
  );
}
