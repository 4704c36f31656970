import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { folders, owner, walk } from './databases.ts';
import { postgresBinaries } from './postgres/cluster.ts';
import { testWith } from './needs.ts';
import { postgresServer } from './postgres/database.ts';
import { tasksOf } from './task-list.ts';

const test = testWith('postgres');
const server = postgresServer();

test('the documented commands for PostgreSQL restore everything except sealed tokens, which are not in the dump', async (t) => {
  const { to: dump } = folders(t);
  const [from, to] = [await server.newDatabase(), await server.newDatabase()];
  const store = await openPostgresStore(from.url, { poolSize: 1 });
  const idempotency = { key: 'key', bodyHash: 'hash' };
  await store.createTask(owner, walk, 0, { idempotency });
  await store.noteRevocation({ subject: 'ended', endedAtMs: 1, untilMs: Date.UTC(2100, 0) });
  await store.publishRenewal('token', 'sealed-token', Date.UTC(2100, 0));
  const listed = await tasksOf(store, owner);
  await store.close();

  // Without compression, so that the content of the file can be searched.
  follow('pg_dump', from.url, dump, ['--compress=0']);
  assert.ok(!readFileSync(dump).includes('sealed-token'));
  follow('pg_restore', to.url, dump);
  follow('pg_restore', to.url, dump);
  assert.deepEqual(await to.query('SELECT * FROM renewals'), []);
  const restored = await openPostgresStore(to.url, { poolSize: 1 });
  assert.deepEqual(await tasksOf(restored, owner), listed);
  assert.equal(await restored.findRevocation(['ended']), 1);
  const again = await restored.createTask(owner, walk, 0, { idempotency });
  assert.deepEqual(again, { kind: 'repeated', task: listed[0] });
  await restored.close();
});

/** Runs a command of docs/how-to/backup.md, with this database and this file. */
function follow(
  command: 'pg_dump' | 'pg_restore',
  url: string,
  file: string,
  further: string[] = [],
): void {
  const manual = readFileSync(
    join(import.meta.dirname, '..', 'docs', 'how-to', 'backup.md'),
    'utf8',
  );
  const [, words = ''] = new RegExp(`^${command} ((?:.*\\\\\\n)*.*)$`, 'm').exec(manual) ?? [];
  const args = words
    .replaceAll('\\\n', ' ')
    .replace(/postgres:\/\/\S+/, url)
    .replace('/var/backups/dueline.dump', file)
    .split(/\s+/);
  assert.ok(args.length > 2 && args.some((word) => word.endsWith(url)), `${command} ${words}`);
  execFileSync(join(postgresBinaries(), command), [...further, ...args]);
}
