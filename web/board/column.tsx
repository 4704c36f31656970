import { useId } from 'preact/hooks';

import type { Row } from '../model/rows.ts';
import { useWords } from '../ui/page-context.ts';
import type { State } from './columns.ts';
import { BoardTask } from './board-task.tsx';
import { useFirstRows } from '../list/use-first-screen.ts';
import { isFew } from '../list/window.ts';
import { VirtualList } from '../list/virtual-list.tsx';

type Props = { state: State; rows: readonly Row[]; headed: boolean; onMenu: (row: Row) => void };

/** All tasks of one state. On a phone its tab is its heading. */
export function Column({ state, rows, headed, onMenu }: Props) {
  const { fields, list, views } = useWords();
  const id = useId();
  const drawn = useFirstRows(rows);
  return (
    <section class="column" data-column={state} aria-labelledby={headed ? id : undefined}>
      {headed && (
        <h2 id={id}>
          {fields.states[state]}{' '}
          <span class="count">
            <span aria-hidden="true">{rows.length}</span>
            <span class="unseen">{list.counted(rows.length)}</span>
          </span>
        </h2>
      )}
      {rows.length === 0 && <p class="column-empty">{views.columnEmpty}</p>}
      <VirtualList class="board-tasks" rows={drawn} few={isFew(drawn.length)}>
        {(row, place) => <BoardTask key={row.key} row={row} {...place} onMenu={onMenu} />}
      </VirtualList>
    </section>
  );
}
