import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Tidy } from '../folder.ts';
import { emptyFolder } from '../folder.ts';

export type SharedDatabase = ReturnType<typeof sharedFile>;

/** A file that several processes of one machine have open. */
export function sharedFile(t: Tidy) {
  const path = join(emptyFolder(t), 'dueline.db');
  return {
    url: `sqlite:${path}`,
    /** A look into it past them. */
    query: async (text: string): Promise<Record<string, unknown>[]> => {
      using database = new DatabaseSync(path, { timeout: 5_000 });
      return database.prepare(text).all();
    },
  };
}
