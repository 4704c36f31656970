import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressWith, everything, queryOf } from './query.ts';
import type { Query } from './query.ts';

test('the part of the address after # has the query, and what is unknown there is left out', () => {
  const query: Query = {
    text: 'a & #b',
    states: ['TODO'],
    importances: ['LOW', 'HIGH'],
    due: 'week',
    order: 'name',
  };
  const address = addressWith(query, 'https://tasks.example.org/?view=board');
  assert.match(address, /^\/\?view=board#q=/);
  assert.deepEqual(queryOf(`https://tasks.example.org${address}`), query);
  assert.equal(addressWith(everything, `https://tasks.example.org${address}`), '/?view=board');
  assert.deepEqual(queryOf('https://tasks.example.org/#due=never&state=NEW&top'), everything);
});
