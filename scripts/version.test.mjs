import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { versionOfTree } from './release/version.mjs';

test('only the tagged commit without a change is a release; other trees have their own versions', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'dueline-version-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const git = (...parts) =>
    spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...parts], {
      cwd: root,
    });
  const write = (text) => writeFileSync(join(root, 'file'), text);
  const version = () => versionOfTree(root, '1.2.3');

  assert.equal(version(), '1.2.3-dev', 'an archive of the sources');
  git('init', '--quiet');
  write('one');
  git('add', '.');
  git('commit', '--quiet', '--message=One');
  assert.match(version(), /^1\.2\.3-dev\+[0-9a-f]{7}$/);
  git('tag', 'v1.2.2');
  assert.match(version(), /-dev/, 'the tag of another version');
  git('tag', 'v1.2.3');
  assert.equal(version(), '1.2.3');
  write('two');
  const two = version();
  assert.match(two, /^1\.2\.3-dev\+[0-9a-f]{7}\.[0-9a-f]{7}$/);
  write('three');
  assert.notEqual(version(), two);
  write('two');
  assert.equal(version(), two);
  writeFileSync(join(root, 'new file'), '');
  assert.notEqual(version(), two, 'a file that git does not know yet');
});
