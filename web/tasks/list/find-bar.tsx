import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Button, IconButton, Choice, choiceOf, Icon, SmallButton } from '../../ui/controls.tsx';
import { useWords, useSayAtRest } from '../../ui/page-context.ts';
import type { ChoiceProps } from '../../ui/controls.tsx';
import { lazy, Panel } from '../../ui/panel.tsx';
import { everything, isFiltered, isNarrow, isTodayAlone, orders, spans } from '../../view/query.ts';
import type { Query } from '../../view/query.ts';
import { focusRow, focusSearch } from '../focus.ts';
import { useTasks, useViewState } from '../workspace.ts';
import { useFieldOptions } from '../row/marks.tsx';

import { isOfInputMethod } from '../../ui/events.ts';
import './find-bar.css';

const panelId = 'filter-panel';
const SavedFilters = lazy(async () => (await import('./saved-filters.tsx')).SavedFilters);

/** Search, filter and the button that begins a selection. */
export function FindBar() {
  const { search, selection: words } = useWords();
  const { viewState, matches } = useTasks();
  const { query, searchField, selection } = viewState;
  const current = query.value;
  const text = searchField.text.value;
  const selecting = selection.isOn.value;
  const isFinding = useFinding();
  const [open, setOpen] = useState(false);
  useSayAtRest(isNarrow(current) ? search.found(matches.value.length) : '', current.text);

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
        onInput={(event) => searchField.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isOfInputMethod(event) || (event.key !== 'Escape' && event.key !== 'Enter')) return;
          event.preventDefault();
          // Escape first clears the text, as the button does; in an empty field it moves the focus to the tasks.
          if (event.key === 'Escape' && text !== '') return searchField.type('');
          // The search runs at once: the next key may be for the row, which must be one of the results.
          event.currentTarget.blur();
          searchField.searchNow();
          queueMicrotask(() => focusRow(viewState, viewState.order.value[0] ?? null));
        }}
      />
      {text !== '' && (
        <IconButton
          icon="close"
          title={search.clear}
          onClick={() => {
            searchField.type('');
            focusSearch(viewState);
          }}
        />
      )}
      <Button class="flat-button" popovertarget={panelId} aria-haspopup="dialog">
        {search.filter}
        {isSet(current) && (
          <span class="find-mark">{isFiltered(current) ? search.filtered : search.sorted}</span>
        )}
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

/** True if a filter or another order is set in the panel. */
const isSet = (current: Query): boolean =>
  isFiltered(current) || current.order !== everything.order;

/** State, importance and date to filter the page by, and the order of its tasks. */
export function useFilterChoices(): readonly ChoiceProps[] {
  const { search, fields } = useWords();
  const { query } = useViewState();
  const options = useFieldOptions();
  const current = query.value;
  const change = (changed: Partial<Query>) => void (query.value = { ...query.value, ...changed });
  return [
    choiceOf({
      legend: fields.state,
      options: options.states,
      value: current.states,
      onChoose: (state, isOn) => change({ states: toggled(current.states, state, isOn) }),
    }),
    choiceOf({
      legend: fields.importance,
      options: options.importances,
      value: current.importances,
      onChoose: (each, isOn) => change({ importances: toggled(current.importances, each, isOn) }),
    }),
    choiceOf({
      legend: search.due,
      options: spans.map((value) => ({ value, label: search.spans[value] })),
      value: current.due,
      onChoose: (due) => change({ due }),
    }),
    choiceOf({
      legend: search.order,
      options: orders.map((value) => ({ value, label: search.orders[value] })),
      value: current.order,
      onChoose: (order) => change({ order }),
    }),
  ];
}

function FilterPanel() {
  const { search } = useWords();
  const { query } = useViewState();
  return (
    <>
      {useFilterChoices().map((choice, at) => (
        <Choice key={at} {...choice} />
      ))}
      {isSet(query.value) && (
        <SmallButton onClick={() => void (query.value = { ...everything, text: query.value.text })}>
          {search.showAll}
        </SmallButton>
      )}
      <SavedFilters />
    </>
  );
}

function toggled<T>(all: readonly T[], value: T, isOn: boolean): readonly T[] {
  if (isOn) return [...all, value];
  return all.filter((each) => each !== value);
}

/** The button that opens search and filters on a small screen. Closing them shows all tasks again. */
export function FindToggle({ hasTasks }: { hasTasks: boolean }) {
  const { search } = useWords();
  const viewState = useViewState();
  const { query, searchField, isSearchOpen } = viewState;
  const isOpen = useFinding();

  function close(): void {
    isSearchOpen.value = false;
    searchField.searchNow();
    query.value = { ...everything, order: query.value.order };
  }

  return (
    <IconButton
      icon="search"
      class="icon-button find-toggle"
      title={search.open}
      aria-expanded={isOpen}
      disabled={!hasTasks}
      onClick={() => (isOpen ? close() : focusSearch(viewState))}
    />
  );
}

/** True if search and filters are open: they stay open while they hide any task, unless today is shown alone. */
export function useFinding(): boolean {
  const { query, isSearchOpen } = useViewState();
  const narrow = useComputed(() => isNarrow(query.value) && !isTodayAlone(query.value)).value;
  return isSearchOpen.value || narrow;
}

/** Shown if no task matches: the search text and the filters, and a button that shows all tasks. */
export function NoMatch() {
  const { search, fields } = useWords();
  const viewState = useViewState();
  const { query } = viewState;
  const { text, states, importances, due, order } = query.value;
  const filters = [
    ...states.map((state) => fields.states[state]),
    ...importances.map((importance) => fields.importances[importance]),
  ];
  if (text.trim() !== '') filters.unshift(search.quoted(text.trim()));
  if (due !== 'any') filters.push(search.spans[due]);
  return (
    <Panel
      {...search.none}
      text={search.none.text(filters.join(', '))}
      action={search.showAll}
      onAction={() => {
        query.value = { ...everything, order };
        focusSearch(viewState);
      }}
    />
  );
}
