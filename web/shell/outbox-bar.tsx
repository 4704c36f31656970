import { focusRow } from '../tasks/focus.ts';
import { changesUnderWay, refusedChanges } from '../sync/writes.ts';
import { everything } from '../view/query.ts';
import { isWorthRetrying } from '../sync/refusal.ts';
import { useTasks, useWords } from '../ui/page-context.ts';

/** How many changes are on their way, and then which need a person: their rows say why, and may be far from each other. */
export function OutboxBar() {
  const { outbox } = useWords();
  const { tasks, tools, readOnly } = useTasks();
  const { writes } = tasks.state.value;
  const underWay = changesUnderWay(writes);
  if (underWay > 0) return <p class="bar">{outbox.underWay(underWay)}</p>;
  const refused = refusedChanges(writes);
  const [first] = refused;
  if (first === undefined) return null;
  const isConflict = refused.some(({ status }) => status === 'conflict');
  const said = (isConflict ? outbox.undecided : outbox.refused)(refused.length);
  const retried = refused.filter(({ status, fault }) => status === 'failed' && isWorthRetrying(fault));

  function show(rowKey: string): void {
    // It may not be among those that are shown.
    tools.query.value = everything;
    focusRow(tools, rowKey);
  }

  return (
    <section class="bar" aria-label={said}>
      <p role="status">{said}</p>
      <button type="button" class="button small" onClick={() => show(first.target)}>
        {outbox.show}
      </button>
      {retried.length > 1 && (
        <button
          type="button"
          class="button small"
          disabled={readOnly}
          onClick={() => {
            for (const { key } of retried) tasks.retry(key);
            // The bar goes, and the button with it.
            focusRow(tools, first.target);
          }}
        >
          {outbox.retryAll}
        </button>
      )}
    </section>
  );
}
