import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { authOf, checkFile } from '../test/started-here.ts';
import { emptyFolder } from '../test/folder.ts';
import { projectFolder } from '../test/process.ts';
import { profileFile } from '../test/profile-file.ts';

test('files outside the folders of the unit are faults, and a folder that systemd makes may be missing', async (t) => {
  const folder = emptyFolder(t);
  const unitFile = join(folder, 'dueline.service');
  const envFile = join(folder, 'dueline.env');
  const shipped = readFileSync(join(projectFolder, 'deploy/dueline.service'), 'utf8');
  writeFileSync(unitFile, shipped.replaceAll('/etc/dueline/dueline.env', envFile));
  const check = async (data: string, audit: string) => {
    const file = profileFile(t, {
      data,
      ...authOf({ issuer: 'https://id.example.com', clientId: 'c', clientSecret: 's' }),
      log: { audit },
    });
    writeFileSync(envFile, `PROFILE=test\nCONFIG=${file}\n`, { mode: 0o600 });
    const args = ['--offline', '--env', envFile];
    const { findings } = await checkFile(file, args, { unitFile, env: {} });
    return findings.filter((line) => /^fault .*(log\.audit|store\.url)/.test(line));
  };
  const absent = '/var/log/dueline/audit.log';
  assert.ok(!existsSync(dirname(absent)), 'this machine has no service');
  assert.deepEqual(await check('/var/lib/dueline', absent), []);
  assert.deepEqual(await check('/var/lib/dueline', '/var/lib/dueline/audit.log'), []);
  const outside = `is outside the folders that ${unitFile} lets the service write (/var/lib/dueline, /var/log/dueline, /var/cache/dueline): correct DATA or the path, or add ReadWritePaths= to the unit`;
  assert.deepEqual(await check('/var/lib/duelin', absent), [
    `fault store.url: /var/lib/duelin/dueline.db ${outside}`,
  ]);
  const elsewhere = join(folder, 'audit.log');
  assert.deepEqual(await check('/var/lib/dueline', elsewhere), [
    `fault log.audit: ${elsewhere} ${outside}`,
  ]);
  mkdirSync(`${unitFile}.d`);
  writeFileSync(join(`${unitFile}.d`, 'more.conf'), `[Service]\nReadWritePaths=-${folder}\n`);
  assert.deepEqual(await check('/var/lib/dueline', elsewhere), []);
});

test('files of secrets that the unit does not give to the service are faults', async (t) => {
  const folder = emptyFolder(t);
  const unitFile = join(folder, 'dueline.service');
  const envFile = join(folder, 'dueline.env');
  const shipped = readFileSync(join(projectFolder, 'deploy/dueline.service'), 'utf8');
  writeFileSync(unitFile, shipped.replaceAll('/etc/dueline/dueline.env', envFile));
  const file = profileFile(t, {
    data: '/var/lib/dueline',
    ...authOf({ issuer: 'https://id.example.com', clientId: 'c', clientSecret: 's' }),
  });
  writeFileSync(envFile, `PROFILE=test\nCONFIG=${file}\n`, { mode: 0o600 });
  const check = async () => {
    const args = ['--offline', '--env', envFile];
    const { findings } = await checkFile(file, args, { unitFile, env: {} });
    return findings.filter((line) => line.includes('_SECRET_FILE'));
  };
  assert.deepEqual(await check(), []);
  for (const secret of ['session-secret', 'client-secret'])
    writeFileSync(join(folder, secret), 's'.repeat(32), { mode: 0o600 });
  const found = await check();
  assert.deepEqual(
    found.map((line) => /^(fault .*): .*, so the service has no (.*): put/.exec(line)?.slice(1)),
    [
      ['fault session.secrets', join(folder, 'session-secret')],
      ['fault auth.providers', join(folder, 'client-secret')],
    ],
  );
  for (const name of ['dueline.service', 'dueline@.service']) {
    const own = join(folder, `${name}.d`);
    mkdirSync(own);
    const lines = shipped.match(/^#(LoadCredential|Environment=SESSION_SECRET_FILE).*$/gm) ?? [];
    const text = lines.map((line) => line.slice(1)).join('\n');
    writeFileSync(join(own, 'override.conf'), `[Service]\n${text}\n`);
    assert.deepEqual(await check(), []);
    rmSync(own, { recursive: true });
  }
});
