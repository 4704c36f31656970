import { runSteps } from './run-steps.mjs';
import { main, setUp } from './setup.mjs';
import { fastSteps } from './steps.mjs';
import { watchAndCheck } from './watch.mjs';

await main(async () => {
  const { env } = setUp({ withBuild: false });
  const code = await runSteps(fastSteps(), env);
  return process.argv.includes('--watch') ? watchAndCheck(env) : code;
}, '0 passed, 1 failed');
