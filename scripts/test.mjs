import { runToEnd } from './run-to-end.mjs';
import { main, setUp } from './setup.mjs';

// npm test, npm run check and others: prepares this folder, then runs the tests with the pinned Node.
const words = process.argv.slice(2);
await main(() => {
  if (words.includes('--check'))
    return runToEnd(setUp({ builds: [] }), ['scripts/tests.ts', ...words]);
  const { node, env } = setUp();
  return runToEnd({ node, env: { ...env, DUELINE_BUILT: 'yes' } }, ['scripts/tests.ts', ...words]);
}, '0 passed, 1 failed');
