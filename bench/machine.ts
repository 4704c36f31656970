import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

import { childrenOf } from '../test/faults/processes.ts';

/** Moves this process, and its later child processes, to these processors. */
export function pinTo(processors: string): void {
  const { status, stderr } = spawnSync('taskset', [
    '-a',
    '-p',
    '-c',
    processors,
    String(process.pid),
  ]);
  if (status !== 0)
    throw new Error(`taskset (util-linux, Linux only) is needed: ${String(stderr)}`);
}

/** The same command, on these processors. */
export const pinned = (processors: string, command: readonly string[]): string[] => [
  'taskset',
  '-c',
  processors,
  ...command,
];

/** Processor time of a process and its children, in microseconds, in steps of 10 ms. */
export function cpuMicroseconds(pid: number): number {
  return sumOver(pid, (each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const [user, system] = [fields[11], fields[12]].map(Number);
    return ((user ?? 0) + (system ?? 0)) * 10_000;
  });
}

/** Resident memory of a process and its children, in MB. */
export function residentMegabytes(pid: number): number {
  return sumOver(pid, (each) => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  });
}

const sumOver = (pid: number, figure: (pid: number) => number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + figure(each), 0);

/** Processors, memory and Node, for the readers of the figures. */
export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  return `${availableParallelism()} x ${cpus()[0]?.model.trim()}, ${memory}, Node ${process.version}`;
}
