import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { signal } from '@preact/signals-core';
import { createTyped, typingPauseMs } from './typed.ts';
import { everything } from './query.ts';

/** A search field with its query, the texts that the query got, and a pause in typing. */
function bench({ mock: { timers } }: TestContext) {
  const query = signal(everything);
  const asked: string[] = [];
  query.subscribe(({ text }) => text === '' || asked.push(text));
  timers.enable({ apis: ['setTimeout'] });
  return { query, asked, typed: createTyped(query), rest: () => timers.tick(typingPauseMs) };
}

test('letters are in the search field at once, and in the query after a pause', (t) => {
  const { asked, typed, rest } = bench(t);
  for (const text of ['m', 'mi', 'mil']) {
    typed.type(text);
    assert.equal(typed.text.value, text);
  }
  assert.deepEqual(asked, []);
  rest();
  assert.deepEqual(asked, ['mil']);
  rest();
  assert.deepEqual(asked, ['mil']);
});

test('going on to the rows does not wait for the pause', (t) => {
  const { asked, typed, rest } = bench(t);
  typed.type('milk');
  typed.searchNow();
  assert.deepEqual(asked, ['milk']);
  rest();
  assert.deepEqual(asked, ['milk']);
});

test('what clears the query clears the search; another filter leaves what is being typed', (t) => {
  const { query, typed, rest } = bench(t);
  typed.type('milk');
  query.value = { ...query.value, states: ['DONE'] };
  assert.equal(typed.text.value, 'milk');
  rest();
  assert.deepEqual(query.value, { ...everything, text: 'milk', states: ['DONE'] });
  query.value = everything;
  assert.equal(typed.text.value, '');
});
