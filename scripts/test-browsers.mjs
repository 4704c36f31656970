import { runSteps } from './run-steps.mjs';
import { main, setUp } from './setup.mjs';
import { otherBrowserSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp();
  return runSteps(otherBrowserSteps(node), env);
}, '0 passed, 1 failed');
