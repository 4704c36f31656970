import { useMemo } from 'preact/hooks';

import { useStore } from '../ui/use-store.ts';
import { DayMark } from '../ui/day-mark.tsx';
import type { DrawnRow } from '../list/virtual-list.tsx';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { Editor } from './editor.tsx';
import { daysLate } from '../model/fields.ts';
import { ImportanceTicks } from './marks.tsx';
import { RowStatus } from './row-status.tsx';
import type { Row } from '../model/rows.ts';
import { RowMore } from './row-menu.tsx';
import { RowText } from './row-text.tsx';
import './row.css';

/** One task in the list: its date where the day begins, its state, its words, its importance. */
export function TaskRow({ row, position, size, editing, opensDay }: DrawnRow) {
  const { list } = useWords();
  const { todayIso } = useTasks();
  const { description, dueDate, importance, state } = row.fields;
  const late = daysLate(row.fields, todayIso);
  // Most changes of a list are about one of its rows: what the others hold is not rendered again.
  const content = useMemo(
    () => (
      <>
        {opensDay && (
          <DayMark iso={dueDate}>{late > 0 && <span class="late">{list.late(late)}</span>}</DayMark>
        )}
        {editing ? (
          <Editor row={row} />
        ) : (
          <div class="row-body">
            <RowText row={row}>
              <span class="description" dir="auto">
                {description}
              </span>
              <Particulars row={row} />
            </RowText>
            {late > 0 && (
              <span class="late" aria-hidden="true">
                {list.late(late)}
              </span>
            )}
            <ImportanceTicks importance={importance} />
            <RowMore row={row} />
            <RowStatus row={row} />
          </div>
        )}
      </>
    ),
    [row, description, dueDate, importance, editing, opensDay, late, list],
  );
  return (
    <li
      class="row"
      data-row={row.key}
      data-state={state}
      data-late={late > 0}
      data-editing={editing}
      aria-posinset={position}
      aria-setsize={size}
    >
      {content}
    </li>
  );
}

/** What the row's place and marks show, in words for screen readers. */
function Particulars({ row }: { row: Row }) {
  const { fields, row: words } = useWords();
  const { tasks, todayIso } = useTasks();
  const days = useDays();
  const { dueDate, importance, state } = row.fields;
  const draft = useStore(tasks.drafts).edits[row.key] !== undefined;
  return (
    <>
      <span class="unseen">
        , {days.long(dueDate, todayIso)}, {fields.states[state]}, {fields.importances[importance]}
      </span>
      {draft && <span class="draft-mark"> {words.draft}</span>}
    </>
  );
}
