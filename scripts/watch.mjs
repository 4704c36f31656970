import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { root } from './project.mjs';
import { runSteps } from './run-steps.mjs';
import { staticSteps, testsTogether } from './steps.mjs';
import { nodeTests, sources, testsOf } from './test-files.mjs';

// An editor writes a file in several steps, and a formatter writes many files.
const quietMs = 200;

/** After each change, checks the files and runs the tests that import a changed file, until it is interrupted. */
export async function watchAndCheck(env) {
  let changed = new Set();
  let wake = () => undefined;
  for (const folder of sources)
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      changed.add(`${folder}/${name}`);
      wake();
    });
  for (;;) {
    console.log('\nWatching. Ctrl-C ends.');
    if (changed.size === 0) await new Promise((resolve) => (wake = resolve));
    await wait(quietMs);
    const batch = changed;
    changed = new Set();
    await runSteps(stepsAfter([...batch]), env);
  }
}

/** Static checks, tests that import a changed file, and tests that read the project's files, such as docs and layers. */
function stepsAfter(changed) {
  const { ofRooms, ofTheWhole } = nodeTests();
  const onFiles = ofTheWhole.filter((file) => file.split('/').length === 2);
  const reached = new Set([...onFiles, ...testsOf(changed, [...ofTheWhole, ...ofRooms])]);
  return [testsTogether(`tests after ${changed.join(', ')}`, [...reached]), ...staticSteps];
}
