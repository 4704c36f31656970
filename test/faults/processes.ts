import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The running child processes, in the order in which they were started. */
export function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split(' ').map(Number).filter(Boolean);
}

/** Sends a signal to a PostgreSQL server's first process and its children, as when the machine fails: none can clean up. */
export function signalServer(dataFolder: string, signal: NodeJS.Signals): void {
  const path = join(dataFolder, 'postmaster.pid');
  const first = existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0;
  if (first === 0 || !existsSync(`/proc/${first}`)) return;
  for (const pid of [first, ...childrenOf(first)]) signalIfThere(pid, signal);
}

export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
