import { useEffect, useRef } from 'preact/hooks';

import { useStore } from '../state/use-store.ts';
import { useWords } from '../words/words.ts';
import type { Adding } from './adding.ts';

/** How far an import has come, and a way to stop it. It takes the focus from the button that began it. */
export function AddingBar({ adding }: { adding: Adding }) {
  const words = useWords().exchange.importing;
  const { state, all, added, failed } = useStore(adding.progress);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.focus(), [adding]);
  return (
    <div ref={bar} class="adding" tabIndex={-1} role="group" aria-label={words.title}>
      {state === 'adding' && (
        <progress max={all} value={added + failed} aria-label={words.adding(added, all)} />
      )}
      <p role="status">{state === 'done' ? words.added(added) : words.adding(added, all)}</p>
      {failed > 0 && <p role="alert">{words.failed(failed)}</p>}
      {state === 'adding' && (
        <button type="button" class="button" onClick={adding.stop}>
          {words.stop}
        </button>
      )}
    </div>
  );
}
