import { argv, env } from 'node:process';

import { runStages } from './run-stages.ts';
import { suites } from './steps.ts';
import { watchAndCheck } from './watch.ts';

// `npm test`, with `--all` for every test, and `npm run check`, with `--watch`; both start it with the pinned Node.
const has = (word: string) => argv.includes(word);
// Tests of processes start the service that was built before.
if (!has('--check')) env['DUELINE_BUILT'] = 'yes';
process.exitCode = await runStages(chosenSuite());
if (has('--watch')) await watchAndCheck();

function chosenSuite() {
  if (has('--all')) return suites.all;
  return has('--check') ? suites.check : suites.main;
}
