import type { TestContext } from 'node:test';

import { postgresServer } from '../../../test/postgres/database.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describeStore } from '../store-suite.ts';

const server = postgresServer();
const runs = 15;

async function makeDatabase(t: TestContext) {
  const { url, query } = await server.newDatabase(t);
  return { open: () => openPostgresStore(url, { poolSize: 4 }), byHand: query };
}

describeStore('postgres', makeDatabase, runs);
