import type { ComponentChildren, TargetedMouseEvent } from 'preact';

import { useTasks, useWords } from '../ui/page-context.ts';
import { isPicked } from '../model/selection.ts';
import { usePart } from '../ui/use-store.ts';
import type { Row } from '../model/rows.ts';
import { StateRing } from './marks.tsx';

/**
 * What a row says, as the button that opens the task, and the ring that finishes it. While rows are being selected it is a
 * check box, and the ring is not there, so that no slip of the finger finishes a task.
 */
export function RowText({ row, children }: { row: Row; children: ComponentChildren }) {
  const { list } = useWords();
  const { tasks, actions, tools, readOnly } = useTasks();
  const { selection, order } = tools;
  const picked = usePart(selection, (now) => isPicked(now, row.key));
  const { description, state } = row.fields;
  const done = state === 'DONE';

  function press(event: TargetedMouseEvent<HTMLButtonElement>): void {
    const { key } = row;
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
          aria-label={done ? list.reopen(description) : list.finish(description)}
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
        {children}
      </button>
    </>
  );
}
