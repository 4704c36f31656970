import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { dueline, fill, owner } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { projectFolder, startProcess } from '../test/process.ts';
import { startedHere } from '../test/started-here.ts';
import { readVersion } from '../server/folders.ts';
import { commands } from './commands.ts';

test('help lists every command, and each command has its own help with options and an example', () => {
  const { status, stdout, stderr } = dueline(['help']);
  assert.deepEqual([status, stderr], [0, '']);
  for (const { name, options = {}, example } of commands) {
    assert.ok(stdout.includes(`  ${name}`), name);
    const own =
      name === 'user list'
        ? dueline(['help', 'user', 'list'])
        : dueline([...name.split(' '), '--help']);
    assert.deepEqual([own.status, own.stderr], [0, ''], name);
    for (const text of [`dueline ${name}`, `Example: ${example}`, ...Object.keys(options)])
      assert.ok(own.stdout.includes(text), `${name}: ${text}`);
  }
});

test('wrong use exits with 2 and says what is right, and a failure exits with 1', (t) => {
  const wrong = {
    '': /^Usage: dueline COMMAND/,
    bakup: /^There is no command bakup\n[^]*backup FILE/,
    'user lst': /There is no command user lst/,
    backup: /^Usage: dueline backup FILE/,
    'backup a b': /^Usage: dueline backup FILE/,
    'backup a --too b': /Unknown option '--too'[^]*Usage: dueline backup FILE/,
    'backup a --store': /'--store <value>' argument missing/,
    'restore a --store=': /^--store is empty\n\nUsage: dueline restore FILE/,
    'version now': /^Usage: dueline version/,
    'user erase ada@ --yes': /^ada@ is no email address\n$/,
  };
  for (const [call, message] of Object.entries(wrong)) {
    const { status, stdout, stderr } = dueline(call.split(' ').filter(Boolean));
    assert.deepEqual([status, stdout], [2, ''], call);
    assert.match(stderr, message);
  }
  // With a byte order mark the first variable would be lost.
  const marked = join(emptyFolder(t), 'dueline.env');
  writeFileSync(marked, '\uFEFFPROFILE=production\r\n');
  for (const [file, message] of [
    ['/nonexistent/variables', /^[^\n]*\/nonexistent\/variables[^\n]*\n$/],
    [marked, /^[^\n]*dueline\.env begins with a byte order mark: [^\n]*\n$/],
  ] as const) {
    const { status, stdout, stderr } = dueline(['check-config', '--offline', '--env', file]);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, message);
  }
});

test('secrets as files: the line for cron, and every command of a person, need none; check-config finds them beside the variables', async (t) => {
  const folder = emptyFolder(t);
  const file = join(folder, 'dueline.env');
  const variables = ['PROFILE=production', `DATA=${folder}`, 'ALLOWED_HOSTS=tasks.example.com'];
  writeFileSync(
    file,
    [...variables, 'SESSION_SECRET=', 'CLIENT_ID=a', 'CLIENT_SECRET='].join('\n'),
  );
  await fill(join(folder, 'dueline.db'));
  const page = readFileSync(join(projectFolder, 'docs/how-to/backup.md'), 'utf8');
  const line = /^0 3 \* \* \* root (.*)$/m.exec(page)?.[1] ?? assert.fail('no line for cron');
  const call = line
    .replaceAll('\\%', '%')
    .replace(
      '/usr/local/bin/dueline',
      `${process.execPath} ${join(projectFolder, 'command/main.ts')}`,
    )
    .replace('/var/backups', folder)
    .replace('/etc/dueline', folder);
  const { status, stderr } = spawnSync('sh', ['-c', call], { encoding: 'utf8', env: {} });
  assert.deepEqual([status, stderr], [0, '']);
  for (const args of [
    ['list'],
    ['export', owner],
    ['sign-out', owner],
    ['erase', owner, '--yes'],
  ]) {
    const { status: code, output } = dueline(['user', ...args, '--env', file]);
    assert.equal(code, 0, output);
  }

  const check = () => dueline(['check-config', '--offline', '--env', file]).stdout;
  assert.match(check(), /^fault .*SESSION_SECRET is not set$/m);
  writeFileSync(join(folder, 'session-secret'), 'abababababababababababababababababab\n');
  writeFileSync(join(folder, 'client-secret'), 'of the client\n');
  assert.deepEqual(check().match(/^fault .*/gm), [
    'fault    session.secrets[0]: can be guessed: it has few different characters; take one from `dueline secret`',
  ]);
});

