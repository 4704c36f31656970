import { useMemo } from 'preact/hooks';

import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { Editor } from '../task/editor.tsx';
import { daysLate } from '../model/fields.ts';
import { ImportanceTicks } from '../task/importance-ticks.tsx';
import { RowStatus } from '../task/row-status.tsx';
import { RowMore } from '../task/row-more.tsx';
import { RowText } from '../task/row-text.tsx';
import type { Row } from '../model/rows.ts';
import type { Place } from '../list/virtual-list.tsx';
import './board-task.css';

type Props = Place & { row: Row; onMenu: (row: Row) => void };

/** One task on the board: what the line in the list says, folded to the width of a column. */
export function BoardTask({ row, position, size, editing, onMenu }: Props) {
  const { description, importance, state } = row.fields;
  // As a line of the list: what other tasks hold is not looked at when one has changed.
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
          <RowMore row={row} onMenu={onMenu} />
          <RowStatus row={row} />
        </>
      ),
    [row, description, importance, editing, onMenu],
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

/** The date below the words, and how late it is; the weight for the ear. */
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
