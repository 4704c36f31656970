import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isDiskFault, sqliteStoreError } from './sqlite-errors.ts';
import type { StoreError } from '../store.ts';

const sqlite = (errcode: number) => Object.assign(new Error('what SQLite said'), { errcode });
const system = (code: string) => Object.assign(new Error('what the system said'), { code });

const cases: ReadonlyArray<readonly [Error, StoreError['code'], RegExp]> = [
  [sqlite(5), 'unavailable', /locked/],
  [sqlite(8 | (6 << 8)), 'not_writable', /read-only/],
  [sqlite(10 | (3 << 8)), 'unavailable', /disk reports an error/],
  [sqlite(11), 'damaged', /damaged/],
  [sqlite(13), 'unavailable', /disk is full/],
  [sqlite(14), 'not_writable', /the file and its folder/],
  [sqlite(26), 'damaged', /not an SQLite database/],
  [sqlite(19), 'failed', /failed/],
  [system('ENOSPC'), 'unavailable', /disk is full/],
  [
    system('EACCES'),
    'misconfigured',
    /cannot be made: what the system said\. Choose another place/,
  ],
  [system('EIO'), 'unavailable', /disk reports an error/],
  [system('ERR_INVALID_STATE'), 'unavailable', /closed/],
  [system('ESOMETHING'), 'failed', /failed/],
];

test('an error of SQLite or the disk becomes a code, a sentence with the path, and the cause', () => {
  for (const [cause, code, sentence] of cases) {
    const error = sqliteStoreError('/data/tasks.db', cause);
    assert.equal(error.code, code);
    assert.match(error.message, sentence);
    assert.match(error.message, /\/data\/tasks\.db/);
    assert.equal(error.cause, cause);
  }
});

test('a disk that refuses writes is distinguished from an unreadable page, a full disk and a lock', () => {
  for (const code of [8, 8 | (4 << 8), 10, 10 | (3 << 8), 10 | (4 << 8)])
    assert.ok(isDiskFault(sqlite(code)));
  for (const code of [10 | (1 << 8), 10 | (2 << 8), 5, 11, 13])
    assert.ok(!isDiskFault(sqlite(code)));
  assert.ok(!isDiskFault(new Error('no word of SQLite')));
});
