import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { emptyFolder } from '../folder.ts';
import { testWith } from '../needs.ts';
import { runToEnd } from '../process.ts';

const test = testWith('systemd');

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const credentials = /^#(?=LoadCredential=|Environment=)/gm;

for (const [which, edit] of [
  ['deploy/dueline.service', (unit: string) => unit],
  ['its secrets as credentials', (unit: string) => unit.replaceAll(credentials, '')],
] as const) {
  test(`systemd finds nothing wrong with ${which}`, (t) => {
    const path = unitHere(t);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
    verify(path);
  });
}

test('systemd finds nothing wrong with several processes of one machine, and with the backup and its timer', (t) => {
  const template = unitHere(t, 'dueline.service', 'dueline@.service');
  mkdirSync(`${template}.d`);
  const instance = read('deploy/instance.conf').replace(
    '/opt/dueline/current/bin/dueline',
    process.execPath,
  );
  writeFileSync(join(`${template}.d`, 'instance.conf'), instance);
  // The stop of one process would remove a shared runtime folder, and the start of another process would fail.
  assert.match(instance, /^RuntimeDirectory=$/m);
  verify(template.replace('@', '@8081'));
  const backup = unitHere(t, 'dueline-backup.service');
  const [, elsewhere] =
    /^```\n(\[Service\]\nReadWritePaths=.*?)^```/ms.exec(read('docs/how-to/backup.md')) ?? [];
  mkdirSync(`${backup}.d`);
  writeFileSync(join(`${backup}.d`, 'elsewhere.conf'), elsewhere ?? assert.fail('no other disk'));
  const timer = join(backup, '../dueline-backup.timer');
  writeFileSync(timer, read('deploy/dueline-backup.timer'));
  verify(backup, timer);
});

test('the backup has the settings of the service, without its secrets', () => {
  const shared =
    /^((?:Environment|EnvironmentFile|User|UMask|StateDirectoryMode)=.*?)(?: NODE_COMPILE_CACHE=.*)?$/gm;
  const linesOf = (file: string) => [...read(file).matchAll(shared)].map(([, line]) => line);
  assert.deepEqual(linesOf('deploy/dueline-backup.service'), linesOf('deploy/dueline.service'));
});

test('the credentials of deploy/dueline.service are variables of the production profile', () => {
  const names = [...read('deploy/dueline.service').matchAll(/(\w+)_FILE=%d\/([\w-]+)/g)];
  assert.deepEqual(
    names.map(([, name, credential]) => [name, credential]),
    [
      ['SESSION_SECRET', 'session-secret'],
      ['CLIENT_SECRET', 'client-secret'],
    ],
  );
  const profile = read('config/production.yaml');
  for (const [, name = ''] of names) assert.match(profile, new RegExp(`\\$\\{${name}[:}]`));
});

test('systemd rates the exposure of deploy/dueline.service at 1.5 of 10 or better', (t) => {
  const analysis = ['security', '--offline=true', '--no-pager', '--threshold=15', unitHere(t)];
  const { status, written } = runToEnd('systemd-analyze', analysis);
  assert.equal(status, 0, written);
});

test('deploy/dueline.env.example has what the production profile must be given, and nothing that it does not know', () => {
  const profile = read('config/production.yaml');
  const known = [...profile.matchAll(/\$\{(\w+)(:-)?/g)].map(([, name, otherwise]) => ({
    name,
    otherwise,
  }));
  const example = [...read('deploy/dueline.env.example').matchAll(/^#?(\w+)=/gm)].map(
    ([, name]) => name,
  );
  const missing = known.filter(
    ({ name, otherwise }) => otherwise === undefined && !example.includes(name),
  );
  assert.deepEqual(missing, []);
  assert.deepEqual(
    example.filter(
      (name) => name !== 'PROFILE' && !known.some((variable) => variable.name === name),
    ),
    [],
  );
});

function verify(...paths: string[]): void {
  const { status, written } = runToEnd('systemd-analyze', ['verify', ...paths]);
  assert.equal(written, '');
  assert.equal(status, 0);
}

/** A copy of the shipped unit with the paths of this checkout in place of the unpacked release. */
function unitHere(t: TestContext, file = 'dueline.service', name = file): string {
  const folder = emptyFolder(t);
  const path = join(folder, name);
  const here = [
    ['/opt/dueline/current/bin/dueline serve', '/opt/dueline/current/bin/dueline.mjs serve'],
    ['/opt/dueline/current', root],
  ] as const;
  writeFileSync(
    path,
    here.reduce((unit, [from, to]) => unit.replaceAll(from, to), read(`deploy/${file}`)),
  );
  return path;
}
