import type { TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { states } from '../../../contract/fields.ts';
import { columnBeside, columnsOf, rowAcross, withFewDone } from '../../view/columns.ts';
import type { Columns, State } from '../../view/columns.ts';
import { orderOf } from '../../view/groups.ts';
import { isNarrow } from '../../view/query.ts';
import type { Row } from '../../sync/rows.ts';
import { useDays, useWords } from '../../ui/page-context.ts';
import { useNarrow } from '../../ui/events.ts';
import { runOnRow } from '../commands/run-and-focus.ts';
import { commandOfState } from '../commands/table.ts';
import { focusRow, rowKeyAt, usePublishedRows } from '../focus.ts';
import { useTasks } from '../workspace.ts';
import { useMoveAnimation } from '../move-animation.ts';
import { useDrag } from '../moving-rows.ts';
import { usePainted } from '../list/virtual-list.tsx';
import { Column, Count } from './column.tsx';

import './board.css';

/** The tasks by state: three columns side by side, or on a phone one at a time. */
export function Board({ rows }: { rows: readonly Row[] }) {
  const { views } = useWords();
  const workspace = useTasks();
  const { tasks, actions, viewState, todayIso } = workspace;
  const { firstDayOfWeek } = useDays();
  const narrow = useNarrow();
  const [chosen, choose] = useState<State>('TODO');
  const finished = viewState.finished.value;
  const all = useMemo(
    () => columnsOf(rows, { todayIso, firstDayOfWeek }, finished),
    [rows, todayIso, firstDayOfWeek, finished],
  );
  const [isDoneWhole, showAllDone] = useState(false);
  const isWhole = isDoneWhole || isNarrow(viewState.query.value);
  const { columns, leftOut } = useMemo(
    () => (isWhole ? { columns: all, leftOut: [] } : withFewDone(all)),
    [all, isWhole],
  );
  // A task that was left out gets the focus, as after an undo.
  useLayoutEffect(
    () =>
      viewState.focused.subscribe((rowKey) => {
        if (leftOut.some(({ key }) => key === rowKey)) showAllDone(true);
      }),
    [viewState, leftOut],
  );
  const isPainted = usePainted();
  const boardRef = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const drawn = narrow ? [chosen] : states;
  usePublishedRows(orderOf(drawn.flatMap((state) => columns[state])), () =>
    narrow ? document.getElementById(tabId(chosen)) : null,
  );
  useMoveAnimation();
  useDrag(boardRef, {
    // A drop below the last task of a column is also in that column.
    targetAt: (x) =>
      [...(boardRef.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].find(
        (column) => {
          const { left, right } = column.getBoundingClientRect();
          return x >= left && x < right;
        },
      ),
    onDrop(moved, { dataset }) {
      const state = states.find((each) => each === dataset['column']);
      const isOther = state !== undefined && moved.some(({ fields }) => fields.state !== state);
      if (isOther) actions.setState(moved, state);
      return isOther;
    },
  });

  function press(event: KeyboardEvent): void {
    const row = rows.find(({ key }) => key === rowKeyAt(event.target));
    if (!row || tasks.editing.value === row.key || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const state = event.shiftKey ? columnBeside(row.fields.state, step) : null;
    const next = event.shiftKey ? null : rowAcross(columns, row, step);
    if (state === null && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (state !== null) runOnRow(workspace, commandOfState[state], row);
    else focusRow(viewState, next);
  }

  const list = drawn.map((state) => (
    <Column
      key={state}
      state={state}
      items={columns[state]}
      count={all[state].length}
      headed={!narrow}
      leftOut={state === 'DONE' ? leftOut.length : 0}
      onShowAll={() => {
        showAllDone(true);
        focusRow(viewState, leftOut[0]?.key ?? null);
      }}
    />
  ));
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble up from inside */}
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
            <BoardTabs columns={all} shown={chosen} onShow={choose} />
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

const panelId = 'board-panel';
const tabId = (state: State): string => `board-tab-${state}`;

type TabsProps = { columns: Columns; shown: State; onShow: (state: State) => void };

/** The names of the columns on a phone, as tabs (WAI-ARIA, tabs with automatic activation). */
function BoardTabs({ columns, shown, onShow }: TabsProps) {
  const { fields, views } = useWords();

  function press(event: TargetedKeyboardEvent<HTMLButtonElement>): void {
    const next = {
      ArrowLeft: columnBeside(shown, -1),
      ArrowRight: columnBeside(shown, 1),
      Home: states.at(0),
      End: states.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    onShow(next);
    document.getElementById(tabId(next))?.focus();
  }

  return (
    <div class="board-tabs" role="tablist" aria-label={views.names.board}>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          role="tab"
          id={tabId(state)}
          aria-selected={state === shown}
          aria-controls={panelId}
          tabIndex={state === shown ? 0 : -1}
          onClick={() => onShow(state)}
          onKeyDown={press}
        >
          {fields.states[state]} <Count count={columns[state].length} />
        </button>
      ))}
    </div>
  );
}
