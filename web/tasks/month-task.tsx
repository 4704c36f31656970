import type { Row } from '../sync/rows.ts';
import { ImportanceTicks, StateRing } from './marks.tsx';
import { RowText } from './row-text.tsx';
import { Particulars } from './task-row.tsx';
import { useWords } from '../ui/page-context.ts';

type Props = {
  row: Row;
  /** Also drawn in the sheet of its day, which is the place to find it by then. */
  doubled: boolean;
};

/** One task in its day: its state, its words on one line, its importance, and whether its change waits or asks. */
export function MonthTask({ row, doubled }: Props) {
  const { row: words } = useWords();
  const { key, fields, write } = row;
  return (
    <li
      class="month-task"
      data-row={doubled ? undefined : key}
      data-group={fields.dueDate}
      data-state={fields.state}
      data-write={write?.status}
      inert={doubled}
    >
      <StateRing state={fields.state} />
      <RowText row={row} tabIndex={-1}>
        <Particulars row={row} />
        {write?.status === 'failed' && <span class="unseen">, {words.failed}</span>}
        {write?.status === 'conflict' && <span class="unseen">, {words.conflict.title}</span>}
      </RowText>
      <ImportanceTicks importance={fields.importance} />
    </li>
  );
}
