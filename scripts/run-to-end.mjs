import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { root } from './setup.mjs';

/** Runs the pinned Node with these arguments, hands it the signals that would end us, and ends as it ends. */
export function runToEnd({ node, env }, args) {
  const child = spawn(node, args, { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
