import type { DrawnRow } from './virtual-list.tsx';
import { daysLate } from '../sync/fields.ts';
import { Editor } from './editor.tsx';
import { RowBody } from './row-body.tsx';
import { DayWords } from '../ui/day-words.tsx';
import { useTasks, useWords } from '../ui/page-context.ts';

/** One task on the board: its date, and how late it is, below the words; its importance is also said to screen readers. */
export function BoardTask({ row, editing }: DrawnRow) {
  const { list, fields } = useWords();
  const { todayIso } = useTasks();
  const { dueDate, importance } = row.fields;
  const late = daysLate(row.fields, todayIso);
  if (editing) return <Editor row={row} />;
  return (
    <RowBody row={row}>
      <span class="note board-task-date">
        <span class="unseen">, </span>
        <DayWords iso={dueDate} />
        {late > 0 && (
          <>
            <span class="unseen">, </span> <span class="late">{list.late(late)}</span>
          </>
        )}
        <span class="unseen">, {fields.importances[importance]}</span>
      </span>
    </RowBody>
  );
}
