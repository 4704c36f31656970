import type { Signal } from '@preact/signals-core';
import { importances, states } from '../../contract/fields.ts';
import type { Fields } from '../sync/fields.ts';

export const spans = ['any', 'overdue', 'today', 'week', 'later'] as const;
export const orders = ['date', 'importance', 'state', 'name'] as const;

/** Search, filters and order of the tasks; an empty list of states or importances means all of them. */
export type Query = {
  readonly text: string;
  readonly states: readonly Fields['state'][];
  readonly importances: readonly Fields['importance'][];
  readonly due: (typeof spans)[number];
  readonly order: (typeof orders)[number];
};

export const everything: Query = {
  text: '',
  states: [],
  importances: [],
  due: 'any',
  order: 'date',
};

/** The tasks that are due today, and no others. */
export const todayAlone: Query = { ...everything, due: 'today' };

/** True if the query is `todayAlone`, in any order. */
export const isTodayAlone = (query: Query): boolean =>
  query.due === 'today' &&
  query.text.trim() === '' &&
  query.states.length === 0 &&
  query.importances.length === 0;

/** True when the query may leave out tasks. */
export const isNarrow = (query: Query): boolean => query.text.trim() !== '' || isFiltered(query);

/** True when a filter, other than the words, may leave out tasks. */
export const isFiltered = (query: Query): boolean =>
  query.states.length > 0 || query.importances.length > 0 || query.due !== 'any';

/** The query after the `#` of an address, which browsers do not send to a server; unknown values are ignored. */
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
export function addressWith(query: Query, href: string): string {
  const { text, due, order } = query;
  const url = new URL(href);
  const asked = [
    ['q', text],
    ...query.states.map((each) => ['state', each]),
    ...query.importances.map((each) => ['importance', each]),
    ['due', due === everything.due ? '' : due],
    ['order', order === everything.order ? '' : order],
  ];
  url.hash = new URLSearchParams(asked.filter(([, value]) => value !== '')).toString();
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Syncs query and address, so that a reload or a link shows the same. Returns a function that ends this and clears the address. */
export function keepInAddress(query: Signal<Query>): () => void {
  const write = (next: Query) => {
    const address = addressWith(next, location.href);
    if (new URL(address, location.href).href !== location.href)
      history.replaceState(history.state, '', address);
  };
  const read = () => void (query.value = queryOf(location.href));
  read();
  const unfollow = query.subscribe(write);
  addEventListener('popstate', read);
  return () => {
    unfollow();
    removeEventListener('popstate', read);
    write(everything);
  };
}
