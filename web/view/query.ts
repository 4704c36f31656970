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
  const parameters = new URLSearchParams(new URL(href).hash.slice(1));
  const amongAll = <T extends string>(name: string, all: readonly T[]): readonly T[] =>
    all.filter((each) => parameters.getAll(name).includes(each));
  const [due = everything.due] = amongAll('due', spans);
  const [order = everything.order] = amongAll('order', orders);
  return {
    text: parameters.get('q') ?? '',
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
  const parameters = new URLSearchParams();
  if (text !== '') parameters.append('q', text);
  for (const state of query.states) parameters.append('state', state);
  for (const importance of query.importances) parameters.append('importance', importance);
  if (due !== everything.due) parameters.append('due', due);
  if (order !== everything.order) parameters.append('order', order);
  url.hash = parameters.toString();
  return `${url.pathname}${url.search}${url.hash}`;
}
