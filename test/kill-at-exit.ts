import type { ChildProcess } from 'node:child_process';

const lastSignals = new Map<ChildProcess, NodeJS.Signals>();
// One listener for all: from the eleventh on Node takes them for a leak.
process.once('exit', () => {
  for (const [child, signal] of lastSignals) child.kill(signal);
});

/** Sends a signal to a program that still runs when this process ends: a failure must not leave it running. */
export function killAtExit(child: ChildProcess, signal: NodeJS.Signals): void {
  lastSignals.set(child, signal);
  child.once('close', () => lastSignals.delete(child));
}
