import { ensureChromium } from './chromium.mjs';
import { ensurePostgres } from './postgres.mjs';
import { main, setUp } from './setup.mjs';
import { browserStep, fastSteps, proxiesStep, runSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp({ withDevelopment: true });
  ensurePostgres(node);
  return runSteps([...fastSteps, proxiesStep, browserStep(() => ensureChromium(node))], env);
}, '0 passed, 1 failed');
