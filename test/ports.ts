import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A row for each port that a test process of this user has reserved. The lock of a killed process ends with it. */
const file = join(tmpdir(), `dueline-ports-${process.getuid?.() ?? 'all'}.db`);
let opened: DatabaseSync | undefined;

/**
 * Reserves a port until this process ends, however it ends. False if another process has it: that one may not listen yet, or not
 * at present. A port of this process is not reserved twice.
 */
export function reservePort(port: number): boolean {
  const database = (opened ??= open());
  database.exec('BEGIN IMMEDIATE');
  const holder = database.prepare('SELECT process FROM ports WHERE port = ?').get(port);
  const isFree = holder === undefined || !isRunning(Number(holder['process']));
  if (isFree) database.prepare('REPLACE INTO ports VALUES (?, ?)').run(port, process.pid);
  database.exec('COMMIT');
  return isFree;
}

function open(): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  // After a crash of the machine no reservation counts.
  database.exec('PRAGMA synchronous = OFF');
  database.exec('CREATE TABLE IF NOT EXISTS ports (port INTEGER PRIMARY KEY, process INTEGER)');
  return database;
}

/**
 * Whether a process of this user has this number. It may be a later process than the one that reserved the port, which then stays
 * reserved until that one ends.
 */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
