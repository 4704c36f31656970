import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';

import { isBuilt } from '../scripts/dist.mjs';
import { root } from '../scripts/project.mjs';

/** Makes each Node tell which program it runs. */
const tellProgram = '--import=data:text/javascript,console.error(process.argv[1])';

test('the command of a checkout runs the build of its sources, and without one the sources', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin', 'dueline.mjs'), 'version'],
    {
      env: { ...env, NODE_OPTIONS: tellProgram },
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, stderr);
  const program = isBuilt('server') ? 'dist/server/dueline.mjs' : 'command/main.ts';
  assert.equal(stderr.trim().split('\n').at(-1), join(root, program));
});
