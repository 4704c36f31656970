import { useMemo } from 'preact/hooks';

import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { Editor } from '../task/editor.tsx';
import { daysLate } from '../model/fields.ts';
import { ImportanceTicks } from '../task/marks.tsx';
import { RowStatus } from '../task/row-status.tsx';
import { RowMore } from '../task/row-menu.tsx';
import { RowText } from '../task/row-text.tsx';
import type { Row } from '../model/rows.ts';
import type { DrawnRow } from '../list/virtual-list.tsx';
import './board-task.css';

/** One task on the board: what its row in the list says, in the width of a column. */
export function BoardTask({ row, position, size, editing }: DrawnRow) {
  const { description, importance, state } = row.fields;
  // As in the list: what other tasks hold is not rendered again when one has changed.
  const content = useMemo(
    () =>
      editing ? (
        <Editor row={row} />
      ) : (
        <>
          <RowText row={row}>
            <span class="description" dir="auto">
              {description}
            </span>
            <BoardTaskDate row={row} />
          </RowText>
          <ImportanceTicks importance={importance} />
          <RowMore row={row} />
          <RowStatus row={row} />
        </>
      ),
    [row, description, importance, editing],
  );
  return (
    <li
      class="board-task"
      data-row={row.key}
      data-state={state}
      data-editing={editing}
      aria-posinset={position}
      aria-setsize={size}
    >
      {content}
    </li>
  );
}

/** The date below the words, and how late it is; the importance for screen readers. */
function BoardTaskDate({ row }: { row: Row }) {
  const { list, fields } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  const { dueDate, importance } = row.fields;
  const late = daysLate(row.fields, todayIso);
  return (
    <span class="board-task-date">
      <span class="unseen">, </span>
      {dueDate === todayIso ? list.groups.today : days.short(dueDate, todayIso)}
      {late > 0 && (
        <>
          <span class="unseen">, </span> <span class="late">{list.late(late)}</span>
        </>
      )}
      <span class="unseen">, {fields.importances[importance]}</span>
    </span>
  );
}
