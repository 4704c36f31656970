import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSqliteStore } from './sqlite-store.ts';
import { describeStore } from '../store-suite.ts';

describeStore('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dueline-store-'));
  return {
    open: async () => openSqliteStore(join(folder, 'data', 'tasks.db')),
    remove: () => rm(folder, { recursive: true }),
  };
});
