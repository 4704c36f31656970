import { main, setUp } from './setup.mjs';
import { fastSteps, runSteps } from './steps.mjs';

await main(() => {
  const { env } = setUp({ withDevelopment: true, withPage: false });
  return runSteps(fastSteps, env);
}, '0 passed, 1 failed');
