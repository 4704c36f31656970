import { useId, useMemo, useRef, useState } from 'preact/hooks';

import { focusRow, rowKeyOf, useShown } from './focus.ts';
import { useDrag } from './use-pulls.ts';
import { usePainted } from './window.ts';
import { useTravel } from './travel.ts';
import { states } from '../../contract/fields.ts';
import { orderOf } from '../view/groups.ts';
import type { Row } from '../sync/rows.ts';
import { useTasks, useWords } from '../ui/page-context.ts';
import { useNarrow } from '../ui/use-media.ts';
import { BoardTabs, panelId, tabId } from './board-tabs.tsx';
import { Column } from './board-column.tsx';
import { columnBeside, columnsOf, rowBeside } from './board-columns.ts';
import type { State } from './board-columns.ts';
import './board.css';

/** The same tasks by their state: three columns side by side, or one at a time where there is no room. */
export function Board({ rows }: { rows: readonly Row[] }) {
  const { views } = useWords();
  const { tasks, actions, tools, readOnly } = useTasks();
  const narrow = useNarrow();
  const [chosen, choose] = useState<State>('TODO');
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const items = useMemo(() => states.flatMap((state) => columns[state]), [columns]);
  const isPainted = usePainted();
  const boardRef = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const drawn = narrow ? [chosen] : states;
  useShown(orderOf(drawn.flatMap((state) => columns[state])), () =>
    narrow ? document.getElementById(tabId(chosen)) : null,
  );
  useTravel(items);
  useDrag(boardRef, {
    // A column reaches as far down as the page, however short it is.
    targetAt: (x) =>
      [...(boardRef.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].find((column) => {
        const { left, right } = column.getBoundingClientRect();
        return x >= left && x < right;
      }),
    onDrop(rowKey, { dataset }) {
      const row = rows.find(({ key }) => key === rowKey);
      const state = states.find((each) => each === dataset['column']);
      if (row && state && row.fields.state !== state && !readOnly) actions.setState([row], state);
    },
  });

  function press(event: KeyboardEvent): void {
    const row = rows.find(({ key }) => key === rowKeyOf(event.target));
    if (!row || tasks.editing.value === row.key || event.altKey || event.ctrlKey || event.metaKey) return;
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const state = event.shiftKey && aside !== undefined ? columnBeside(row.fields.state, aside) : null;
    const next = event.shiftKey ? null : rowBeside(columns, row.key, event.key);
    if (state === null && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (state !== null) actions.setState([row], state);
    else focusRow(tools, next);
  }

  const list = drawn.map((state) => (
    <Column key={state} state={state} items={columns[state]} headed={!narrow} />
  ));
  return (
    <>
      {/* The keys bubble up from the rows inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={boardRef}
        class="board"
        role="group"
        aria-label={views.names.board}
        aria-describedby={narrow ? undefined : keysId}
        onKeyDown={narrow ? undefined : press}
      >
        {narrow ? (
          <>
            <BoardTabs columns={columns} shown={chosen} onShow={choose} />
            <div role="tabpanel" id={panelId} aria-labelledby={tabId(chosen)}>
              {list}
            </div>
          </>
        ) : (
          list
        )}
      </div>
      {!narrow && isPainted && (
        <p id={keysId} class="view-keys note">
          {views.boardKeys}
        </p>
      )}
    </>
  );
}
