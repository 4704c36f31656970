import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';

import { Button, IconButton } from '../ui/button.tsx';
import { Choice, ManyChoice } from '../ui/choice.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../ui/page-context.ts';
import { Panel } from '../ui/panel.tsx';
import { useSayAtRest } from '../ui/say.ts';
import { everything, isFiltered, isNarrow, orders, spans } from '../view/query.ts';
import type { Query } from '../view/query.ts';
import { focusRow, focusSearch } from './focus.ts';
import { useFieldOptions } from './marks.tsx';
import { useTasks, useTools } from './workspace.ts';
import './find-bar.css';

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
  useSayAtRest(isNarrow(asked) ? search.found(count) : '', asked.text);

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
        <IconButton
          icon="close"
          aria-label={search.clear}
          title={search.clear}
          onClick={() => {
            typed.type('');
            focusSearch(tools);
          }}
        />
      )}
      <Button class="flat-button" popovertarget={panelId} aria-haspopup="dialog">
        {search.filter}
        {isSet(asked) && <span class="find-mark">{search.filtered}</span>}
      </Button>
      <Button
        class="flat-button"
        aria-pressed={selecting}
        onClick={() => (selecting ? selection.end() : selection.begin())}
      >
        {words.begin}
      </Button>
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

/** Whether anything is set in the panel. */
const isSet = (asked: Query): boolean => isFiltered(asked) || asked.order !== everything.order;

/** State, importance and date to filter the page by, and the order of its tasks. */
function FilterPanel() {
  const { search, fields } = useWords();
  const { query } = useTools();
  const options = useFieldOptions();
  const asked = query.value;
  const { due, order } = everything;
  const change = (parts: Partial<Query>) => void (query.value = { ...query.value, ...parts });
  return (
    <>
      <ManyChoice
        legend={fields.state}
        options={options.states}
        values={asked.states}
        onChoose={(next) => change({ states: next })}
      />
      <ManyChoice
        legend={fields.importance}
        options={options.importances}
        values={asked.importances}
        onChoose={(next) => change({ importances: next })}
      />
      <Choice
        legend={search.due}
        options={spans.map((value) => ({ value, label: search.spans[value] }))}
        value={asked.due}
        onChoose={(next) => change({ due: next })}
      />
      <Choice
        legend={search.order}
        options={orders.map((value) => ({ value, label: search.orders[value] }))}
        value={asked.order}
        onChoose={(next) => change({ order: next })}
      />
      {isSet(asked) && (
        <Button class="button small" onClick={() => change({ states: [], importances: [], due, order })}>
          {search.showAll}
        </Button>
      )}
    </>
  );
}

/** The control behind which search and filter wait on a small screen. Closing them shows all tasks again. */
export function FindToggle() {
  const { search } = useWords();
  const { tasks, tools } = useTasks();
  const { query, typed, finding } = tools;
  const hasTasks = useComputed(() => tasks.rows.value.length > 0).value;
  const isOpen = useFinding();

  function close(): void {
    finding.value = false;
    typed.settle();
    query.value = { ...everything, order: query.value.order };
  }

  return (
    <IconButton
      icon="search"
      class="icon-button find-toggle"
      aria-label={search.open}
      title={search.open}
      aria-expanded={isOpen}
      disabled={!hasTasks}
      onClick={() => (isOpen ? close() : focusSearch(tools))}
    />
  );
}

/** Whether search and filter are open: they stay so while anything is left out. */
function useFinding(): boolean {
  const { query, finding } = useTools();
  const narrow = useComputed(() => isNarrow(query.value)).value;
  return finding.value || narrow;
}

/** No task matches: what was searched and filtered for, and a button that shows all tasks. */
export function NoMatch() {
  const { search, fields } = useWords();
  const tools = useTools();
  const { query } = tools;
  const { text, states, importances, due, order } = query.value;
  const what = [
    ...(text.trim() === '' ? [] : [search.quoted(text.trim())]),
    ...states.map((state) => fields.states[state]),
    ...importances.map((importance) => fields.importances[importance]),
    ...(due === 'any' ? [] : [search.spans[due]]),
  ];
  return (
    <Panel
      {...search.none}
      text={search.none.text(what.join(', '))}
      action={search.showAll}
      onAction={() => {
        query.value = { ...everything, order };
        focusSearch(tools);
      }}
    />
  );
}
