import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { runStages } from './run-stages.ts';
import { staticChecks, testsTogether } from './steps.ts';
import { groupTests, sources, testsOf } from './test-files.ts';

// An editor writes a file in several steps, and a formatter writes many files.
const quietMs = 200;

/** After each change, checks the files, then runs the tests that import a changed file, until it is interrupted. */
export async function watchAndCheck(): Promise<never> {
  const changed = new Set<string>();
  let wake = () => {};
  for (const folder of sources)
    watch(join(import.meta.dirname, '..', folder), { recursive: true }, (_event, name) => {
      changed.add(`${folder}/${name}`);
      wake();
    });
  for (;;) {
    console.log('\nWatching. Ctrl-C ends.');
    if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
    await wait(quietMs);
    const files = [...changed];
    changed.clear();
    const tests = testsOf(files, groupTests().together);
    const step = testsTogether(`tests after ${files.join(', ')}`, tests);
    await runStages([staticChecks, tests.length > 0 ? [step] : []]);
  }
}
