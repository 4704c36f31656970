import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';

import { readPostgresUrl } from './postgres-pool.ts';

test('one host is one address, as it was written', () => {
  const url = 'postgres://me:p%40ss@db.example:5433/dueline?sslmode=verify-full';
  assert.deepEqual(readPostgresUrl(url), { addresses: [url], behindPooler: false });
});

test('several hosts share user, password, database and parameters', () => {
  const { addresses } = readPostgresUrl(
    'postgresql://me:a@b@one:5432,two,[::1]:5434/dueline?sslmode=disable',
  );
  assert.deepEqual(addresses, [
    'postgresql://me:a@b@one:5432/dueline?sslmode=disable',
    'postgresql://me:a@b@two/dueline?sslmode=disable',
    'postgresql://me:a@b@[::1]:5434/dueline?sslmode=disable',
  ]);
});

test('pooler=transaction is recognised', () => {
  assert.equal(readPostgresUrl('postgres://db/dueline?pooler=transaction').behindPooler, true);
  assert.equal(readPostgresUrl('postgres://db/dueline?pooler=session').behindPooler, false);
});

test('a text that is not an address is refused without repeating its password', () => {
  for (const url of [
    'postgres://me:hidden@one:nonsense/dueline',
    'postgres://me:hidden@one,two:x/d',
    'mysql://me:hidden@db',
    'postgres://me:1#hidden@db/dueline',
  ]) {
    assert.throws(
      () => readPostgresUrl(url),
      (error: Error) => /store\.url/.test(error.message) && !inspect(error).includes('hidden'),
    );
  }
});
