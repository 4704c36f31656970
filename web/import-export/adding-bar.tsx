import { useEffect, useRef } from 'preact/hooks';

import { useWords } from '../ui/page-context.ts';
import type { Adding } from './adding.ts';

/** The progress of an import, with buttons that stop it or take it back. It takes the focus from the button before. */
export function AddingBar({ adding }: { adding: Adding }) {
  const { toast } = useWords();
  const words = useWords().exchange.importing;
  const { state, all, added, failed } = adding.progress.value;
  const undo = adding.undo();
  const bar = useRef<HTMLDivElement>(null);
  const focusBar = () => bar.current?.focus();
  useEffect(focusBar, [adding]);
  const said = { done: words.added(added), undone: toast.undone };
  return (
    <div ref={bar} class="adding" tabIndex={-1} role="group" aria-label={words.title}>
      {state === 'adding' && (
        <progress max={all} value={added + failed} aria-label={words.adding(added, all)} />
      )}
      <p role="status">{state === 'done' || state === 'undone' ? said[state] : words.adding(added, all)}</p>
      {state === 'full' && <p role="alert">{words.full(all - added - failed)}</p>}
      {failed > 0 && state !== 'undone' && <p role="alert">{words.failed(failed)}</p>}
      {state === 'adding' && (
        <button type="button" class="button" onClick={adding.stop}>
          {words.stop}
        </button>
      )}
      {undo && (
        <button
          type="button"
          class="button"
          onClick={() => {
            undo();
            focusBar();
          }}
        >
          {toast.undo}
        </button>
      )}
    </div>
  );
}
