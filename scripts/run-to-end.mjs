import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

import { root } from './project.mjs';

/**
 * Runs the pinned Node with these arguments, forwards the signals that would end this process, and ends with the same exit
 * code or signal. `seeLine`, when given, is called with each line of its standard output, which is printed too.
 */
export function runToEnd({ node, env, cwd = root }, args, seeLine) {
  const child = spawn(node, args, {
    cwd,
    env,
    stdio: ['inherit', seeLine === undefined ? 'inherit' : 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  if (seeLine !== undefined) {
    createInterface(child.stdout).on('line', (line) => {
      console.log(line);
      seeLine(line);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
