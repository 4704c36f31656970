import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { runStages } from './run-stages.ts';
import { checksAfter, testsTogether } from './steps.ts';
import { groupTests, sources, testsOf } from './test-files.ts';

const root = join(import.meta.dirname, '..');

// An editor writes a file in several steps, and a formatter writes many files.
const quietMs = 200;

/** After each change: types and lint, then the tests that import a changed file, until it is interrupted. */
export async function watchAndCheck(): Promise<never> {
  const changed = new Set<string>();
  let wake = () => {};
  for (const folder of sources)
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      changed.add(`${folder}/${name}`);
      wake();
    });
  for (;;) {
    console.log('\nWatching. Ctrl-C ends.');
    if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
    await wait(quietMs);
    const files = [...changed].filter((file) => existsSync(join(root, file)));
    const tests = testsOf([...changed], groupTests().together);
    changed.clear();
    const step = testsTogether(`tests after ${files.join(', ')}`, tests);
    const stages = [checksAfter(files), tests.length > 0 ? [step] : []];
    if (stages.some((stage) => stage.length > 0)) await runStages(stages);
  }
}
