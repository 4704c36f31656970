import type { ComponentChildren } from 'preact';

import type { Row } from '../sync/rows.ts';
import { useTasks, useWords } from '../ui/page-context.ts';
import { ImportanceTicks, StateRing } from './marks.tsx';
import { RowMore } from './row-menu.tsx';
import { RowStatus } from './row-status.tsx';
import { RowText } from './row-text.tsx';

type Props = {
  row: Row;
  /** What is said after the description. */
  children: ComponentChildren;
  /** What is drawn beside the words. */
  beside?: ComponentChildren;
};

/**
 * What list and board show of a task: the ring that finishes it, the words that open it, its importance, its menu and its
 * status. While rows are being selected the ring is not there, so that no slip of the finger finishes a task.
 */
export function RowBody({ row, children, beside }: Props) {
  const { list } = useWords();
  const { actions, tools, readOnly } = useTasks();
  const isSelecting = tools.selection.isOn.value;
  const { description, importance, state } = row.fields;
  return (
    <>
      {!isSelecting && (
        <button
          type="button"
          class="ring"
          aria-label={state === 'DONE' ? list.reopen(description) : list.finish(description)}
          disabled={readOnly}
          onClick={() => actions.finish([row])}
        >
          <StateRing state={state} />
        </button>
      )}
      <RowText row={row}>{children}</RowText>
      {beside}
      <ImportanceTicks importance={importance} />
      <RowMore row={row} />
      <RowStatus row={row} />
    </>
  );
}
