import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { emptyFolder } from '../../../test/folder.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { describeStore } from '../store-suite.ts';

describeStore('sqlite', async (t) => {
  const path = join(emptyFolder(t), 'data', 'tasks.db');
  return {
    open: async () => openSqliteStore(path),
    byHand: async (sql) => {
      using database = new DatabaseSync(path);
      database.exec(sql);
    },
  };
});
