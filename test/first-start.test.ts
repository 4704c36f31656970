import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from './folder.ts';
import { startProcess } from './process.ts';

test('a place where no database can be made ends the service with 1 and one sentence', async (t) => {
  const file = join(emptyFolder(t), 'file');
  writeFileSync(file, '');
  const production = {
    PROFILE: 'production',
    SESSION_SECRET: 'a session secret of thirty-two bytes or more',
    ALLOWED_HOSTS: 'tasks.example.com',
  };
  const linux = [{ DATA: '/proc/a/b' }, { DATA: '/proc/dueline' }, { DATA: '/sys/dueline' }];
  for (const place of [
    { DATA: file },
    { STORE_URL: `sqlite:${file}/data/dueline.db` },
    ...(process.platform === 'linux' ? linux : []),
  ]) {
    const { code, output } = await (await startProcess(t, { ...production, ...place })).ended;
    assert.equal(code, 1, output);
    assert.match(output, /The database .*dueline\.db cannot be made: .*\. Choose another place with DATA=/);
    assert.doesNotMatch(output, /\n\s+at |Server listening/);
  }
});

test(
  'a data folder that no file system would take ends the local profile, too',
  { skip: process.platform !== 'linux' && 'needs Linux' },
  async (t) => {
    const { code, output } = await (await startProcess(t, { DATA: '/proc/dueline' })).ended;
    assert.equal(code, 1);
    assert.match(output, /^\/proc\/dueline cannot be made: .*DATA=<folder>/m);
  },
);
