import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { moveStore } from '../server/store/move.ts';
import { openPostgresRows } from '../server/store/postgres-rows.ts';
import { openSqliteRows } from '../server/store/sqlite-rows.ts';
import type { Rows } from '../server/store/tables.ts';

const usage = `Moves everything from one store to another, in either direction:
  npm run move -- --from sqlite:data/dueline.db --to postgres://user:password@host/name
Stop the service first. Started again after an interruption it goes on where it stopped. The source stays as it is.`;

/** `sqlite:` opens a file (a source must exist), `postgres:` a database. */
async function openRows(url: string, must: 'exist' | 'may be new'): Promise<Rows> {
  if (!url.startsWith('sqlite:')) return openPostgresRows(url);
  const path = url.slice('sqlite:'.length);
  if (must === 'exist' && !existsSync(path)) throw new Error(`There is no database ${path}`);
  return openSqliteRows(path);
}

async function move(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (values.from === undefined || values.to === undefined) throw new Error(usage);
  const from = await openRows(values.from, 'exist');
  const to = await openRows(values.to, 'may be new');
  const accounts = await moveStore(from, to, (table, rows) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${table}: ${rows} rows `);
    else if (rows % 100_000 === 0 && rows > 0) console.log(`${table}: ${rows} rows`);
  });
  console.log('\nBoth hold the same:');
  for (const { table, rows, checksum } of accounts)
    console.log(`  ${table.padEnd(12)} ${rows} rows, checksum ${checksum}`);
  await from.close();
  await to.close();
}

try {
  await move();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
