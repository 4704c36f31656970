import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Tidy } from '../folder.ts';
import { emptyFolder } from '../folder.ts';

/** A database that several processes share, and a look into it past them. */
export type SharedDatabase = Readonly<{
  url: string;
  query: (text: string) => Promise<Record<string, unknown>[]>;
}>;

/** A file that several processes of one machine have open. */
export function sharedFile(t: Tidy): SharedDatabase {
  const path = join(emptyFolder(t), 'dueline.db');
  return {
    url: `sqlite:${path}`,
    async query(text) {
      const database = new DatabaseSync(path, { timeout: 5_000 });
      try {
        return database.prepare(text).all();
      } finally {
        database.close();
      }
    },
  };
}
