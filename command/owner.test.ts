import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { dueline, fill, hashOf, owner as ada, run } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';

/** A user id without a name, as in a container. */
const service = 12_345;
const skip = process.geteuid?.() !== 0 && 'needs root';
const it = (title: string, check: (t: TestContext) => Promise<void>) =>
  void test(title, { skip }, check);

it('root makes files in a folder of the service as the service, and in its own folder as root', async (t) => {
  const { folder, database, own, backup, env } = await start(t);
  assert.equal(dueline(['user', 'sign-out', ada], { env }).status, 0);
  assert.equal(fs.readFileSync(env.AUDIT_LOG, 'utf8').split('\n').length, 2);
  assert.equal(run('restore', backup, database).status, 0);
  assert.equal(dueline(['user', 'erase', ada, '--yes'], { env }).status, 0);
  const made = fs
    .readdirSync(folder)
    .map((name) => [name.replace(/\d{8}T.*/, ''), fs.statSync(join(folder, name))] as const);
  assert.deepEqual(
    made.map(([name, { uid, gid, mode }]) => [name, uid, gid, mode & 0o777]),
    ['audit.log', 'dueline.db', 'dueline.db.replaced-'].map((name) => [
      name,
      service,
      service,
      0o600,
    ]),
  );
  assert.equal(run('backup', database, backup).status, 0);
  assert.deepEqual([fs.statSync(backup).uid, fs.statSync(backup).mode & 0o777], [0, 0o600]);
  assert.deepEqual(fs.readdirSync(own), ['backup.db']);
});

it('a link in a folder of the service leads no command to a file of root', async (t) => {
  const { folder, database, backup, env } = await start(t);
  const before = hashOf(backup);
  const plant = (name: string) => fs.symlinkSync(backup, join(folder, name));
  const refused = (calls: Readonly<Record<string, readonly string[]>>, more = {}) => {
    for (const [name, args] of Object.entries(calls)) {
      const { status, output } = dueline(args, { env: { ...env, ...more } });
      assert.equal(status, 1, `${name}: ${output}`);
      assert.equal(hashOf(backup), before, name);
      assert.equal(fs.statSync(backup).uid, 0, name);
    }
  };
  plant('audit.log');
  refused({ audit: ['user', 'sign-out', ada] });
  plant('linked.db');
  const linked = join(folder, 'linked.db');
  refused({
    restore: ['restore', database, '--store', linked],
    backup: ['backup', linked, '--store', database],
    read: ['user', 'list', '--store', linked],
  });
  const ofUser = { erase: ['user', 'erase', ada, '--yes'], signOut: ['user', 'sign-out', ada] };
  refused(ofUser, { STORE_URL: `sqlite:${linked}`, AUDIT_LOG: '' });
  plant('dueline.db.draft');
  plant('dueline.db.draft-journal');
  assert.equal(run('restore', backup, database).status, 0);
  assert.equal(hashOf(backup), before);
  // In the folder of the service, `data` is a link to a folder of root.
  fs.symlinkSync(join(backup, '..'), join(folder, 'data'));
  const there = ['restore', database, '--store', join(folder, 'data', 'backup.db')];
  refused({ folder: there });
});

it('a file that the owner of its folder cannot open is refused, and a folder that its owner cannot reach', async (t) => {
  const { database, own, backup } = await start(t);
  fs.chownSync(database, 0, 0);
  for (const command of ['restore', 'backup'] as const) {
    const { status, output } = run(command, database, join(own, 'copy.db'));
    assert.equal(status, 1);
    assert.match(output, /dueline\.db belongs to root, and its folder to user 12345, as whom root/);
  }
  const folder = join(own, 'private');
  fs.mkdirSync(folder);
  fs.chownSync(folder, service, service);
  fs.chmodSync(own, 0o700);
  const { status, output } = run('restore', backup, join(folder, 'dueline.db'));
  assert.equal(status, 1);
  assert.match(
    output,
    /Root acts as user 12345 in .*private, .* who cannot reach it: under systemd give/,
  );
});

/** A database in a folder of the service, and a backup in a folder of root. */
async function start(t: TestContext) {
  const folder = emptyFolder(t);
  const own = emptyFolder(t);
  const database = join(folder, 'dueline.db');
  const backup = join(own, 'backup.db');
  await fill(database, 2);
  await fill(backup, 3);
  for (const place of [folder, database]) fs.chownSync(place, service, service);
  const AUDIT_LOG = join(folder, 'audit.log');
  const env = { PROFILE: 'test', DATA: folder, STORE_URL: `sqlite:${database}`, AUDIT_LOG };
  return { folder, database, own, backup, env };
}

it('check-config asks as the service whether it may listen and write, also before its folder is made', async (t) => {
  const folder = emptyFolder(t);
  const bin = emptyFolder(t);
  fs.writeFileSync(join(bin, 'id'), `#!/bin/sh\necho ${service}\n`, { mode: 0o755 });
  const ofService = join(folder, 'service');
  const ofRoot = join(folder, 'root');
  for (const each of [ofService, ofRoot]) fs.mkdirSync(each);
  fs.chmodSync(folder, 0o755);
  fs.chownSync(ofService, service, service);
  const check = (data: string, audit: string) => {
    const AUDIT_LOG = join(audit, 'a.log');
    const variables = { PROFILE: 'test', DATA: data, STORE_URL: 'sqlite::memory:', AUDIT_LOG };
    // oxlint-disable-next-line node/no-process-env -- the programs of the machine come after the planted one
    const env = { ...variables, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    return dueline(['check-config', '--offline'], { env }).stdout;
  };
  for (const data of [ofService, join(folder, 'none')]) {
    assert.match(check(data, ofRoot), /^fault +log\.audit: .*a\.log cannot be written: EACCES/m);
    assert.doesNotMatch(check(data, ofService), /log\.audit:/);
  }
  assert.deepEqual([fs.readdirSync(ofService), fs.readdirSync(ofRoot)], [[], []]);
});

it('a restore of root on a new machine gives the data folder to the user of the unit', async (t) => {
  const { own, backup } = await start(t);
  const bin = emptyFolder(t);
  fs.writeFileSync(join(bin, 'id'), `#!/bin/sh\necho ${service}\n`, { mode: 0o755 });
  fs.chmodSync(own, 0o755);
  const data = join(own, 'data');
  // oxlint-disable-next-line node/no-process-env -- the programs of the machine come after the planted one
  const env = { PROFILE: 'local', DATA: data, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const { status, output } = dueline(['restore', backup], { env });
  assert.equal(status, 0, output);
  for (const path of [data, join(data, 'dueline.db')])
    assert.equal(fs.statSync(path).uid, service, path);
});
