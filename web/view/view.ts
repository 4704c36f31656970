import { signal, computed } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';

import { importances, states } from '../../contract/fields.ts';
import { addDays, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { comparable } from '../words/language.ts';
import { onChange } from '../device/later.ts';
import type { SetTimer } from '../device/later.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import type { openKeptFilters } from './kept-filters.ts';
import { tagsOf } from './pieces.ts';
import { termsIn } from './search.ts';
import type { Named } from './search.ts';

/** The ways to look at the same tasks. The first is the one that the bare address shows. */
export type View = 'list' | 'board' | 'month' | 'plan';
export const viewNames: readonly View[] = ['list', 'board', 'month', 'plan'];

/** The view that an address asks for; an unknown one is the list. */
export function viewOf(href: string): View {
  const asked = new URL(href).searchParams.get('view');
  return viewNames.find((each) => each === asked) ?? 'list';
}

/** The same address with another view; everything else in it stays. */
export function addressOf(view: View, href: string): string {
  const url = new URL(href);
  if (view === 'list') url.searchParams.delete('view');
  else url.searchParams.set('view', view);
  return `${url.pathname}${url.search}${url.hash}`;
}

type Browser = {
  readonly location: { readonly href: string };
  readonly history: { pushState: (data: null, unused: '', address: string) => void };
  addEventListener: (type: 'popstate', listener: () => void) => void;
};

/** The view that is open: each change is one step of the history, and going back through it changes the view. */
export function openView(browser: Browser): Signal<View> {
  const { location, history } = browser;
  const view = signal(viewOf(location.href));
  view.subscribe((next) => {
    if (viewOf(location.href) !== next) history.pushState(null, '', addressOf(next, location.href));
  });
  browser.addEventListener('popstate', () => (view.value = viewOf(location.href)));
  return view;
}

export const spans = ['any', 'overdue', 'today', 'week', 'later'] as const;
export const orders = ['date', 'importance', 'state', 'name'] as const;

/** Which tasks are shown and in what order; an empty list of states or importances means all of them. */
export type Query = {
  readonly text: string;
  readonly states: readonly Fields['state'][];
  readonly importances: readonly Fields['importance'][];
  readonly due: (typeof spans)[number];
  readonly order: (typeof orders)[number];
};

export const everything: Query = { text: '', states: [], importances: [], due: 'any', order: 'date' };

/** Whether anything is left out. */
export const isNarrow = (query: Query): boolean => query.text.trim() !== '' || isFiltered(query);

/** Whether anything is left out by other means than words. */
export const isFiltered = (query: Query): boolean =>
  query.states.length > 0 || query.importances.length > 0 || query.due !== 'any';

/** The query that an address names after its `#`, which no service sees; what is not known is left out. */
export function queryOf(href: string): Query {
  const asked = new URLSearchParams(new URL(href).hash.slice(1));
  const amongAll = <T extends string>(name: string, all: readonly T[]): readonly T[] =>
    all.filter((each) => asked.getAll(name).includes(each));
  const [due = everything.due] = amongAll('due', spans);
  const [order = everything.order] = amongAll('order', orders);
  return {
    text: asked.get('q') ?? '',
    states: amongAll('state', states),
    importances: amongAll('importance', importances),
    due,
    order,
  };
}

/** The same address with another query, or none. */
export function addressWith(
  { text, states: only, importances: just, due, order }: Query,
  href: string,
): string {
  const url = new URL(href);
  const asked = [
    ['q', text],
    ...only.map((each) => ['state', each]),
    ...just.map((each) => ['importance', each]),
    ['due', due === everything.due ? '' : due],
    ['order', order === everything.order ? '' : order],
  ];
  url.hash = new URLSearchParams(asked.filter(([, value]) => value !== '')).toString();
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The query and the address follow each other, so that a reload or a link shows the same; returns what ends it and takes the query out of the address. */
export function keepInAddress(query: Signal<Query>): () => void {
  const write = (next: Query) => {
    const address = addressWith(next, location.href);
    if (new URL(address, location.href).href !== location.href)
      history.replaceState(history.state, '', address);
  };
  const read = () => void (query.value = queryOf(location.href));
  read();
  const unfollow = onChange(query, () => write(query.value));
  addEventListener('popstate', read);
  return () => {
    unfollow();
    removeEventListener('popstate', read);
    write(everything);
  };
}

type Day = { readonly todayIso: string; readonly firstDayOfWeek: Weekday; readonly named?: Named };

/**
 * The rows that the query asks for, in their order. Case and accents do not matter; every word has to be there somewhere, and
 * a tag that any row has has to be one of the row's. What `named` has is also found by what it means.
 */
export function findRows<Found extends { readonly fields: Fields }>(
  rows: readonly Found[],
  query: Query,
  day: Day,
): readonly Found[] {
  if (!isNarrow(query)) return rows;
  const { named = unnamed } = day;
  const words = termsIn(query.text, named);
  const isKnown = (word: string) =>
    word.startsWith('#') && rows.some(({ fields }) => tagsOf(fields.description).includes(word.slice(1)));
  const tags = words.filter(isKnown).map((word) => word.slice(1));
  const isDue = duePattern(query.due, day);
  return rows.filter(({ fields }) => {
    const { dueDate, importance, state } = fields;
    if (query.states.length > 0 && !query.states.includes(state)) return false;
    if (query.importances.length > 0 && !query.importances.includes(importance)) return false;
    if (!isDue(dueDate, state)) return false;
    if (words.length === 0) return true;
    const text = comparableOf(fields);
    if (!words.every((word) => text.includes(word) || named.get(word)?.(fields))) return false;
    const own = tags.length > 0 ? tagsOf(fields.description) : [];
    return tags.every((tag) => own.includes(tag));
  });
}

const unnamed: Named = new Map();

/** Folded once, however many letters are typed into the search. */
function comparableOf(fields: Fields): string {
  const text = comparables.get(fields) ?? comparable(fields.description);
  comparables.set(fields, text);
  return text;
}

const comparables = new WeakMap<Fields, string>();

function duePattern(
  due: Query['due'],
  { todayIso, firstDayOfWeek }: Day,
): (dueDate: string, state: Fields['state']) => boolean {
  const thisWeekIso = startOfWeek(todayIso, firstDayOfWeek);
  const nextWeekIso = addDays(thisWeekIso, 7);
  switch (due) {
    case 'any':
      return () => true;
    case 'overdue':
      return (dueDate, state) => dueDate < todayIso && state !== 'DONE';
    case 'today':
      return (dueDate) => dueDate === todayIso;
    case 'week':
      return (dueDate) => dueDate >= thisWeekIso && dueDate < nextWeekIso;
    case 'later':
      return (dueDate) => dueDate >= nextWeekIso;
  }
}

/** Long lists take longer to draw than a letter: they follow when nobody has typed for so long. */
const restMs = 80;

/** What is typed reaches the query when nobody has typed for a moment; text that the query gets in another way is in the field at once. */
export function createTyped(query: Signal<Query>, setTimer: SetTimer) {
  const text = signal(query.value.text);
  let rest: (() => void) | null = null;

  function settle(): void {
    rest?.();
    rest = null;
    if (text.value !== query.value.text) query.value = { ...query.value, text: text.value };
  }

  query.subscribe((asked) => {
    if (rest === null) text.value = asked.text;
  });
  return {
    text,
    /** The query has the text from now on. */
    settle,
    type(next: string): void {
      text.value = next;
      rest?.();
      rest = setTimer(settle, restMs);
    },
  };
}

/** Which rows are selected; null while nobody is selecting. */
export type Selection = {
  readonly keys: ReadonlySet<string>;
  /** Where a range begins: the row that was selected last. */
  readonly anchor: string | null;
} | null;

export function createSelection() {
  const current = signal<Selection>(null);
  const now = () => current.value ?? { keys: new Set<string>(), anchor: null };
  return {
    current,
    /** Whether anybody is selecting. */
    isOn: computed(() => current.value !== null),
    begin: () => void (current.value = now()),
    end: () => void (current.value = null),
    toggle: (key: string): void => {
      const keys = new Set(now().keys);
      if (!keys.delete(key)) keys.add(key);
      current.value = { keys, anchor: key };
    },
    /** Selects all from the anchor to this row, in the order in which they are shown. */
    reach(key: string, order: readonly string[]): void {
      const { keys, anchor } = now();
      const [from, to] = [order.indexOf(anchor ?? key), order.indexOf(key)];
      const range = from < 0 || to < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      current.value = { keys: new Set([...keys, ...range]), anchor: key };
    },
    selectAll: (keys: readonly string[]) =>
      void (current.value = { keys: new Set(keys), anchor: now().anchor }),
  };
}

/** Selected rows in their order; those that are gone or not shown are not among them. */
export const selectedRows = (rows: readonly Row[], selection: Selection): readonly Row[] =>
  selection === null ? [] : rows.filter(({ key }) => selection.keys.has(key));

/** The rows that a command is for: those selected, else the one that has the focus. */
export function rowsFor(rows: readonly Row[], selection: Selection, focused: string | null): readonly Row[] {
  const selected = selectedRows(rows, selection);
  return selected.length > 0 ? selected : rows.filter(({ key }) => key === focused);
}

/** The rows that are moved with one of them: all selected ones where it is among them. */
export const rowsWith = (rows: readonly Row[], selection: Selection, rowKey: string): readonly Row[] =>
  rowsFor(rows, selection?.keys.has(rowKey) === true ? selection : null, rowKey);

/** What is used beside one person's tasks: the search, the selection, what the view shows, whose menu or date is open. */
export function createTools(setTimer: SetTimer, keptFilters: ReturnType<typeof openKeptFilters>) {
  const query = signal(everything);
  return {
    query,
    keptFilters,
    typed: createTyped(query, setTimer),
    /** Whether search and filter are open where they wait behind a control. */
    finding: signal(false),
    selection: createSelection(),
    /** The keys of the rows for which a date is being chosen. */
    dating: signal<readonly string[] | null>(null),
    /** The keys of all rows of the view in their order, drawn or not. */
    order: signal<readonly string[]>([]),
    /** The key of the row that has the focus or is to get it; it is drawn wherever it is. */
    focused: signal<string | null>(null),
    /** The key of the row whose menu was opened last. */
    menu: signal<string | null>(null),
    /** Does a command in the way of the open view; returns whether it did. */
    takes: signal<((command: string, key: string) => boolean) | null>(null),
    /** The day that was chosen in the month, for which a new task is written; null means none, or another view. */
    day: signal<string | null>(null),
  };
}

export type Tools = ReturnType<typeof createTools>;
