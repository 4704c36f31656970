import { existsSync } from 'node:fs';

import { makeDraft, placeFor, takePlace } from './store/database-file.ts';
import type { Account } from './store/move.ts';
import { openPostgresRows } from './store/postgres-rows.ts';
import { checkDatabase } from './store/sqlite-copy.ts';
import { openSqliteRows } from './store/sqlite-rows.ts';
import type { Run, Surroundings } from './command.ts';
import { UsageError } from './command.ts';
import { copyRows } from './copy-rows.ts';
import { fileOf, urlOf } from './store.ts';

/** Moves everything from one store to another. */
export const move: Run = async (given, at) => {
  const [source, target] = [given.text('from'), given.text('to')];
  if (source === undefined || target === undefined)
    throw new UsageError('move needs --from STORE and --to STORE');
  const [from, to] = [urlOf(source), urlOf(target)];
  const [sourceFile, targetFile] = [fileOf(from), fileOf(to)];
  const accounts =
    targetFile === undefined
      ? await copyRows(from, () => openPostgresRows(to), at)
      : await moveToFile(from, placeFor(targetFile, sourceFile), at);
  at.print('Both stores hold the same rows:');
  for (const { table, rows, checksum } of accounts)
    at.print(`  ${table.padEnd(12)} ${rows} rows, checksum ${checksum}`);
  return 0;
};

/** Moves into a draft beside `place`, which replaces `place` when it is complete: no process can open an incomplete one. */
async function moveToFile(from: string, place: string, at: Surroundings): Promise<Account[]> {
  if (existsSync(place) && checkDatabase(place).people > 0) {
    throw new Error(
      `${place} holds tasks or people: name an empty database, or a file that does not exist yet`,
    );
  }
  let draft = '';
  try {
    const openTarget = async () => openSqliteRows((draft = makeDraft(place, { goOn: true })));
    const accounts = await copyRows(from, openTarget, at);
    takePlace(draft, place, { giveToOwner: true });
    return accounts;
  } catch (error) {
    if (draft !== '') at.tell(`${draft} holds the rows moved so far: the same move continues with it`);
    throw error;
  }
}
