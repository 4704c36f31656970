import { ensureFirefox, ensureWebKit } from './other-browsers.mjs';
import { main, setUp } from './setup.mjs';
import { otherBrowserSteps, runSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp({ withDevelopment: true });
  const steps = otherBrowserSteps({
    findFirefox: () => ensureFirefox(node),
    findWebKit: () => ensureWebKit(node),
  });
  return runSteps(steps, env);
}, '0 passed, 1 failed');
