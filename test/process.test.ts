import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { readVersion } from '../server/folders.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { emptyFolder } from './folder.ts';
import { listenAnywhere } from './http.ts';
import { reservePort } from './ports.ts';
import { freePort, production, projectFolder, startReady } from './process.ts';
import { profileFile } from './profile-file.ts';
import { authOf } from './started-here.ts';
import { atTerminal, hasTerminal } from './terminal.ts';

const client = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' };

for (const LOG_LEVEL of ['info', 'silent'])
  test(`every line of a service that starts, answers and stops is JSON, with log.level ${LOG_LEVEL}`, async (t) => {
    const service = await startReady(t, { LOG_LEVEL });
    const login = await fetch(`${service.address}/api/auth/login`, { redirect: 'manual' });
    assert.equal(login.status, 302);
    const output = await service.stop();
    const told = messagesIn(output);
    for (const message of [
      `info Dueline is ready at http://localhost:${service.port}`,
      'info Dueline finishes what runs, and stops',
      'info Dueline has stopped',
    ])
      assert.equal(told.filter((line) => line === message).length, 1, output);
    assert.ok(output.includes(`"version":"${readVersion()}","msg":"Dueline is ready`), output);
    if (LOG_LEVEL === 'silent') assert.equal(told.length, 3, output);
  });

test('Node’s warnings and an uncaught error are lines of the log', () => {
  const { status, told } = runLogging(`
    process.once('warning', () => setImmediate(() => Promise.reject(new Error('unhandled'))));
    process.emitWarning('take care', 'TestWarning');`);
  assert.equal(status, 1);
  // The last line is written at the exit, perhaps before an earlier asynchronous one.
  assert.deepEqual(told.toSorted(), [
    'error The process ends because of an uncaught error',
    'warn take care',
  ]);
});

test('a production start that can sign nobody in says why at level error, and one that can does not', async (t) => {
  for (const [given, reason] of [
    [{}, 'the provider google lacks clientId or clientSecret'],
    [{ ...client, AUTH_ENABLED: 'false' }, 'auth.enabled is false'],
    [client, undefined],
  ] as const) {
    const service = await startReady(t, { ...production, ...given });
    const errors = messagesIn(await service.stop()).filter((line) => line.startsWith('error '));
    assert.deepEqual(errors, reason === undefined ? [] : [`error NOBODY CAN SIGN IN: ${reason}`]);
  }
});

test('a request that runs when the service is told to stop is finished and answered', async (t) => {
  const provider = createServer();
  const issuer = `http://127.0.0.1:${await listenAnywhere(provider, t)}`;
  const CONFIG = profileFile(t, {
    http: { port: '${PORT}' },
    data: '${DATA}',
    localProvider: { enabled: false },
    ...authOf({ issuer, clientId: 'c', clientSecret: 's' }),
  });
  const service = await startReady(t, { PROFILE: 'local', CONFIG });

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

// Without this limit Node would close a request that never ends after 30 s at the earliest.
test(
  'what does not end within ten seconds of the stop is cut off',
  { timeout: 28_000 },
  async (t) => {
    const service = await startReady(t);
    const endless = connect(service.port, '127.0.0.1');
    await once(endless, 'connect');
    endless.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n');
    await (await fetch(`${service.address}/health/live`)).text();
    await service.stop();
    assert.equal(await text(endless), '');
  },
);

test('the service sweeps at its start, and does not stop before that is done', async (t) => {
  const DATA = emptyFolder(t);
  const path = join(DATA, 'dueline.db');
  const before = openSqliteStore(path);
  const nowMs = Date.now();
  await before.publishRenewal('token', 'a sealed session', nowMs - 1);
  await before.close();
  const service = await startReady(t, { DATA });
  await service.stop();
  const after = openSqliteStore(path);
  t.after(() => after.close());
  // The time is before the end of the row: a row that still exists would be found.
  assert.deepEqual(await after.claimRenewal('token', nowMs - 2, nowMs), { kind: 'claimed' });
});

test('a person at a terminal gets the address in plain words, too', async (t) => {
  if (!hasTerminal) return t.skip('needs script of util-linux');
  const program = `const { runService } = await import('./scripts/run-service.mjs');
  process.exitCode = await runService({ node: process.execPath, env: process.env });`;
  const ports = { PORT: String(await freePort()), LOCAL_PROVIDER_PORT: String(await freePort()) };
  const variables = { ...ports, DATA: emptyFolder(t), PROGRAM: program };
  const command = 'echo "Launcher $$"; exec "$NODE" --input-type=module -e "$PROGRAM"';
  const terminal = atTerminal(t, command, variables);
  const ended = once(terminal, 'exit');
  const plain = `Dueline is ready at http://localhost:${ports.PORT}`;
  const lines: string[] = [];
  let launcher = Number.NaN;
  for await (const line of createInterface(terminal.stdout)) {
    if (line.startsWith('Launcher ')) launcher = Number(line.split(' ')[1]);
    else lines.push(line.trim());
    if (line.trim() === plain) process.kill(launcher, 'SIGTERM');
  }
  assert.deepEqual(await ended, [0, null], lines.join('\n'));
  const told = messagesIn(lines.filter((line) => line !== '' && line !== plain).join('\n'));
  assert.ok(told.includes(`info ${plain}`), lines.join('\n'));
  assert.equal(told.at(-1), 'info Dueline has stopped', lines.join('\n'));
});

/** Runs this text with the log of a process; `told` has the log lines. */
function runLogging(program: string) {
  const begin = `const { startProcessLog } = await import('./server/log/log.ts'); const log = startProcessLog();`;
  const run = ['--input-type=module', '-e', begin + program];
  const { status, stdout, stderr } = spawnSync(process.execPath, run, {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return { status, told: messagesIn(stdout.trimEnd()) };
}

const Line = Type.Object({
  level: Type.Enum(['debug', 'info', 'warn', 'error']),
  time: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
  pid: Type.Number(),
  msg: Type.String(),
});

/** Level and message of every line of an output. */
function messagesIn(output: string): string[] {
  const lines = output.split('\n').map((line) => Parse(Line, JSON.parse(line)));
  return lines.map(({ level, msg }) => `${level} ${msg}`);
}

test('a port is given to one test process, until that one ends, also when it is killed', async () => {
  const port = await freePort();
  assert.equal(reserveElsewhere(port), 'false');
  const another = port + 20_000;
  const killed = reserveElsewhere(another, "process.kill(process.pid, 'SIGKILL')");
  assert.deepEqual([killed, reservePort(another), reservePort(another)], ['true', true, false]);
  assert.equal(reserveElsewhere(another), 'false');
});

/** The output of a process that reserves a port and then runs `afterwards`. */
function reserveElsewhere(port: number, afterwards = ''): string {
  const module = JSON.stringify(new URL('ports.ts', import.meta.url).href);
  const code = `import(${module}).then(({ reservePort }) => {
    require('node:fs').writeSync(1, String(reservePort(${port})));
    ${afterwards}
  })`;
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout;
}
