import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { useTasks, useWords } from '../ui/page-context.ts';
import { states } from '../model/fields.ts';
import { focusRow } from '../list/focus.ts';
import { RowMenu } from '../task/row-menu.tsx';
import type { Row } from '../model/rows.ts';
import { useMedia } from '../ui/use-media.ts';
import { BoardTabs, panelId, tabId } from './board-tabs.tsx';
import { Column } from './column.tsx';
import { columnBeside, columnsOf, placesOf, rowBeside } from './columns.ts';
import type { State } from './columns.ts';
import { useDrag } from './use-drag.ts';
import { useTurns } from '../list/use-first-screen.ts';
import { useFocusKept } from '../list/use-focus-kept.ts';
import { useTravel } from '../list/use-travel.ts';
import './board.css';

/** The same tasks by their state: three columns side by side, or one at a time where there is no room. */
export function Board({ rows }: { rows: readonly Row[] }) {
  const { views } = useWords();
  const { actions, readOnly } = useTasks();
  const narrow = useMedia('(max-width: 40rem)');
  const [shown, setShown] = useState<State>('TODO');
  const [menuKey, setMenuKey] = useState<string | null>(null);
  const onMenu = useCallback((row: Row) => setMenuKey(row.key), []);
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const places = useTravel(useMemo(() => placesOf(columns), [columns]));
  const boardRef = useRef<HTMLDivElement>(null);
  const keysId = useId();
  useDrag(boardRef, (rowKey, column) => {
    const row = rows.find(({ key }) => key === rowKey);
    const state = states.find((each) => each === column);
    if (!row || !state || row.fields.state === state || readOnly) return false;
    actions.setState([row], state);
    return true;
  });
  useFocusKept(() => (narrow ? document.getElementById(tabId(shown)) : null));

  function press(event: KeyboardEvent): void {
    const pressed =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('.board-task') : null;
    const row = rows.find(({ key }) => key === pressed?.dataset['row']);
    if (!row || pressed?.dataset['editing'] === 'true' || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const state = event.shiftKey && aside !== undefined ? columnBeside(row.fields.state, aside) : null;
    const next = event.shiftKey ? null : rowBeside(columns, row.key, event.key);
    if (state === null && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (state !== null) actions.setState([row], state);
    else focusRow(next);
  }

  useLayoutEffect(() => {
    const board = narrow ? null : boardRef.current;
    board?.addEventListener('keydown', press);
    return () => board?.removeEventListener('keydown', press);
  });

  const column = ({ key, rows: own }: (typeof places)[number]) => (
    <Column key={key} state={key} rows={own} headed={!narrow} onMenu={onMenu} />
  );
  return (
    <>
      <div
        ref={boardRef}
        class="board"
        role="group"
        aria-label={views.names.board}
        aria-describedby={narrow ? undefined : keysId}
      >
        {narrow ? (
          <>
            <BoardTabs columns={columns} shown={shown} onShow={setShown} />
            <div role="tabpanel" id={panelId} aria-labelledby={tabId(shown)}>
              {places.filter(({ key }) => key === shown).map(column)}
            </div>
          </>
        ) : (
          places.map(column)
        )}
      </div>
      {!narrow && <BoardKeys id={keysId} />}
      <RowMenu rows={rows} rowKey={menuKey} />
    </>
  );
}

/** Stands below the columns, and so comes when these are whole: nothing that has been read moves. */
function BoardKeys({ id }: { id: string }) {
  const { views } = useWords();
  if (useTurns() !== undefined) return null;
  return (
    <p id={id} class="board-keys">
      {views.boardKeys}
    </p>
  );
}
