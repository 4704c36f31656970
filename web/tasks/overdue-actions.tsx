import { focusRow } from './focus.ts';
import { overdueRows } from '../view/overdue.ts';
import type { Row } from '../sync/rows.ts';
import { useTasks, useWords } from '../ui/page-context.ts';

/** What can be done to all overdue tasks that are shown, beside their heading. */
export function OverdueActions({ count }: { count: number }) {
  const { overdue: words } = useWords();
  const { actions, tools, found, todayIso, readOnly } = useTasks();

  function toAll(run: (overdue: readonly Row[]) => void): void {
    const overdue = overdueRows(found.value, todayIso);
    run(overdue);
    // The group goes, and the buttons with it.
    focusRow(tools, overdue[0]?.key ?? null);
  }

  return (
    <p class="overdue-actions">
      <button
        type="button"
        class="flat-button"
        disabled={readOnly}
        onClick={() => toAll((rows) => actions.move(rows, todayIso))}
      >
        {words.allToToday}
      </button>
      {count > 1 && (
        <button type="button" class="flat-button" disabled={readOnly} onClick={() => toAll(actions.spread)}>
          {words.spread}
          <span class="five-a-day">{words.fiveADay}</span>
        </button>
      )}
    </p>
  );
}