test('a release without --env and PROFILE reads the variables of the service by itself, and a check writes nothing', async (t) => {
  const folder = emptyFolder(t);
  const usualEnvFile = join(folder, 'dueline.env');
  writeFileSync(usualEnvFile, `PROFILE=test\nDATA=${folder}/a#'b' \nPORT=4711\n`);
  const check = (env: Record<string, string>) =>
    startedHere(['check-config', '--offline'], '', undefined, { env, usualEnvFile });
  assert.match((await check({})).printed, /^# The profile test\ndata: .*\/a#'b'$[^]*port: 4711/m);
  assert.match((await check({ PROFILE: 'local', DATA: folder })).printed, /^# The profile local$/m);
  assert.deepEqual(readdirSync(folder), ['dueline.env']);
});

test('a release that finds no variables checks nothing, and says what it looked for', async (t) => {
  const usualEnvFile = join(emptyFolder(t), 'dueline.env');
  const check = (env: Record<string, string>) =>
    startedHere(['check-config', '--offline'], '', undefined, { env, usualEnvFile });
  const { code, printed, told } = await check({});
  assert.deepEqual([code, printed], [2, '']);
  assert.match(told, /nothing to check: no .*dueline\.env, and neither PROFILE nor CONFIG is set/);
  assert.match((await check({ PROFILE: 'local' })).printed, /^# The profile local$/m);
});

test('a secret is long enough for a profile, new each time, and alone on standard output; the version is that of the package', () => {
  const one = dueline(['secret']);
  const other = dueline(['secret']);
  assert.match(one.stdout, /^[\w-]{64}\n$/);
  assert.notEqual(one.stdout, other.stdout);
  assert.match(one.stderr, /session\.secrets/);

  const version = readVersion();
  assert.match(version, /^\d+\.\d+\.\d+-dev(\+[0-9a-f]{7})?$/, 'a checkout is no release');
  const { node } = process.versions;
  const platform = `${process.platform}-${process.arch}`;
  assert.equal(dueline(['version']).stdout, `Dueline ${version}, Node ${node}, ${platform}\n`);
});

test('serve starts the service with the variables of a file, which the environment overrides, and tells systemd; a wrong profile ends it with 78', async (t) => {
  const folder = emptyFolder(t);
  const file = join(folder, 'dueline.env');
  const told = join(folder, 'told');
  writeFileSync(file, 'LOG_LEVEL=trace\nPORT=1\n');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" >${told}\n`, { mode: 0o755 });
  const serve = (LOG_LEVEL: string) => {
    const env = { PATH: `${folder}:/usr/bin:/bin`, NOTIFY_SOCKET: '/run/none', LOG_LEVEL };
    return startProcess(t, env, projectFolder, ['command/main.ts', 'serve', '--env', file]);
  };
  const service = await serve('error');
  await service.line(/Dueline is ready at http:\/\/localhost:\d{2,}/);
  assert.equal((await fetch(`${service.address}/health/live`)).status, 200);
  await service.stop();
  assert.equal(readFileSync(told, 'utf8'), '--ready\n');
  assert.equal((await (await serve('loud')).ended).code, 78);
});

test('bin/dueline.mjs runs in the folder of its caller, and without packages it says what to do and installs nothing', (t) => {
  const folder = emptyFolder(t);
  const call = (root: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'bin/dueline.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const here = call(projectFolder, 'backup', 'copy.db', '--store', 'none.db');
  assert.match(here.stderr, new RegExp(`${folder}/none.db`));
  assert.equal(call(projectFolder, 'nothing').status, 2);

  for (const part of ['bin', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
  const { status, stderr } = call(folder, 'version');
  assert.equal(status, 1);
  assert.match(stderr, /The packages are missing .*npm run build/);
  assert.equal(existsSync(join(folder, 'node_modules')), false);
});
