import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

import pg from 'pg';

import { emptyFolder } from './folder.ts';
import { postgresServer } from './postgres/database.ts';
import { startProcess } from './process.ts';

const server = postgresServer();
const ready = /"level":"info".*"msg":"Dueline is ready at http:\/\/localhost:\d+"\}$/;

test('the service starts with its local provider, prints its address, and ends with 0 on SIGTERM', async (t) => {
  const service = await startProcess(t);
  assert.match(await service.line(ready), new RegExp(`http://localhost:${service.port}"`));
  const health = await fetch(`${service.address}/health/ready`);
  assert.equal(health.status, 200);
  await health.text();
  const login = await fetch(`${service.address}/api/auth/login`, { redirect: 'manual' });
  assert.equal(login.status, 302);
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
});

test('a request that runs when the service is told to stop is finished and answered', async (t) => {
  const provider = createHttpServer().listen(0, '127.0.0.1');
  t.after(() => provider.close());
  await once(provider, 'listening');
  const config = join(emptyFolder(t), 'own.yaml');
  writeFileSync(config, profileOf(provider.address()));
  const service = await startProcess(t, { CONFIG: config });
  await service.line(ready);

  const halfway = connect(service.port, '127.0.0.1');
  await once(halfway, 'connect');
  halfway.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n');
  const asked = once(provider, 'request');
  const login = fetch(`${service.address}/api/auth/login`, { redirect: 'manual' });
  const [, answer] = await asked;
  service.signal('SIGTERM');
  await service.line(/finishes what runs/);
  assert.ok(answer instanceof ServerResponse);
  answer.writeHead(500).end();
  const { status, headers } = await login;
  assert.equal(status, 503);
  assert.equal(headers.get('connection'), 'close');
  halfway.write('\r\n');
  assert.match(await text(halfway), /^HTTP\/1\.1 200 /);
  assert.equal((await service.ended).code, 0);
});

// Node by itself gives up a request that never comes to its end after 30 s at the earliest.
test('what does not end within ten seconds of the stop is cut off', { timeout: 28_000 }, async (t) => {
  const service = await startProcess(t);
  await service.line(ready);
  const endless = connect(service.port, '127.0.0.1');
  await once(endless, 'connect');
  endless.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n');
  await (await fetch(`${service.address}/health/live`)).text();
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
  assert.equal(await text(endless), '');
});

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  for (const workers of ['1', '2'])
    test(`${signal} while ${workers} of the service starts: it ends with 0, without a trace, and leaves nothing`, async (t) => {
      const silent = createServer().listen(0, '127.0.0.1');
      t.after(() => silent.close());
      await once(silent, 'listening');
      const connected = once(silent, 'connection');
      const service = await startProcess(t, {
        WORKERS: workers,
        STORE_URL: `postgres://127.0.0.1:${portOf(silent.address())}/tasks`,
      });
      const [database] = await connected;
      assert.ok(database instanceof Socket);
      const cut = once(database.resume(), 'close');
      service.signal(signal);
      const { code, output } = await service.ended;
      assert.equal(code, 0, output);
      assert.deepEqual(messagesIn(output), ['Dueline finishes what runs, and stops']);
      await cut;
    });

for (const workers of ['1', '2']) {
  test(`a store that is away while ${workers} of the service starts: it answers, says so, and is ready when the store is back`, async (t) => {
    const folder = emptyFolder(t);
    const file = join(folder, 'dueline.db');
    writeFileSync(file, 'no database at all '.repeat(100));
    const service = await startProcess(t, { WORKERS: workers, DATA: folder });
    await service.line(/"level":"error".*"msg":"The database .* is not an SQLite database: restore it/);
    await service.until((lines) => listening(lines, 1));
    const ask = (path: string) => fetch(service.address + path, { redirect: 'manual' });
    for (const [path, status] of [
      ['/health/live', 200],
      ['/health/ready', 503],
      ['/api/auth/providers', 200],
      ['/api/auth/login', 302],
    ] as const) {
      assert.equal((await ask(path)).status, status, path);
    }
    const printed = await service.until((lines) => lines);
    assert.ok(!printed.some((line) => ready.test(line)));

    makeDatabase(`${file}.backup`);
    renameSync(`${file}.backup`, file);
    await service.line(/"level":"info".*"msg":"The store answers again"/);
    await service.line(ready);
    service.signal('SIGTERM');
    const { code, output } = await service.ended;
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /A worker has ended/);
  });

  test(`a database of a newer release ends ${workers} of the service with 1, and says what to do`, async (t) => {
    const folder = emptyFolder(t);
    makeDatabase(join(folder, 'dueline.db'), 999);
    const { code, output } = await (await startProcess(t, { WORKERS: workers, DATA: folder })).ended;
    assert.equal(code, 1);
    assert.match(
      output,
      /"level":"error".*"msg":"The database has schema version 999, .*start the release that made it/,
    );
    assert.doesNotMatch(output, /\n\s+at |Server listening|Dueline is ready/);
  });
}

test('a database that another process migrates for long: the service answers meanwhile, and is ready afterwards', async (t) => {
  const { url } = await server.newDatabase();
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("SELECT pg_advisory_lock(hashtext('dueline schema'))");
  const service = await startProcess(t, { STORE_URL: url });
  await service.until((lines) => listening(lines, 1));
  assert.equal((await fetch(`${service.address}/health/live`)).status, 200);
  assert.equal((await fetch(`${service.address}/health/ready`)).status, 503);
  await other.end();
  await service.line(ready);
  assert.equal((await fetch(`${service.address}/health/ready`)).status, 200);
  service.signal('SIGTERM');
  const { code, output } = await service.ended;
  assert.equal(code, 0);
  assert.doesNotMatch(output, /"level":"error"/);
});

