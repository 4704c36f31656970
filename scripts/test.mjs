import { runToEnd } from './run-to-end.mjs';
import { main, setUp } from './setup.mjs';

// npm test, npm run check and others: prepares this folder, then runs the tests with the pinned Node.
const words = process.argv.slice(2);
await main(() => {
  const withBuild = !words.includes('--check');
  const { node, env } = setUp({ withBuild });
  const built = withBuild ? { DUELINE_BUILT: 'yes' } : {};
  return runToEnd({ node, env: { ...env, ...built } }, ['scripts/tests.ts', ...words]);
}, '0 passed, 1 failed');
