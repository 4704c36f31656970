import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

import { useSay, useTasks, useWords } from '../ui/page-context.ts';
import { focusRow, focusSearch } from './focus.ts';
import { Icon } from '../ui/icon.tsx';
import { lazy } from '../ui/lazy.tsx';
import { isFiltered, isNarrow } from '../view/query.ts';
import { useFinding } from './find-toggle.tsx';
import './find-bar.css';

const FilterPanel = lazy(async () => (await import('./filter-panel.tsx')).FilterPanel);
const panelId = 'filter-panel';

/** Search, filter and the button that begins a selection. */
export function FindBar() {
  const { search, selection: words } = useWords();
  const { tools, found } = useTasks();
  const { query, typed, selection } = tools;
  const asked = query.value;
  const text = typed.text.value;
  const selecting = selection.isOn.value;
  const count = useComputed(() => found.value.length).value;
  const isFinding = useFinding();
  const [open, setOpen] = useState(false);
  const filtered = isFiltered(asked) || asked.order !== 'date';
  useSayFound(isNarrow(asked) ? count : null, asked.text);

  return (
    <search class="find-bar" data-open={isFinding}>
      <Icon name="search" />
      <input
        class="lined"
        id="search"
        type="search"
        autocomplete="off"
        aria-label={search.label}
        placeholder={search.placeholder}
        value={text}
        onInput={(event) => typed.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
          event.preventDefault();
          // Escape clears first, as the button does; in an empty field it leads to the tasks.
          if (event.key === 'Escape' && text !== '') return typed.type('');
          // At once: the next key may already be meant for the row, which must be one of those found.
          event.currentTarget.blur();
          typed.settle();
          queueMicrotask(() => focusRow(tools, tools.order.value[0] ?? null));
        }}
      />
      {text !== '' && (
        <button
          type="button"
          class="icon-button"
          aria-label={search.clear}
          title={search.clear}
          onClick={() => {
            typed.type('');
            focusSearch(tools);
          }}
        >
          <Icon name="close" />
        </button>
      )}
      <button type="button" class="flat-button" popovertarget={panelId} aria-haspopup="dialog">
        {search.filter}
        {filtered && <span class="find-mark">{search.filtered}</span>}
      </button>
      <button
        type="button"
        class="flat-button"
        aria-pressed={selecting}
        onClick={() => (selecting ? selection.end() : selection.begin())}
      >
        {words.begin}
      </button>
      <div
        id={panelId}
        popover="auto"
        role="dialog"
        aria-label={search.filterAndOrder}
        class="popover filter-panel"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <FilterPanel />}
      </div>
    </search>
  );
}

/** How many there are is said when someone rests, not at every letter. */
function useSayFound(found: number | null, text: string): void {
  const { search } = useWords();
  const say = useSay();
  useEffect(() => {
    if (found === null) return;
    const timer = setTimeout(() => say(search.found(found)), 600);
    return () => clearTimeout(timer);
  }, [found, text, say, search]);
}
