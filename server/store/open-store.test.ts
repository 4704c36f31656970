import assert from 'node:assert/strict';
import { test } from 'node:test';

import { postgresServer } from '../../test/postgres/database.ts';
import { openStore } from './open-store.ts';

const server = postgresServer();
const options = { poolSize: 1 };

test('the address chooses the engine', async () => {
  const database = await server.newDatabase();
  for (const url of ['sqlite::memory:', database.url]) {
    const store = await openStore(url, options);
    await store.check();
    await store.close();
  }
  assert.equal((await database.query('SELECT count(*)::int AS found FROM tasks'))[0]?.['found'], 0);
  await database.remove();
});

test('any other address is refused without repeating it', async () => {
  await assert.rejects(openStore('mysql://me:hidden@db/dueline', options), (error: Error) => {
    return /store\.url/.test(error.message) && !error.message.includes('hidden');
  });
});
