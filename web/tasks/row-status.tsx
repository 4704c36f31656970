import { useTasks, useWords } from '../ui/page-context.ts';
import { focusRow } from './focus.ts';
import { Conflict } from './conflict.tsx';
import { isDeletedElsewhere, isWorthRetrying, sayRefusal } from '../sync/refusal.ts';
import type { Row } from '../sync/rows.ts';

/** How far a row's change has come, when the service does not have it yet. */
export function RowStatus({ row }: { row: Row }) {
  const { row: words } = useWords();
  const { write } = row;
  if (write === null) return null;
  if (write.status === 'failed') return <Failure row={row} />;
  if (write.status === 'conflict') return <Conflict row={row} />;
  // What waits says so beside its words.
  if (write.status === 'waiting') return null;
  return (
    <span class="pending" title={words.saving}>
      <span class="unseen">{words.saving}</span>
    </span>
  );
}

/** The person's words stay; here is why they were not taken, and the ways out. */
function Failure({ row }: { row: Row }) {
  const words = useWords();
  const { tasks, actions, tools } = useTasks();
  const { write } = row;
  if (!write?.fault) return null;
  const { key, fault } = write;
  const settle = (how: (writeKey: string) => void) => {
    how(key);
    // The button goes with the message.
    focusRow(tools, row.key);
  };
  const gone = isDeletedElsewhere(fault);
  return (
    <div class="failure side-by-side">
      <p class="fault">
        <strong>{words.row.failed}.</strong> {sayRefusal(fault, words)}
      </p>
      {gone ? (
        <button type="button" class="button small" onClick={() => actions.createAgain(row)}>
          {words.row.createAgain}
        </button>
      ) : isWorthRetrying(fault) ? (
        <button type="button" class="button small" onClick={() => settle(tasks.retry)}>
          {words.row.retry}
        </button>
      ) : (
        <button type="button" class="button small" onClick={() => tasks.edit(row.key)}>
          {words.row.mend}
        </button>
      )}
      <button type="button" class="button small" onClick={() => settle(tasks.discard)}>
        {words.row.discard}
      </button>
    </div>
  );
}
