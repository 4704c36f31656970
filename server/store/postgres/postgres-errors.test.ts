import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DatabaseError } from 'pg';

import { postgresStoreError } from './postgres-errors.ts';
import type { StoreErrorCode } from '../store.ts';

const cases: ReadonlyArray<readonly [string, StoreErrorCode, RegExp]> = [
  ['08006', 'unavailable', /lost the connection/],
  ['25006', 'unavailable', /standby or read-only/],
  ['28P01', 'misconfigured', /refuses the user or the password/],
  ['3D000', 'misconfigured', /does not exist/],
  ['40P01', 'unavailable', /had to give up a statement/],
  ['42501', 'not_writable', /denies this user/],
  ['53100', 'unavailable', /out of disk/],
  ['55000', 'unavailable', /does not accept connections/],
  ['57P01', 'unavailable', /stopping/],
  ['58030', 'unavailable', /error of its system or disk/],
  ['XX001', 'damaged', /is damaged: restore it from a backup/],
  ['XX002', 'damaged', /damaged index: rebuild it with REINDEX/],
  ['23505', 'failed', /failed/],
];

test('an error of PostgreSQL becomes a code, a sentence with its own message, and the cause', () => {
  for (const [sqlState, code, sentence] of cases) {
    const cause = new DatabaseError('its own words', 0, 'error');
    cause.code = sqlState;
    const error = postgresStoreError(cause);
    assert.equal(error.code, code, sqlState);
    assert.match(error.message, sentence);
    assert.match(error.message, /its own words/);
    assert.equal(error.cause, cause);
  }
});

test('an error from elsewhere means that the database cannot be reached, and names the first address that failed', () => {
  const refused = new AggregateError(
    [new Error('connect ECONNREFUSED 127.0.0.1:1'), new Error('second')],
    '',
  );
  const error = postgresStoreError(refused);
  assert.equal(error.code, 'unavailable');
  assert.match(error.message, /cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1$/);
});
