import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the data folder, which may be on another disk, with the path of the embedded database that a start has had. */
export const databaseNote = (dataFolder: string): string => join(dataFolder, 'database-path');

/** What to do about a database that an earlier start has had: its disk may not be mounted, so none replaces it. */
export function goneDatabase(path: string, dataFolder: string): string | undefined {
  const note = databaseNote(dataFolder);
  if (existsSync(path) || !existsSync(note) || readFileSync(note, 'utf8') !== path) return undefined;
  const advice = `mount its disk or restore it; to begin with an empty one remove ${note}`;
  return `The database ${path} is not there any more: ${advice}`;
}
