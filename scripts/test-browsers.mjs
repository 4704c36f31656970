import { ensureFirefox, ensureWebKit } from './other-browsers.mjs';
import { runSteps } from './run-steps.mjs';
import { main, setUp } from './setup.mjs';
import { otherBrowserSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp({ withDevelopment: true });
  const steps = otherBrowserSteps({
    findFirefox: () => ensureFirefox(node),
    findWebKit: () => ensureWebKit(node),
  });
  return runSteps(steps, env);
}, '0 passed, 1 failed');
