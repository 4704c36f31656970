import { DatabaseSync } from 'node:sqlite';

// `bare-inserts.ts <file> <inserts a transaction> <seconds>` prints the inserts a second of node:sqlite alone into a file of the service.
const [file = '', size = '1', seconds = '2'] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
const insert = database.prepare(
  `INSERT INTO tasks (owner, due_date, id, description, importance, state, created_at_ms, updated_at_ms)
   VALUES (?, '2026-03-14', ?, 'Task of an ordinary length that somebody has typed', 'MEDIUM', 'TODO', 0, 0)`,
);
const owners = 256;
const row = database
  .prepare('SELECT max(id) AS last, (SELECT max(id) FROM users) AS owner FROM tasks')
  .get();
const first = Number(row?.['last']) + 1;
const lastOwner = Number(row?.['owner']);

const startMs = performance.now();
let inserted = 0;
while (performance.now() - startMs < Number(seconds) * 1000) {
  database.exec('BEGIN IMMEDIATE');
  for (let n = 0; n < Number(size); n += 1, inserted += 1)
    insert.run(lastOwner - (inserted % owners), first + inserted);
  database.exec('COMMIT');
}
console.log((inserted * 1000) / (performance.now() - startMs));
database.close();
