import type { Row } from '../../sync/rows.ts';
import { isDeletedElsewhere, isWorthRetrying, sayRefusal } from '../../sync/refusals.ts';
import { SmallButton } from '../../ui/controls.tsx';
import { useWords } from '../../ui/page-context.ts';
import { useTasks } from '../workspace.ts';
import { Conflict } from './conflict.tsx';
import { useResolve } from './resolve-change.ts';

/** A change that the service refused, or that conflicts with a newer version of its task. */
export function RowFault({ row }: { row: Row }) {
  if (row.write?.status === 'conflict') return <Conflict row={row} />;
  return <Failure row={row} />;
}

/** A failed change: the reason, and buttons that resolve it. The person's text stays in the row. */
function Failure({ row }: { row: Row }) {
  const words = useWords();
  const { tasks, actions } = useTasks();
  const resolve = useResolve(row);
  const fault = row.write?.fault ?? null;
  if (fault === null) return null;
  function remedy() {
    if (isDeletedElsewhere(fault))
      return { name: words.row.createAgain, mend: () => actions.createAgain(row) };
    if (isWorthRetrying(fault)) return { name: words.row.retry, mend: resolve(tasks.retry) };
    return { name: words.row.mend, mend: () => tasks.edit(row.key) };
  }
  const { name, mend } = remedy();
  return (
    <div class="failure side-by-side">
      <p class="fault">
        <strong>{words.row.failed}.</strong> {sayRefusal(fault, words)}
      </p>
      <SmallButton onClick={mend}>{name}</SmallButton>
      <SmallButton onClick={resolve(tasks.discard)}>{words.row.discard}</SmallButton>
    </div>
  );
}
