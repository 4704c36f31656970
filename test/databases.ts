import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite.ts';
import { emptyFolder } from './folder.ts';
import { projectFolder } from './process.ts';
import { tasksOf } from './task-list.ts';

export const owner = 'ada@example.com';
export const walk = { description: 'Walk', dueDate: '2026-10-02', importance: 'LOW', state: 'DONE' } as const;

/** A folder of its own and two names in it. */
export function folders(t: TestContext) {
  const folder = emptyFolder(t);
  return { folder, from: join(folder, 'dueline.db'), to: join(folder, 'copy.db') };
}

/** A closed database with so many tasks of Ada. */
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

type Command = 'backup' | 'restore' | 'move';

/** Runs one of the commands that write a database, as npm does. */
export function run(command: Command, from: string, to: string, cwd = projectFolder) {
  const script = join(projectFolder, 'scripts', `${command}.ts`);
  const args = [script, '--from', from, '--to', to];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr, output: stdout + stderr };
}

/** SHA-256. Only while this process has it not open: reading the file would drop SQLite's locks. */
export const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
