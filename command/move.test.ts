import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { openSqliteRows } from './store/sqlite-rows.ts';
import { fill, folders, hashOf, owner, run, tasksIn, walk } from '../test/databases.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { startProcess } from '../test/process.ts';

const server = postgresServer();

test('a source is only read: no byte of it changes and no file appears beside it', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 3);
  const before = hashOf(from);
  const { status, stderr, output } = run('move', from, to);
  assert.deepEqual([status, stderr], [0, ''], output);
  assert.equal(hashOf(from), before);
  assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'dueline.db']);
  assert.equal(await tasksIn(to), 3);
});

test('a source that is no database of Dueline, or not migrated to this release, is refused unchanged', (t) => {
  const { folder, from, to } = folders(t);
  new DatabaseSync(from).close();
  const { status, output } = run('move', `sqlite:${from}`, `sqlite:${to}`);
  assert.equal(status, 1);
  assert.match(output, /no database of Dueline, or one of an earlier release: start this release on it once/);
  assert.deepEqual(readdirSync(folder), ['dueline.db']);
});

test('a source whose service was killed is moved with the content of its log, and no byte of either file changes', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 3);
  const service = await startProcess(t, { DATA: folder });
  await service.line(/Dueline is ready/);
  service.signal('SIGKILL');
  await service.ended;
  // One that ends without closing it.
  const program = `const { openSqliteStore } = await import('${join(import.meta.dirname, '../server/store/sqlite/sqlite-store.ts')}');
    const store = openSqliteStore('${from}');
    await store.createTask('${owner}', ${JSON.stringify(walk)}, 0);
    process.kill(process.pid, 'SIGKILL');`;
  await once(spawn(process.execPath, ['--input-type=module', '-e', program]), 'exit');
  const before = [hashOf(from), hashOf(`${from}-wal`)];
  const { status, stderr, output } = run('move', `sqlite:${from}`, `sqlite:${to}`);
  assert.equal(status, 0, output);
  assert.match(stderr, /^WARNING: A process has .*dueline\.db open, or ended without closing it\./);
  assert.deepEqual([hashOf(from), hashOf(`${from}-wal`)], before);
  assert.equal(await tasksIn(to), 4);
});

test('the database of a running service is moved with a warning, does not change, and is refused as a target', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 3);
  const service = await startProcess(t, { DATA: folder });
  await service.line(/Dueline is ready/);
  const before = [hashOf(from), hashOf(`${from}-wal`)];
  const moved = run('move', `sqlite:${from}`, `sqlite:${to}`);
  assert.equal(moved.status, 0, moved.output);
  assert.match(moved.stderr, /^WARNING: .*stop the service first\n$/);
  assert.deepEqual([hashOf(from), hashOf(`${from}-wal`)], before);
  assert.equal(await tasksIn(to), 3);

  const other = join(folder, 'other.db');
  await fill(other);
  for (const source of [from, other]) {
    const refused = run('move', `sqlite:${source}`, `sqlite:${from}`);
    assert.equal(refused.status, 1);
    assert.match(refused.output, /is the source itself|stands beside/);
  }
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
  assert.equal(await tasksIn(from), 3);
  assert.equal(existsSync(`${from}.moving`), false);
});

test('a target with tasks of its own is refused, and one that a move has begun to fill is completed', async (t) => {
  const { from, to } = folders(t);
  await fill(from, 3);
  await fill(to, 1);
  const refused = run('move', `sqlite:${from}`, `sqlite:${to}`);
  assert.equal(refused.status, 1);
  assert.match(refused.output, /holds tasks or people/);
  rmSync(to);
  await fill(`${to}.moving`, 1);
  assert.equal(run('move', `sqlite:${from}`, `sqlite:${to}`).status, 0);
  assert.equal(await tasksIn(to), 3);

  rmSync(to);
  await fill(`${to}.moving`, 5);
  const another = run('move', `sqlite:${from}`, `sqlite:${to}`);
  assert.equal(another.status, 1);
  assert.match(another.stderr, /^.*copy\.db\.moving holds the rows moved so far/);
  assert.match(another.stderr, /table tasks holds rows that the source does not have/);
  assert.equal(existsSync(to), false);
  const busy = openSqliteRows(`${to}.moving`);
  assert.match(run('move', `sqlite:${from}`, `sqlite:${to}`).output, /copy\.db\.moving is in use/);
  await busy.close();
});

test('PostgreSQL as the source: nothing of it changes, and open connections of a service are reported', async (t) => {
  const { to } = folders(t);
  const source = await server.newDatabase();
  const store = await openPostgresStore(source.url, { poolSize: 1 });
  await store.createTask(owner, walk, 0);
  const schema = await source.query('SELECT * FROM schema_versions');
  const warned = run('move', source.url, `sqlite:${to}`);
  assert.equal(warned.status, 0, warned.output);
  assert.match(warned.stderr, /^WARNING: connections named dueline are open \(1\)/);
  await store.close();
  assert.deepEqual(await source.query('SELECT * FROM schema_versions'), schema);
  assert.equal(await tasksIn(to), 1);

  rmSync(to);
  const quiet = run('move', source.url, `sqlite:${to}`);
  assert.deepEqual([quiet.status, quiet.stderr], [0, '']);
  const newer = await server.newDatabase();
  await (await openPostgresStore(newer.url, { poolSize: 1 })).close();
  await newer.query("INSERT INTO schema_versions VALUES (999, 'later', 999)");
  assert.match(run('move', newer.url, `sqlite:${to}x`).output, /schema version 999, .*start the release/);
  assert.equal(existsSync(`${to}x.moving`), false);
});
