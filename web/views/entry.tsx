import { useMemo } from 'preact/hooks';

import { useDesk } from '../tasks/context.ts';
import { Editor } from '../tasks/editor.tsx';
import { daysLate } from '../tasks/fields.ts';
import { ImportanceTicks } from '../tasks/importance-ticks.tsx';
import { RowStatus } from '../tasks/row-status.tsx';
import { RowMore } from '../tasks/row-more.tsx';
import { RowText } from '../tasks/row-text.tsx';
import type { Row } from '../tasks/rows.ts';
import { useDays, useWords } from '../words/words.ts';
import type { Place } from './windowed.tsx';
import './entry.css';

type Props = Place & { row: Row; onMenu: (row: Row) => void };

/** One task on the board: what the line in the list says, folded to the width of a column. */
export function Entry({ row, position, size, editing, onMenu }: Props) {
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
            <EntryDate row={row} />
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
      class="entry"
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
function EntryDate({ row }: { row: Row }) {
  const { list, fields } = useWords();
  const { todayIso } = useDesk();
  const days = useDays();
  const { dueDate, importance } = row.fields;
  const late = daysLate(row.fields, todayIso);
  return (
    <span class="entry-date">
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