test('a user whom the database refuses ends the service with 1, and the password is not told', async (t) => {
  const url = new URL((await server.newDatabase()).url);
  url.password = 'mistaken';
  const { code, output } = await (await startProcess(t, { STORE_URL: url.href })).ended;
  assert.equal(code, 1);
  assert.match(output, /"level":"error".*"msg":"The PostgreSQL database refuses the user or the password: /);
  assert.doesNotMatch(output, /\n\s+at |mistaken|Server listening/);
});

test('SIGTERM while the service waits for its store: it ends with 0', async (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'dueline.db'), 'no database at all '.repeat(100));
  const service = await startProcess(t, { DATA: folder });
  await service.until((lines) => listening(lines, 1));
  service.signal('SIGTERM');
  const { code, output } = await service.ended;
  assert.equal(code, 0);
  assert.doesNotMatch(output, /Dueline is ready/);
});

test('a port that is taken is told, with what to do', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1');
  t.after(() => blocker.close());
  await once(blocker, 'listening');
  const address = blocker.address();
  assert.ok(typeof address === 'object' && address !== null);
  const port = String(address.port);

  const service = await (await startProcess(t, { PORT: port })).ended;
  assert.equal(service.code, 1);
  assert.match(service.output, new RegExp(`"level":"error".*"msg":"Port ${port} is taken\\. .*PORT=`));
  assert.doesNotMatch(service.output, /\n\s+at /);

  const workers = await (await startProcess(t, { PORT: port, WORKERS: '2' })).ended;
  assert.equal(workers.code, 1);
  assert.match(workers.output, new RegExp(`"level":"error".*"msg":"Port ${port} is taken\\. .*PORT=`));
  assert.doesNotMatch(workers.output, /\n\s+at /);

  const provider = await (await startProcess(t, { LOCAL_PROVIDER_PORT: port })).ended;
  assert.equal(provider.code, 1);
  assert.match(
    provider.output,
    new RegExp(`"level":"error".*"msg":"Port ${port} of the local provider is taken `),
  );
  assert.match(provider.output, /LOCAL_PROVIDER_PORT/);
  assert.doesNotMatch(provider.output, /\n\s+at /);
});

test('a profile that is not right is told with all its faults, and nothing starts', async (t) => {
  const config = join(emptyFolder(t), 'own.yaml');
  writeFileSync(config, 'http: { port: many }\nauth: { tenant: a, providers: [] }\nsessions: {}');
  const { code, output } = await (await startProcess(t, { CONFIG: config })).ended;
  assert.equal(code, 1);
  for (const key of ['http.port', 'auth.providers', 'sessions', 'session.secrets']) {
    assert.match(output, new RegExp(`^  ${key.replace('.', '\\.')}: `, 'm'));
  }
  assert.doesNotMatch(output, /\n\s+at /);
});

test('a data folder that cannot be written is told, with what to do', async (t) => {
  const file = join(emptyFolder(t), 'file');
  writeFileSync(file, '');
  const { code, output } = await (await startProcess(t, { DATA: join(file, 'data') })).ended;
  assert.equal(code, 1);
  assert.match(output, /file\/data.* is not in a folder\. .*DATA=/);
  assert.doesNotMatch(output, /\n\s+at /);
});

test('several workers share the port, and one that is killed comes back', async (t) => {
  const service = await startProcess(t, { WORKERS: '2' });
  await service.line(ready);
  const [victim] = await service.until((lines) => listening(lines, 2));
  assert.ok(victim !== undefined && victim !== service.pid);
  process.kill(victim, 'SIGKILL');
  await service.line(/"level":"error".*"msg":"A worker has ended/);
  const pids = await service.until((lines) => listening(lines, 3));
  assert.equal(new Set(pids).size, 3);
  assert.equal((await fetch(`${service.address}/health/ready`)).status, 200);
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
});

test('one look at the metrics of several workers shows all of them', async (t) => {
  const service = await startProcess(t, { WORKERS: '2' });
  await service.line(ready);
  await service.until((lines) => listening(lines, 2));
  const metrics = async () => (await fetch(`${service.address}/metrics`)).text();
  const workersIn = (read: string) =>
    new Set([...read.matchAll(/^process_cpu_seconds_total\{worker="(\d+)"\}/gm)].map(([, worker]) => worker));
  assert.deepEqual(workersIn(await metrics()), new Set(['1', '2']));

  const asked = Array.from({ length: 9 }, () => fetch(`${service.address}/api/auth/providers`));
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  const counted = (await metrics()).matchAll(
    /^http_request_duration_seconds_count\{.*route="\/api\/auth\/providers".*\} (\d+)$/gm,
  );
  assert.equal(
    [...counted].reduce((sum, [, count]) => sum + Number(count), 0),
    9,
  );
});

const messagesIn = (output: string): unknown[] => output.split('\n').map((line) => JSON.parse(line).msg);

function portOf(address: AddressInfo | string | null): number {
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

/** An empty database that a release has made whose schema has this version. */
function makeDatabase(path: string, version = 0): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}

const profileOf = (issuer: ReturnType<ReturnType<typeof createServer>['address']>) => `
environment: local
http: { port: '\${PORT}' }
data: \${DATA}
localProvider: { enabled: false }
auth:
  tenant: slow
  providers:
    - id: slow
      label: Slow
      issuer: http://127.0.0.1:${typeof issuer === 'object' ? issuer?.port : ''}
      clientId: c
      clientSecret: s
`;

/** The processes that said they listen, once there are so many. */
function listening(lines: readonly string[], count: number): number[] | undefined {
  const pids = lines.flatMap((line) => /"pid":(\d+),.*Server listening/.exec(line)?.[1] ?? []).map(Number);
  return pids.length >= count ? pids : undefined;
}
