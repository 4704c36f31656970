import { ensureChromium } from './chromium.mjs';
import { ensurePostgres } from './postgres.mjs';
import { main, setUp } from './setup.mjs';
import { chromiumSteps, fastSteps, runSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp({ withDevelopment: true });
  ensurePostgres(node);
  return runSteps([...fastSteps, ...chromiumSteps(() => ensureChromium(node))], env);
}, '0 passed, 1 failed');
