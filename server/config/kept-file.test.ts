import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { keptSecret } from './kept-file.ts';

test('a secret of 32 characters that someone put there is whole, and a file without one is refused', (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'mine'), 'x'.repeat(32));
  assert.equal(keptSecret(folder, 'mine'), 'x'.repeat(32));
  writeFileSync(join(folder, 'empty'), '');
  assert.throws(() => keptSecret(folder, 'empty'), /holds no whole secret/);
  assert.throws(() => keptSecret(join(folder, 'empty', 'data'), 's'), { code: 'ENOTDIR' });
});
