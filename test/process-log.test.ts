import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { emptyFolder } from './folder.ts';
import { freePort, projectFolder, startProcess } from './process.ts';
import { linesIn } from './started.ts';
import { atTerminal, hasTerminal } from './terminal.ts';

const production = {
  PROFILE: 'production',
  SESSION_SECRET: 'a session secret of thirty-two bytes or more',
  ALLOWED_HOSTS: 'tasks.example.com',
};

for (const LOG_LEVEL of ['info', 'silent'])
  test(`every line of a service that starts, answers and stops is JSON, with log.level ${LOG_LEVEL}`, async (t) => {
    const service = await startProcess(t, { LOG_LEVEL });
    await service.line(/Dueline is ready/);
    await (await fetch(`${service.address}/api/auth/providers`)).text();
    service.signal('SIGTERM');
    const { code, output } = await service.ended;
    assert.equal(code, 0, output);
    const told = linesIn(output).map(({ level, msg }) => `${level} ${msg}`);
    for (const message of [
      `info Dueline is ready at http://localhost:${service.port}`,
      'info Dueline finishes what runs, and stops',
      'info Dueline has stopped',
    ])
      assert.equal(told.filter((line) => line === message).length, 1, output);
    if (LOG_LEVEL === 'silent') assert.equal(told.length, 3, output);
  });

test('before the profile is read there is no log: its faults are plain text', async (t) => {
  const { code, output } = await (await startProcess(t, { PROFILE: 'production' })).ended;
  assert.equal(code, 1);
  assert.match(output, /Invalid configuration in \S+production\.yaml:\n {2}\S+: /);
});

test('Node’s warnings and an uncaught error are lines of the log', () => {
  const program = `
    const { startProcessLog } = await import('./server/log/process-log.ts');
    startProcessLog();
    process.once('warning', () => setImmediate(() => Promise.reject(new Error('unhandled'))));
    process.emitWarning('take care', 'TestWarning');`;
  const run = ['--input-type=module', '-e', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, run, {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [1, '']);
  // The last line is written at the exit, perhaps before one that is under way.
  const told = linesIn(stdout.trimEnd()).map(({ level, msg }) => `${level} ${msg}`);
  assert.deepEqual(told.toSorted(), [
    'error The process ends because of an uncaught error',
    'warn take care',
  ]);
});

test('lines are written in batches, a warning with all before it at once, and the last at the exit', () => {
  const program = `
    const { writeSync } = await import('node:fs');
    const { startProcessLog } = await import('./server/log/process-log.ts');
    const log = startProcessLog();
    const told = (label) => writeSync(1, JSON.stringify({ level: 'info', time: new Date().toISOString(), pid: 1, msg: label }) + '\\n');
    log.info('first');
    told('before the warning');
    log.warn('second');
    told('after the warning');
    log.info('last');
    process.exit(0);`;
  const run = ['--input-type=module', '-e', program];
  const { stdout } = spawnSync(process.execPath, run, { cwd: projectFolder, encoding: 'utf8' });
  const told = linesIn(stdout.trimEnd()).map(({ msg }) => msg);
  assert.deepEqual(told, ['before the warning', 'first', 'second', 'after the warning', 'last']);
});

test('a production start that can sign nobody in says why at level error, and one that can does not', async (t) => {
  const client = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' };
  for (const [given, reason] of [
    [{}, 'the provider google has no clientId, the provider google has no clientSecret'],
    [{ ...client, AUTH_ENABLED: 'false' }, 'auth.enabled is false'],
    [client, undefined],
  ] as const) {
    const service = await startProcess(t, { ...production, ...given });
    await service.line(/Dueline is ready/);
    service.signal('SIGTERM');
    const { output } = await service.ended;
    const errors = linesIn(output).filter(({ level }) => level === 'error');
    assert.deepEqual(
      errors.map(({ msg }) => msg),
      reason === undefined ? [] : [`NOBODY CAN SIGN IN: ${reason}`],
    );
  }
});

test(
  'a person at a terminal gets the address in plain words, too',
  { skip: !hasTerminal && 'needs script of util-linux' },
  async (t) => {
    const program = `const { runService } = await import('./scripts/run-service.mjs');
    process.exitCode = await runService({ node: process.execPath, env: process.env });`;
    const ports = { PORT: String(await freePort()), LOCAL_PROVIDER_PORT: String(await freePort()) };
    const variables = { ...ports, DATA: emptyFolder(t), PROGRAM: program };
    const terminal = atTerminal(
      t,
      'echo "Launcher $$"; exec "$NODE" --input-type=module -e "$PROGRAM"',
      variables,
    );
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
    const others = lines.filter((line) => line !== '' && line !== plain);
    const told = linesIn(others.join('\n')).map(({ msg }) => msg);
    assert.ok(told.includes(plain) && told.at(-1) === 'Dueline has stopped', lines.join('\n'));
  },
);
