import { postgresServer } from '../../../test/postgres/database.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describeStore } from '../store-suite.ts';

const server = postgresServer();

describeStore(
  'postgres',
  async () => {
    const database = await server.newDatabase();
    return {
      open: () => openPostgresStore(database.url, { poolSize: 4 }),
      byHand: database.query,
      remove: database.remove,
    };
  },
  15,
);
