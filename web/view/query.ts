import { signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';

import { addDays, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { comparable } from '../words/language.ts';
import type { SetTimer } from '../device/later.ts';
import type { Fields } from '../sync/fields.ts';

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
export const isFiltered = ({ states, importances, due }: Query): boolean =>
  states.length > 0 || importances.length > 0 || due !== 'any';

type Day = { readonly todayIso: string; readonly firstDayOfWeek: Weekday };

/** The rows that the query asks for, in their order. Case and accents do not matter; every word has to be there somewhere. */
export function findRows<Row extends { readonly fields: Fields }>(
  rows: readonly Row[],
  query: Query,
  day: Day,
): readonly Row[] {
  if (!isNarrow(query)) return rows;
  const words = comparable(query.text).split(/\s+/u).filter(Boolean);
  const isDue = duePattern(query.due, day);
  return rows.filter(({ fields }) => {
    const { dueDate, importance, state } = fields;
    if (query.states.length > 0 && !query.states.includes(state)) return false;
    if (query.importances.length > 0 && !query.importances.includes(importance)) return false;
    if (!isDue(dueDate, state)) return false;
    if (words.length === 0) return true;
    const text = comparableOf(fields);
    return words.every((word) => text.includes(word));
  });
}

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

/** The text of the search field, which the query has soon after. */
export type Typed = {
  readonly text: ReadonlySignal<string>;
  readonly type: (text: string) => void;
  /** The query has them from now on. */
  readonly settle: () => void;
};

/** What is typed reaches the query when nobody has typed for a moment; text that the query gets in another way is in the field at once. */
export function createTyped(query: Signal<Query>, setTimer: SetTimer): Typed {
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
    settle,
    type(next) {
      text.value = next;
      rest?.();
      rest = setTimer(settle, restMs);
    },
  };
}
