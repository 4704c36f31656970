import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import type { Cleanup } from './folder.ts';
import { emptyFolder } from './folder.ts';
import { projectFolder } from './process.ts';
import { tasksOf } from './task-list.ts';

export const owner = 'ada@example.com';
export const walk = {
  description: 'Walk',
  dueDate: '2026-10-02',
  importance: 'LOW',
  state: 'DONE',
} as const;

/** A folder of its own and two names in it. */
export function folders(t: Cleanup) {
  const folder = emptyFolder(t);
  return { folder, from: join(folder, 'dueline.db'), to: join(folder, 'copy.db') };
}

/** A file that several processes of one machine have open. */
export function sharedFile(t: Cleanup) {
  const { from: path } = folders(t);
  return {
    url: `sqlite:${path}`,
    /** Reads the file without these processes. */
    query: async (text: string): Promise<Record<string, unknown>[]> => {
      using database = new DatabaseSync(path, { timeout: 5_000 });
      return database.prepare(text).all();
    },
  };
}

/** Creates a database with this number of tasks of Ada, and closes it. */
export async function fill(path: string, tasks = 1): Promise<void> {
  const store = openSqliteStore(path);
  for (let n = 0; n < tasks; n++) await store.createTask(owner, walk, 0);
  await store.close();
}

/** Ada's tasks in a database that no process has open. */
export async function tasksIn(path: string): Promise<number> {
  const store = openSqliteStore(path);
  const listed = await tasksOf(store, owner);
  await store.close();
  return listed.length;
}

type Command = 'backup' | 'restore';

/** Runs one of the commands that copy a database. The address is in a variable, because it may contain a password. */
export function run(command: Command, from: string, to: string, cwd = projectFolder) {
  const around = { cwd, env: { FROM: from, TO: to } };
  if (command === 'backup') return dueline([command, to, '--store', '${FROM}'], around);
  return dueline([command, from, '--store', '${TO}'], around);
}

type Around = Readonly<{ cwd?: string; env?: Record<string, string>; input?: string }>;

export function dueline(
  args: readonly string[],
  { cwd = projectFolder, env = {}, input = '' }: Around = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    // oxlint-disable-next-line node/no-process-env -- the environment that the process otherwise inherits
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr, output: stdout + stderr };
}

const main = join(projectFolder, 'command', 'main.ts');

/** SHA-256 of a database file that this process does not have open: reading an open one would drop SQLite's locks. */
export const hashOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');
