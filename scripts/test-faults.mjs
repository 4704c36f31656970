import { runSteps } from './run-steps.mjs';
import { main, setUp } from './setup.mjs';
import { faultSteps } from './steps.mjs';

// npm run test:faults:short
await main(() => {
  const { env } = setUp();
  return runSteps(faultSteps, { ...env, DUELINE_BUILT: 'yes' });
}, '0 passed, 1 failed');
