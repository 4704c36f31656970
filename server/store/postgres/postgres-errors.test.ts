import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DatabaseError } from 'pg';

import { isLost, postgresStoreError } from './postgres-errors.ts';
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

test('the cause of a connection that is not made is named, whichever words the driver has for a time-out', () => {
  for (const [code, sentence] of [
    ['ECONNREFUSED', /: nothing listens there: .* \(the network says ECONNREFUSED\)$/],
    ['ENOTFOUND', /: no name server has this name: correct the address/],
    ['EAI_AGAIN', /: the name servers give no address now: check the network/],
    ['ENETUNREACH', /: this machine has no route to it/],
  ] as const) {
    const cause = Object.assign(new Error(`the network says ${code}`), { code });
    assert.match(postgresStoreError(cause).message, sentence);
    assert.match(postgresStoreError(new AggregateError([cause], '')).message, sentence);
  }
  const words = [
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
  ];
  for (const word of words)
    assert.match(postgresStoreError(new Error(word)).message, /: no answer came in time: check/);
});

test('an error about a node of Citus leaves the connection as it is, and means that the store is unavailable', () => {
  const where = 'while executing command on node2:5432';
  const reported: ReadonlyArray<Partial<DatabaseError> & { message: string }> = [
    {
      severity: 'ERROR',
      code: '08006',
      message: 'connection to the remote node node2:5432 failed',
    },
    { severity: 'ERROR', code: '57P01', message: 'terminating connection', where },
    { severity: 'ERROR', code: '25006', message: 'cannot execute UPDATE', where },
    {
      severity: 'ERROR',
      code: 'XX000',
      message: 'failure on connection marked as essential: node2:5432',
    },
    { severity: 'ERROR', code: 'XX000', message: 'could not find valid entry for shard 102041' },
  ];
  for (const { message, ...fields } of reported) {
    const cause = Object.assign(new DatabaseError(message, 0, 'error'), fields);
    assert.equal(isLost(cause), false, message);
    assert.equal(postgresStoreError(cause).code, 'unavailable', message);
  }
  for (const code of ['08006', '08P01', '57P01', '57P05']) {
    const ended = Object.assign(new DatabaseError('the server ends', 0, 'error'), {
      severity: 'FATAL',
      code,
    });
    assert.equal(isLost(ended), true, code);
  }
  const ofItsOwn = Object.assign(new DatabaseError('cannot execute UPDATE', 0, 'error'), {
    severity: 'ERROR',
    code: '25006',
  });
  assert.equal(isLost(ofItsOwn), true);
});
