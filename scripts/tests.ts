import { argv } from 'node:process';

import { runStages } from './run-stages.ts';
import { suites } from './steps.ts';
import { watchAndCheck } from './watch.ts';

// Started by scripts/test.mjs.
const words = argv.slice(2);
const named = Object.entries(suites).find(([name]) => words.includes(`--${name}`));
const [, stages] = named ?? ['main', suites.main];
process.exitCode = await runStages(stages);
if (words.includes('--watch')) await watchAndCheck();
