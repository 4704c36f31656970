import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openSqliteStore } from '../server/store/sqlite.ts';

// Prints what the port costs over a bare prepared statement on the same file: `node bench/store.bench.ts`.
const owners = 2000;
const tasksEach = 20;
const rounds = 5;
const nowMs = Date.UTC(2026, 0, 15);
const folder = mkdtempSync(join(tmpdir(), 'dueline-bench-'));
const path = join(folder, 'tasks.db');
const store = openSqliteStore(path);
const bare = new DatabaseSync(path);
bare.exec('PRAGMA synchronous = FULL; CREATE TABLE floor (id INTEGER PRIMARY KEY, note TEXT)');

const email = (owner: number) => `person-${owner % owners}@example.com`;
const task = (n: number) =>
  ({
    description: `Task number ${n}, with a description of ordinary length`,
    dueDate: `2026-03-${String((n % 28) + 1).padStart(2, '0')}`,
    importance: 'MEDIUM',
    state: 'TODO',
  }) as const;

for (let n = 0; n < tasksEach; n++) {
  await Promise.all(
    Array.from({ length: owners }, (_, owner) => store.createTask(email(owner), task(n), nowMs)),
  );
}

const bareList = bare.prepare(
  `SELECT id, description, due_date, importance, state FROM tasks
   WHERE owner = (SELECT id FROM users WHERE email = ?) ORDER BY due_date, id`,
  { returnArrays: true },
);
const bareInsert = bare.prepare('INSERT INTO floor (note) VALUES (?)');

const jobs: Record<string, { count: number; each: number; run: (n: number) => unknown }> = {
  'bare list of 20 as JSON (floor)': {
    count: 10_000,
    each: 1,
    run: (n) => JSON.stringify(bareList.all(email(n))),
  },
  'store list of 20': { count: 10_000, each: 1, run: (n) => store.list(email(n)) },
  'bare durable insert (floor)': { count: 500, each: 1, run: (n) => bareInsert.run(`note ${n}`) },
  'store create, alone': { count: 500, each: 1, run: (n) => store.createTask(email(n), task(n), nowMs) },
  'store create, 32 together': {
    count: 30,
    each: 32,
    run: (n) =>
      Promise.all(Array.from({ length: 32 }, (_, k) => store.createTask(email(n * 32 + k), task(n), nowMs))),
  },
};

const microseconds = new Map<string, number[]>();
for (let round = 0; round < rounds; round++) {
  for (const [name, { count, each, run }] of Object.entries(jobs)) {
    const startMs = performance.now();
    for (let n = 0; n < count; n++) await run(n);
    const eachMicroseconds = ((performance.now() - startMs) * 1000) / (count * each);
    microseconds.set(name, [...(microseconds.get(name) ?? []), eachMicroseconds]);
  }
}

let floor = 1;
for (const [name, values] of microseconds) {
  const median = values.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  if (name.includes('floor')) floor = median;
  console.log(
    `${name.padEnd(30)} ${median.toFixed(1).padStart(7)} µs  ${(median / floor).toFixed(2)} of its floor`,
  );
}

await store.close();
bare.close();
rmSync(folder, { recursive: true });
