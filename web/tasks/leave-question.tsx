import { useEffect } from 'preact/hooks';

import { useStore } from '../state/use-store.ts';
import type { DayBook } from './day-book.ts';
import { useLeavingWords } from './leaving-words.ts';
import './leave-question.css';

type Props = { book: DayBook; onLeave: () => void; onStay: () => void };

/** What would be lost by signing out, counted as it stands: what is saved meanwhile needs no answer any more. */
export function LeaveQuestion({ book, onLeave, onStay }: Props) {
  const words = useLeavingWords();
  useStore(book.tasks);
  useStore(book.drafts);
  const { changes, drafts } = book.unsaved();
  const isSaved = changes + drafts === 0;
  useEffect(() => {
    if (isSaved) onLeave();
  }, [isSaved, onLeave]);
  return (
    <div class="leave-question">
      <p>{words.text}</p>
      <ul>
        {changes > 0 && <li>{words.changes(changes)}</li>}
        {drafts > 0 && <li>{words.drafts(drafts)}</li>}
      </ul>
      <div class="leave-ways">
        <button type="button" class="button primary" onClick={onStay}>
          {words.stay}
        </button>
        <button type="button" class="button" onClick={onLeave}>
          {words.discard}
        </button>
      </div>
    </div>
  );
}
