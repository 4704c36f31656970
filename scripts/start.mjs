import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { main, root, setUp } from './setup.mjs';

await main(async () => {
  const { node, env } = setUp();
  return runToEnd(spawn(node, ['server/main.ts'], { cwd: root, env, stdio: 'inherit' }));
});

/** Hands the signals that would end us to the child, and ends as it ends. */
function runToEnd(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
