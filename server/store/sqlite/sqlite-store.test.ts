import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openSqliteStore } from './sqlite-store.ts';
import { describeStore } from '../store-suite.ts';

describeStore('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dueline-store-'));
  const path = join(folder, 'data', 'tasks.db');
  return {
    open: async () => openSqliteStore(path),
    byHand: async (sql) => {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    },
    remove: () => rm(folder, { recursive: true }),
  };
});
