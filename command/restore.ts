import { existsSync } from 'node:fs';

import { placeFor } from './store/database-file.ts';
import { readMigrations, refuseNewer } from '../server/store/migrations.ts';
import { openPostgresRows } from './store/postgres-rows.ts';
import { checkDatabase, copyDatabase } from './store/sqlite-copy.ts';
import type { Run, Surroundings } from './command.ts';
import { copyRows } from './copy-rows.ts';
import { fileOf, storeOf } from './store.ts';

/** Makes a backup the content of a store that no process uses. */
export const restore: Run = async (given, at) => {
  const { operand: file } = given;
  const url = storeOf(given, at);
  const path = fileOf(url);
  at.progress(`Checking ${file}`);
  const { version, tasks, people } = checkDatabase(file);
  refuseNewer(version, readMigrations('sqlite').length);
  if (path !== undefined) return restoreFile(file, path, at);
  await copyRows(`sqlite:${file}`, () => openPostgresRows(url), at);
  at.print(`The database holds tasks: ${tasks}, people: ${people}`);
  return 0;
};

function restoreFile(file: string, path: string, at: Surroundings): number {
  const place = placeFor(path, file);
  const keepAs = `${place}.replaced-${new Date(at.nowMs()).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const isKept = existsSync(place);
  const { tasks, people } = copyDatabase(file, place, { giveToOwner: true, ...(isKept && { keepAs }) });
  at.progress('');
  at.print(`${path} holds tasks: ${tasks}, people: ${people}`);
  if (isKept) at.print(`The previous database is kept as ${keepAs}`);
  return 0;
}
