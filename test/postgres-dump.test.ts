import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { subjectOfErasure } from '../command/store/later.ts';
import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { folders, owner, walk } from './databases.ts';
import { commandsIn } from './docs-commands.ts';
import { postgresBinaries } from './postgres/cluster.ts';
import { testWith } from './needs.ts';
import { postgresServer } from './postgres/database.ts';
import { projectFolder } from './process.ts';
import { tasksOf } from './task-list.ts';

const test = testWith('postgres');
const server = postgresServer();

test('the documented commands for PostgreSQL restore everything except sealed tokens, which are not in the dump', async (t) => {
  const { to: dump } = folders(t);
  const from = await server.newDatabase();
  const to = await server.newDatabase();
  const store = await openPostgresStore(from.url, { poolSize: 1 });
  const idempotency = { key: 'key', bodyHash: 'hash' };
  await store.createTask(owner, walk, 0, { idempotency });
  await store.noteRevocation({ subject: 'ended', endedAtMs: 1, untilMs: Date.UTC(2100, 0) });
  await store.publishRenewal('token', 'sealed-token', Date.UTC(2100, 0));
  const listed = await tasksOf(store, owner);
  await store.close();

  // Without compression, so that the content of the file can be searched.
  follow('pg_dump --format', from.url, dump, '--compress=0');
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

test('the documented commands keep blocks and erasures that are newer than the dump', async (t) => {
  const { folder, to: dump } = folders(t);
  const { url } = await server.newDatabase();
  const store = await openPostgresStore(url, { poolSize: 1 });
  const ada = 'ada@example.com';
  const zoe = 'zoë@example.com';
  for (const email of [ada, zoe]) await store.createTask(email, walk, 1);
  const end = async (subject: string, endedAtMs: number) =>
    store.noteRevocation({ subject, endedAtMs, untilMs: Date.UTC(2100, 0) });
  await end('signed out, then blocked', 1);
  follow('pg_dump --format', url, dump);
  await end('signed out, then blocked', 2);
  await end('blocked', 2);
  await end(subjectOfErasure(zoe), 2);
  await store.close();

  follow('pg_dump --data-only', url, folder);
  follow('pg_restore', url, dump);
  follow('psql --single-transaction', url, folder);
  assert.equal(follow('psql --tuples-only', url, folder).trim(), zoe);
  const restored = await openPostgresStore(url, { poolSize: 1 });
  for (const subject of ['signed out, then blocked', 'blocked', subjectOfErasure(zoe)])
    assert.equal(await restored.findRevocation([subject]), 2, subject);
  await restored.close();
});

/** Runs the command of docs/how-to/backup.md that begins so, with this database and this dump, or folder of other files. */
function follow(begin: string, url: string, place: string, further = ''): string {
  const manual = readFileSync(join(projectFolder, 'docs', 'how-to', 'backup.md'), 'utf8');
  const command = commandsIn(manual).find((line) => line.startsWith(begin));
  assert.ok(command !== undefined, begin);
  assert.match(command, /postgres:\/\//);
  const here = command
    .replace(/postgres:\/\/\S+/, url)
    .replace('/var/backups/dueline.dump', place)
    .replace('/var/backups', place);
  const env = { PATH: `${postgresBinaries()}:/usr/bin:/bin` };
  return execFileSync('sh', ['-ec', `${here} ${further}`], {
    cwd: projectFolder,
    env,
    encoding: 'utf8',
  });
}
