import { runSteps } from './run-steps.mjs';
import { main, setUp } from './setup.mjs';
import { otherBrowserSteps } from './steps.mjs';

// npm run test:browsers [-- --short]. With --short, three walks run in each browser.
await main(() => {
  const { env } = setUp();
  return runSteps(otherBrowserSteps({ isShort: process.argv.includes('--short') }), env);
}, '0 passed, 1 failed');
