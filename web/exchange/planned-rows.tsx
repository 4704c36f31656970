import { ImportanceTicks } from '../task/importance-ticks.tsx';
import { StateRing } from '../task/state-ring.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import type { PlannedRow } from './plan.ts';
import { useExchangeWords } from './words.ts';

/** The tasks as they would stand in the list, by date; of very many the first. */
export function PlannedRows({ rows, todayIso }: { rows: readonly PlannedRow[]; todayIso: string }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  const days = useDays();
  if (rows.length === 0) return null;
  const remarks = { assumed: words.assumedDate, moved: words.movedDate };
  const shown = rows.toSorted((a, b) => (a.fields.dueDate < b.fields.dueDate ? -1 : 1)).slice(0, mostShown);
  return (
    <>
      <ul class="planned-rows">
        {shown.map(({ line, fields: task, remark }) => (
          <li key={line}>
            <StateRing state={task.state} />
            <span class="planned-text" dir="auto">
              {task.description}
            </span>
            <span class="planned-date">
              {days.short(task.dueDate, todayIso)}
              {remark && <span class="planned-remark">{remarks[remark]}</span>}
            </span>
            <ImportanceTicks importance={task.importance} />
            <span class="unseen">
              {fields.states[task.state]}, {fields.importances[task.importance]}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > mostShown && <p class="quiet">{words.more(rows.length - mostShown)}</p>}
    </>
  );
}

const mostShown = 200;
