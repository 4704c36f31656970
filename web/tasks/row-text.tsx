import { useComputed } from '@preact/signals';
import type { ComponentChildren, TargetedMouseEvent } from 'preact';

import type { Row } from '../sync/rows.ts';
import { useTasks, useWords } from '../ui/page-context.ts';

type Props = {
  row: Row;
  /** What is said after the description. */
  children: ComponentChildren;
  /** Where a view has its own keys from row to row, Tab passes by. */
  tabIndex?: number;
};

/** The words of a task, which open it. While rows are being selected they are a check box. */
export function RowText({ row, children, tabIndex }: Props) {
  const { tasks, tools, readOnly } = useTasks();
  const { row: words } = useWords();
  const { selection, order } = tools;
  const { key } = row;
  const picked = useComputed(() => selection.current.value?.keys.has(key) ?? null).value;

  function press(event: TargetedMouseEvent<HTMLButtonElement>): void {
    if (event.shiftKey) selection.reach(key, order.value);
    else if (picked !== null || event.ctrlKey || event.metaKey) selection.toggle(key);
    else tasks.edit(key);
  }

  return (
    <button
      type="button"
      class="row-text"
      role={picked === null ? undefined : 'checkbox'}
      aria-checked={picked ?? undefined}
      tabIndex={tabIndex}
      disabled={readOnly}
      onClick={press}
    >
      {picked !== null && <span class="pick" aria-hidden="true" />}
      <span class="description" dir="auto">
        {row.fields.description}
      </span>
      {row.write?.status === 'waiting' && <span class="draft-mark"> {words.waiting}</span>}
      {children}
    </button>
  );
}
