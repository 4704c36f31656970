import { useEffect } from 'preact/hooks';

import type { Tasks } from '../sync/tasks.ts';
import { useWords } from '../ui/page-context.ts';

type Props = { tasks: Tasks; onLeave: () => void; onStay: () => void };

/** What would be lost by signing out, as it changes: when all is saved meanwhile, the sign-out goes on without an answer. */
export function LeaveQuestion({ tasks, onLeave, onStay }: Props) {
  const { leaving: words } = useWords();
  const { changes, drafts } = tasks.unsaved();
  const isSaved = changes + drafts === 0;
  useEffect(() => {
    if (isSaved) onLeave();
  }, [isSaved, onLeave]);
  return (
    <div>
      <p>{words.text}</p>
      <ul class="would-be-lost">
        {changes > 0 && <li>{words.changes(changes)}</li>}
        {drafts > 0 && <li>{words.drafts(drafts)}</li>}
      </ul>
      <div class="panel-actions side-by-side">
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
