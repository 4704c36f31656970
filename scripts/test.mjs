import { runSteps } from './run-steps.mjs';
import { main, setUp } from './setup.mjs';
import {
  chromiumSteps,
  fastSteps,
  faultSteps,
  otherBrowserSteps,
  processSteps,
  programSteps,
} from './steps.mjs';

// npm test [-- --all]. With --all, the short forms of the separate suites run too.
await main(() => {
  const { env } = setUp();
  const more = process.argv.includes('--all')
    ? [...otherBrowserSteps({ isShort: true }), ...faultSteps]
    : [];
  const steps = [...processSteps(), ...fastSteps(), ...programSteps, ...chromiumSteps, ...more];
  return runSteps(steps, { ...env, DUELINE_BUILT: 'yes' });
}, '0 passed, 1 failed');
