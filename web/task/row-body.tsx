import type { ComponentChildren, TargetedMouseEvent } from 'preact';

import type { Row } from '../model/rows.ts';
import { isPicked } from '../model/selection.ts';
import { useTasks, useWords } from '../ui/page-context.ts';
import { usePart } from '../ui/use-store.ts';
import { ImportanceTicks, StateRing } from './marks.tsx';
import { RowMore } from './row-menu.tsx';
import { RowStatus } from './row-status.tsx';

type Props = {
  row: Row;
  /** What is said after the description. */
  children: ComponentChildren;
  /** What is drawn beside the words. */
  beside?: ComponentChildren;
};

/**
 * What every view shows of a task: the ring that finishes it, the words that open it, its importance, its menu and its
 * status. While rows are being selected the words are a check box, and the ring is not there, so that no slip of the finger
 * finishes a task.
 */
export function RowBody({ row, children, beside }: Props) {
  const { list } = useWords();
  const { tasks, actions, tools, readOnly } = useTasks();
  const { selection, order } = tools;
  const { key } = row;
  const picked = usePart(selection, (now) => isPicked(now, key));
  const { description, importance, state } = row.fields;

  function press(event: TargetedMouseEvent<HTMLButtonElement>): void {
    if (event.shiftKey) selection.dispatch({ kind: 'reach', key, order: order.get() });
    else if (picked !== null || event.ctrlKey || event.metaKey) selection.dispatch({ kind: 'toggle', key });
    else tasks.editing.dispatch(key);
  }

  return (
    <>
      {picked === null && (
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
      <button
        type="button"
        class="row-text"
        role={picked === null ? undefined : 'checkbox'}
        aria-checked={picked ?? undefined}
        disabled={readOnly}
        onClick={press}
      >
        {picked !== null && <span class="pick" aria-hidden="true" />}
        <span class="description" dir="auto">
          {description}
        </span>
        {children}
      </button>
      {beside}
      <ImportanceTicks importance={importance} />
      <RowMore row={row} />
      <RowStatus row={row} />
    </>
  );
}
