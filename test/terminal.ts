import { spawn, spawnSync } from 'node:child_process';
import { env } from 'node:process';

import type { Cleanup } from './folder.ts';
import { projectFolder } from './process.ts';

/** True when a test can have a terminal, from `script` of util-linux. */
export const hasTerminal =
  process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Runs a shell command in a terminal of its own. Text written to its input is typed. */
export function atTerminal(
  t: Cleanup,
  command: string,
  variables: Readonly<Record<string, string>>,
) {
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: projectFolder,
    env: { ...env, NODE: process.execPath, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => terminal.kill('SIGKILL'));
  return terminal;
}
