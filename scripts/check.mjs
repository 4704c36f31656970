import { ensurePostgres } from './postgres.mjs';
import { main, setUp } from './setup.mjs';
import { fastSteps, runSteps } from './steps.mjs';

await main(() => {
  const { node, env } = setUp({ withDevelopment: true, withPage: false });
  ensurePostgres(node);
  return runSteps(fastSteps, env);
}, '0 passed, 1 failed');
