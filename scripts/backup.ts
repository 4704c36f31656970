import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';

const usage = `Copies the embedded database, while the service runs too:
  npm run backup -- --from /var/lib/dueline/dueline.db --to /var/backups/dueline.db
The copy is read once before it takes the place of an earlier one.`;

function backUp(): void {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (values.from === undefined || values.to === undefined) throw new Error(usage);
  const [from, to] = [resolve(values.from), resolve(values.to)];
  if (!existsSync(from)) throw new Error(`There is no database ${from}`);
  // Tasks are nobody else's business.
  process.umask(0o077);
  const draft = `${to}.draft`;
  rmSync(draft, { force: true });
  try {
    copyDatabase(from, draft);
    const tasks = countTasks(draft);
    renameSync(draft, to);
    console.log(`${to} holds ${tasks} tasks`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** All in one reading: what is written meanwhile neither gets into the copy nor makes it begin anew. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function countTasks(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const verdict = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
    if (verdict !== 'ok') throw new Error(`The copy is not whole: ${String(verdict)}`);
    return Number(database.prepare('SELECT count(*) AS tasks FROM tasks').get()?.['tasks']);
  } finally {
    database.close();
  }
}

try {
  backUp();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
