import assert from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { keptSecret } from './kept-file.ts';

test('a kept secret is made once, readable by its owner only, with nothing left beside it', (t) => {
  const folder = join(emptyFolder(t), 'data');
  const secret = keptSecret(folder, 'session-secret');
  assert.equal(Buffer.from(secret, 'base64url').length, 32);
  assert.equal(keptSecret(folder, 'session-secret'), secret);
  assert.notEqual(keptSecret(folder, 'other-secret'), secret);
  assert.equal(statSync(join(folder, 'session-secret')).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(folder).toSorted(), ['other-secret', 'session-secret']);
});

test('a secret of 32 characters that someone put there is whole, and a file without one is refused', (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'mine'), 'x'.repeat(32));
  assert.equal(keptSecret(folder, 'mine'), 'x'.repeat(32));
  writeFileSync(join(folder, 'empty'), '');
  assert.throws(() => keptSecret(folder, 'empty'), /holds no whole secret/);
  assert.throws(() => keptSecret(join(folder, 'empty', 'data'), 's'), { code: 'ENOTDIR' });
});
