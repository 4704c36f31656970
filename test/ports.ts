import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for each port that a process of this user has reserved. */
const folder = join(tmpdir(), `dueline-ports-${process.getuid?.() ?? 'all'}`);
const files: string[] = [];

/**
 * Reserves a port until this process ends. False if another process has it: that one may not listen yet, or not at present. A
 * process that is killed leaves its files, and these ports are not used again.
 */
export function reservePort(port: number): boolean {
  const file = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  if (files.length === 0) process.once('exit', release);
  files.push(file);
  return true;
}

function release(): void {
  for (const file of files) rmSync(file, { force: true });
}
