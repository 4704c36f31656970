import type { TargetedKeyboardEvent } from 'preact';

import { states } from '../../contract/fields.ts';
import { useWords } from '../ui/page-context.ts';
import { Count } from './board-column.tsx';
import { columnBeside } from './board-columns.ts';
import type { Columns, State } from './board-columns.ts';

export const panelId = 'board-panel';
export const tabId = (state: State): string => `board-tab-${state}`;

type Props = { columns: Columns; shown: State; onShow: (state: State) => void };

/** The columns' names where there is room for one column only (WAI-ARIA, tabs with automatic activation). */
export function BoardTabs({ columns, shown, onShow }: Props) {
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
