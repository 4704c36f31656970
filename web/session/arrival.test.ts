import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readArrival } from './arrival.ts';

test('what the callback tells is read once and taken out of the address', () => {
  assert.deepEqual(readArrival('https://dueline.example/?signin=cancelled&view=board#x'), {
    arrival: 'cancelled',
    cleaned: 'https://dueline.example/?view=board#x',
  });
  assert.equal(readArrival('https://dueline.example/?signin=<script>').arrival, null);
});
