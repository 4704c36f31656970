import assert from 'node:assert/strict';
import { once } from 'node:events';
import { linkSync, renameSync, rmSync, writeFileSync, symlinkSync } from 'node:fs';
import { connect, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';

import pg from 'pg';

import { dueline, fill } from './databases.ts';
import { emptyFolder } from './folder.ts';
import { listenAnywhere } from './http.ts';
import { testWith } from './needs.ts';
import { postgresServer } from './postgres/database.ts';
import { production, ready, startProcess, startReady } from './process.ts';

const testWithPostgres = testWith('postgres');
const server = postgresServer();

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  testWithPostgres(
    `${signal} during the start: exit code 0, no stack trace, no connection left`,
    async (t) => {
      const silent = createServer();
      const port = await listenAnywhere(silent, t);
      const connected = once(silent, 'connection');
      const service = await startProcess(t, { STORE_URL: `postgres://127.0.0.1:${port}/tasks` });
      const [database] = await connected;
      assert.ok(database instanceof Socket);
      const cut = once(database.resume(), 'close');
      service.signal(signal);
      const { code, output } = await service.ended;
      assert.equal(code, 0, output);
      assert.deepEqual(messagesIn(output), [
        'Dueline finishes what runs, and stops',
        'Dueline has stopped',
      ]);
      await cut;
    },
  );

test('the service starts without its store, says so, and is ready when the store is back', async (t) => {
  const folder = emptyFolder(t);
  const file = join(folder, 'dueline.db');
  writeFileSync(file, 'no database at all '.repeat(100));
  const service = await startProcess(t, { DATA: folder });
  await service.line(
    /"level":"error".*"msg":"The database .* is not an SQLite database: restore it/,
  );
  await service.line(/Server listening/);
  const ask = (path: string) => fetch(service.address + path, { redirect: 'manual' });
  for (const [path, status] of [
    ['/health/live', 200],
    ['/health/ready', 503],
    ['/api/auth/providers', 200],
    ['/api/auth/login', 302],
  ] as const) {
    assert.equal((await ask(path)).status, status, path);
  }

  await fill(`${file}.backup`);
  renameSync(`${file}.backup`, file);
  await service.line(/"level":"info".*"msg":"The store answers again"/);
  await service.line(ready);
  const output = await service.stop();
  assert.doesNotMatch(output, /Dueline is ready[^]*The store answers again/);
});

test('a database that an earlier start has had is not replaced by an empty one, until its note is removed', async (t) => {
  const folder = emptyFolder(t);
  const disk = emptyFolder(t);
  const file = join(disk, 'tasks.db');
  const env = { ...production, DATA: folder, STORE_URL: `sqlite:${file}` };
  const begin = async () => (await startReady(t, env)).stop();
  const isNew = /"level":"warn".*"msg":"There is no database .*: a new one is made"/;
  assert.match(await begin(), isNew);
  assert.doesNotMatch(await begin(), isNew);
  rmSync(file);
  const { code, output } = await (await startProcess(t, env)).ended;
  assert.equal(code, 1);
  assert.match(
    output,
    /"level":"error".*tasks\.db is not there any more: mount its disk or restore it; .* remove /,
  );
  const { stdout } = dueline(['check-config'], { env });
  assert.match(stdout, /^fault +store\.url: .*tasks\.db is not there any more: .* remove /m);
  rmSync(join(folder, 'database-path'));
  assert.match(await begin(), isNew);
});

test('a second service on one SQLite file ends with 1 and says so, until the first has stopped or was killed', async (t) => {
  const folder = emptyFolder(t);
  const file = join(folder, 'dueline.db');
  const start = async () => startReady(t, { DATA: folder });
  const refused = async (
    path = file,
    why = 'Another service uses the database PATH: stop that one first, or give',
  ) => {
    const { code, output } = await (
      await startProcess(t, { DATA: folder, STORE_URL: `sqlite:${path}` })
    ).ended;
    assert.equal(code, 1, output);
    assert.ok(output.includes(why.replace('PATH', path)), output);
    assert.doesNotMatch(output, /\n\s+at |Server listening/);
  };
  const first = await start();
  await refused();
  const link = join(emptyFolder(t), 'link.db');
  const name = join(emptyFolder(t), 'name.db');
  symlinkSync(file, link);
  await refused(link);
  linkSync(file, name);
  await refused(name, 'The database PATH has a second name');
  rmSync(name);
  assert.equal((await fetch(`${first.address}/health/ready`)).status, 200, 'the first one goes on');
  // A request that has not completely arrived delays the stop of the first process, as in a rolling restart.
  const halfway = connect(first.port, '127.0.0.1');
  await once(halfway, 'connect');
  halfway.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n');
  await (await fetch(`${first.address}/health/live`)).text();
  first.signal('SIGTERM');
  await first.line(/finishes what runs/);
  await refused();
  halfway.end('\r\n');
  assert.equal((await first.ended).code, 0);

  const second = await start();
  second.signal('SIGKILL');
  await second.ended;
  const third = await start();
  await third.stop();
});

testWithPostgres(
  'while another process migrates the database the service answers, and is ready afterwards',
  async (t) => {
    const { url } = await server.newDatabase();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("SELECT pg_advisory_lock(hashtext('dueline schema'))");
    const service = await startProcess(t, { STORE_URL: url });
    await service.line(/Server listening/);
    assert.equal((await fetch(`${service.address}/health/live`)).status, 200);
    assert.equal((await fetch(`${service.address}/health/ready`)).status, 503);
    await other.end();
    await service.line(ready);
    assert.equal((await fetch(`${service.address}/health/ready`)).status, 200);
    const output = await service.stop();
    assert.doesNotMatch(output, /"level":"error"/);
  },
);

const messagesIn = (output: string): unknown[] =>
  output.split('\n').map((line) => JSON.parse(line).msg);
