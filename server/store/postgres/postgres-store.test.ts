import type { TestContext } from 'node:test';
import { suite } from 'node:test';

import { needs } from '../../../test/needs.ts';
import { postgresServer } from '../../../test/postgres/database.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describeStore } from '../store-suite.ts';

const server = postgresServer();
const runs = 15;

async function makeDatabase(t: TestContext) {
  const { url, query } = await server.newDatabase(t);
  return { open: () => openPostgresStore(url, { poolSize: 4 }), byHand: query };
}

void suite('on PostgreSQL', needs('postgres'), () => {
  describeStore('postgres', makeDatabase, runs);
});
