import { useComputed } from '@preact/signals';

import type { DrawnRow } from './virtual-list.tsx';
import { daysLate } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { DayMark } from '../ui/day-words.tsx';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { Editor } from './editor.tsx';
import { RowBody } from './row-body.tsx';
import './row.css';

/** One task in the list: its date where the day begins, its state, its words, its importance. */
export function TaskRow({ row, editing, opensDay }: DrawnRow) {
  const { list } = useWords();
  const { todayIso } = useTasks();
  const late = daysLate(row.fields, todayIso);
  return (
    <>
      {opensDay && (
        <DayMark iso={row.fields.dueDate}>{late > 0 && <span class="late">{list.late(late)}</span>}</DayMark>
      )}
      {editing ? (
        <Editor row={row} />
      ) : (
        <div class="row-body">
          <RowBody
            row={row}
            beside={
              late > 0 && (
                <span class="late" aria-hidden="true">
                  {list.late(late)}
                </span>
              )
            }
          >
            <Particulars row={row} />
          </RowBody>
        </div>
      )}
    </>
  );
}

/** What the place and the marks of a row show, in words for screen readers. */
export function Particulars({ row }: { row: Row }) {
  const { fields, row: words } = useWords();
  const { tasks, todayIso } = useTasks();
  const days = useDays();
  const { dueDate, importance, state } = row.fields;
  const hasDraft = useComputed(() => tasks.drafts.current.value.edits[row.key] !== undefined).value;
  return (
    <>
      <span class="unseen">
        , {days.long(dueDate, todayIso)}, {fields.states[state]}, {fields.importances[importance]}
      </span>
      {hasDraft && <span class="draft-mark"> {words.draft}</span>}
    </>
  );
}
