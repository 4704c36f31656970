import { ensurePostgres } from './programs.mjs';
import { runSteps } from './run-steps.mjs';
import { main, setUp } from './setup.mjs';
import { chromiumSteps, fastSteps, processSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp();
  ensurePostgres(node);
  return runSteps([...processSteps(), ...fastSteps(), ...chromiumSteps(node)], {
    ...env,
    DUELINE_BUILT: 'yes',
  });
}, '0 passed, 1 failed');
