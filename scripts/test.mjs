import { ensureChromium } from './chromium.mjs';
import { ensurePostgres } from './postgres.mjs';
import { main, setUp } from './setup.mjs';
import { browserStep, fastSteps, proxiesStep, runSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp({ withDevelopment: true });
  const chromium = ensureChromium(node);
  ensurePostgres(node);
  return runSteps([...fastSteps, proxiesStep, browserStep], { ...env, CHROMIUM_PATH: chromium });
}, '0 passed, 1 failed');
