import { runToEnd } from './run-to-end.mjs';
import { environment, service } from './service.mjs';
import { main, setUp } from './setup.mjs';

await main(() => {
  const { node, env } = setUp();
  return runToEnd({ node, env: { ...environment, ...env } }, service);
});
