import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { StoreError } from './store.ts';

/** A file of the data folder, which may be on another disk, with the path of the embedded database that a start has had. */
export const databaseNote = (dataFolder: string): string => join(dataFolder, 'database-path');

/** Refuses to replace a database that an earlier start has had: its disk may not be mounted. */
export function refuseGone(path: string, dataFolder: string): void {
  const note = databaseNote(dataFolder);
  if (existsSync(path) || !existsSync(note) || readFileSync(note, 'utf8') !== path) return;
  const advice = `mount its disk or restore it; to begin with an empty one remove ${note}`;
  throw new StoreError('misconfigured', `The database ${path} is not there any more: ${advice}`);
}
