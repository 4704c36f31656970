import { existsSync } from 'node:fs';

import { makeDraft, placeFor, takePlace } from '../server/store/database-file.ts';
import type { Account } from '../server/store/move.ts';
import { moveStore } from '../server/store/move.ts';
import { openPostgresRows, openPostgresSource } from '../server/store/postgres-rows.ts';
import { checkDatabase } from '../server/store/sqlite-copy.ts';
import { openSqliteRows, openSqliteSource } from '../server/store/sqlite-rows.ts';
import type { Rows } from '../server/store/tables.ts';
import { readFromAndTo, runCommand } from './command.ts';

const usage = `Moves everything from one store to another, in either direction:
  npm run move -- --from sqlite:data/dueline.db --to postgres://user:password@host/name
Stop the service first. After an interruption a second run continues. The source does not change.`;

/** The path of an embedded database; undefined for one in PostgreSQL. */
const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

async function move(): Promise<void> {
  const { from, to } = readFromAndTo(usage);
  const [source, target] = [fileOf(from), fileOf(to)];
  const accounts =
    target === undefined
      ? await moveTo(from, () => openPostgresRows(to))
      : await moveToFile(from, placeFor(target, source));
  console.log('\nBoth stores hold the same rows:');
  for (const { table, rows, checksum } of accounts)
    console.log(`  ${table.padEnd(12)} ${rows} rows, checksum ${checksum}`);
}

/** Moves into a draft beside `place`, which replaces `place` when it is complete: no process can open an incomplete one. */
async function moveToFile(from: string, place: string): Promise<Account[]> {
  if (existsSync(place) && checkDatabase(place).people > 0) {
    throw new Error(
      `${place} holds tasks or people: name an empty database, or a file that does not exist yet`,
    );
  }
  let draft = '';
  try {
    const accounts = await moveTo(from, async () =>
      openSqliteRows((draft = makeDraft(place, { goOn: true }))),
    );
    takePlace(draft, place, { giveToOwner: true });
    return accounts;
  } catch (error) {
    if (draft !== '') console.error(`${draft} holds the rows moved so far: the same move continues with it`);
    throw error;
  }
}

async function moveTo(url: string, openTarget: () => Promise<Rows>): Promise<Account[]> {
  const path = fileOf(url);
  const from = path === undefined ? await openPostgresSource(url) : openSqliteSource(path);
  try {
    if (from.alsoUsedBy !== null) {
      console.error(`WARNING: ${from.alsoUsedBy}. Later writes will not be moved: stop the service first`);
    }
    const to = await openTarget();
    try {
      return await moveStore(from, to, printProgress);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

function printProgress(table: string, rows: number): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${table}: ${rows} rows `);
  else if (rows % 100_000 === 0 && rows > 0) console.log(`${table}: ${rows} rows`);
}

await runCommand(move);
