import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { signal } from '@preact/signals-core';
import { createSearchField, typingPauseMs } from './search-field.ts';
import { everything } from './query.ts';

/** A search field with its query, the texts that the query got, and a pause in typing. */
function bench({ mock: { timers } }: TestContext) {
  const query = signal(everything);
  const queries: string[] = [];
  query.subscribe(({ text }) => text === '' || queries.push(text));
  timers.enable({ apis: ['setTimeout'] });
  return {
    query,
    queries,
    searchField: createSearchField(query),
    rest: () => timers.tick(typingPauseMs),
  };
}

test('letters are in the search field at once, and in the query after a pause', (t) => {
  const { queries, searchField, rest } = bench(t);
  for (const text of ['m', 'mi', 'mil']) {
    searchField.type(text);
    assert.equal(searchField.text.value, text);
  }
  assert.deepEqual(queries, []);
  rest();
  assert.deepEqual(queries, ['mil']);
  rest();
  assert.deepEqual(queries, ['mil']);
});

test('going on to the rows does not wait for the pause', (t) => {
  const { queries, searchField, rest } = bench(t);
  searchField.type('milk');
  searchField.searchNow();
  assert.deepEqual(queries, ['milk']);
  rest();
  assert.deepEqual(queries, ['milk']);
});

test('what clears the query clears the search; another filter leaves what is being typed', (t) => {
  const { query, searchField, rest } = bench(t);
  searchField.type('milk');
  query.value = { ...query.value, states: ['DONE'] };
  assert.equal(searchField.text.value, 'milk');
  rest();
  assert.deepEqual(query.value, { ...everything, text: 'milk', states: ['DONE'] });
  query.value = everything;
  assert.equal(searchField.text.value, '');
});
