import { useId } from 'preact/hooks';

import { VirtualList } from './virtual-list.tsx';
import type { RowItem } from '../view/groups.ts';
import { useWords } from '../ui/page-context.ts';
import { BoardTask } from './board-task.tsx';
import type { State } from './board-columns.ts';

type Props = { state: State; items: readonly RowItem[]; headed: boolean };

/** All tasks of one state. On a phone its tab is its heading. */
export function Column({ state, items, headed }: Props) {
  const { fields, views } = useWords();
  const id = useId();
  return (
    <section class="column" data-column={state} aria-labelledby={headed ? id : undefined}>
      {headed && (
        <h2 id={id}>
          {fields.states[state]} <Count count={items.length} />
        </h2>
      )}
      {items.length === 0 && <p class="column-empty quiet">{views.columnEmpty}</p>}
      <VirtualList items={items} listClass="board-tasks" rowClass="board-task" row={BoardTask} />
    </section>
  );
}

/** How many tasks a column has, as a number and in words for screen readers. */
export function Count({ count }: { count: number }) {
  const { list } = useWords();
  return (
    <span class="count">
      <span aria-hidden="true">{count}</span>
      <span class="unseen">{list.counted(count)}</span>
    </span>
  );
}
