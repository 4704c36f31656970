import { computed } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import { optionsOf } from '../quick-add/options.ts';
import type { Row } from '../sync/rows.ts';
import type { Reader } from '../tasks/reader.ts';
import { findRows } from '../view/find-rows.ts';
import { createOrder } from '../view/order.ts';
import type { Query } from '../view/query.ts';
import { namedDates, namedIn, namedMonths, termsIn } from '../view/search-terms.ts';
import type { Reading } from '../words/reading.ts';

type Sources = {
  rows: ReadonlySignal<readonly Row[]>;
  query: ReadonlySignal<Query>;
  reading: ReadonlySignal<Reading>;
  reader: ReadonlySignal<Reader>;
  today: ReadonlySignal<string>;
};

/** All rows in their order, those of them that match the query, and the words of the search, which the rows mark. */
export function createSearch({ rows, query, reading, reader, today }: Sources) {
  const week = computed(() => ({
    todayIso: today.value,
    firstDayOfWeek: reading.value.days.firstDayOfWeek,
  }));
  const pageWords = computed(() => namedIn(reading.value.words, week.value));
  const named = computed(() => {
    const { text } = query.value;
    if (text.trim() === '') return pageWords.value;
    const options = optionsOf(reading.value, today.value);
    const months = namedMonths(text, options.locale);
    const dates = namedDates(reader.value.datesIn(text, options));
    return new Map([...pageWords.value, ...months, ...dates]);
  });
  const inOrder = createOrder();
  const ordered = computed(() => inOrder(rows.value));
  return {
    searchTerms: computed(() => termsIn(query.value.text, named.value)),
    ordered,
    matches: computed(() =>
      findRows(ordered.value, query.value, { ...week.value, named: named.value }),
    ),
  };
}
