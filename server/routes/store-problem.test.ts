import assert from 'node:assert/strict';
import { test } from 'node:test';

import { StoreError } from '../store/store.ts';
import { storeProblem } from './store-problem.ts';

test('a failing store is 503 with Retry-After where waiting helps, and 500 without where it does not', () => {
  const rows = [
    ['unavailable', 503, 'store_unavailable', 2],
    ['overloaded', 503, 'overloaded', 1],
    ['lost', 503, 'store_unavailable', 2],
    ['damaged', 500, 'internal', undefined],
    ['not_writable', 503, 'store_unavailable', 30],
    ['newer_database', 503, 'store_unavailable', 30],
    ['misconfigured', 503, 'store_unavailable', 30],
    ['failed', 500, 'internal', undefined],
  ] as const;
  for (const [stored, ...expected] of rows) {
    const problem = storeProblem(new StoreError(stored, 'what the store says'));
    assert.deepEqual([problem?.status, problem?.code, problem?.retryAfterSeconds], expected, stored);
  }
});

test('any other error is no problem of the store', () => {
  assert.equal(storeProblem(new Error('unavailable')), undefined);
});
