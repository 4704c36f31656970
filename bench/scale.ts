import pg from 'pg';

import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { startCluster } from '../test/postgres/cluster.ts';
import { emailOf } from './people.ts';

// Loads owners and tasks into a PostgreSQL of its own and measures, through the store, the rates of one node:
// `node bench/scale.ts 1000000 20` for a million owners of twenty tasks each, and `... 5000` for 5000 samples of each measurement.
// DATABASE_URL names an empty database instead.
const [owners = 1_000_000, tasksEach = 20, samples = 5000] = process.argv.slice(2).map(Number);
const tasks = owners * tasksEach;
const nowMs = Date.UTC(2026, 0, 15);
const settings = ['shared_buffers=2GB', 'max_wal_size=8GB', 'maintenance_work_mem=512MB'];
const cluster = process.env['DATABASE_URL'] ? undefined : await startCluster(settings);
const url = process.env['DATABASE_URL'] ?? cluster?.url ?? '';

const store = await openPostgresStore(url, { poolSize: 8 });
const client = new pg.Client({ connectionString: url });
await client.connect();
const query = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
try {
  const loadMs = performance.now();
  await loadUsers();
  await loadTasks();
  console.log(`loaded ${owners} owners and ${tasks} tasks in ${seconds(loadMs)} s`);
  const vacuumMs = performance.now();
  await client.query('VACUUM (ANALYZE) users');
  await client.query('VACUUM (ANALYZE) lists');
  await client.query('VACUUM (ANALYZE) tasks');
  console.log(`vacuumed and analysed in ${seconds(vacuumMs)} s`);
  await tellSizes();
  for (const atOnce of [1, 8]) {
    await measure(`list of ${tasksEach}`, atOnce, (owner) => store.list(emailOf(owner)));
    // The same owners again, with the version that they know.
    const versions = new Map<string, string>();
    const list = async (owner: number) => {
      const email = emailOf(owner);
      versions.set(email, (await store.list(email, versions.get(email))).version);
    };
    await measure(`list of ${tasksEach}, again`, atOnce, list);
    await measure(`list of ${tasksEach}, unchanged`, atOnce, list);
    await measure('insert with a key', atOnce, (owner, n) =>
      store.createTask(emailOf(owner), fieldsOf(n), nowMs, {
        idempotency: { key: `${atOnce}-${n}`, bodyHash: 'hash' },
      }),
    );
  }
} finally {
  await client.end();
  await store.close();
  await cluster?.remove();
}

async function loadUsers(): Promise<void> {
  await client.query(
    `INSERT INTO users (id, email, created_at_ms)
     SELECT n, 'person-' || n || '@example.com', $1 FROM generate_series(1, $2::bigint) AS n`,
    [nowMs, owners],
  );
  // The next block of ids of each owner is above the ids of all tasks.
  await client.query(
    'INSERT INTO lists SELECT n, 0, ($1::bigint / 64 + n) * 64 FROM generate_series(1, $2::bigint) AS n',
    [tasks, owners],
  );
  await client.query("SELECT setval('task_ids', ($1::bigint / 64 + $2 + 1) * 64)", [tasks, owners]);
}

/** Loads one task for each owner in each round, as in real use: the tasks of one owner are far from each other on disk. */
async function loadTasks(): Promise<void> {
  const perStatement = 500_000;
  // Foreign keys are off: every owner exists, and the checks would take most of the time. Only a superuser may set this.
  if (cluster) await client.query('SET session_replication_role = replica');
  for (let from = 1; from <= tasks; from += perStatement) {
    await client.query(
      `INSERT INTO tasks (owner, id, description, due_date, importance, state, created_at_ms, updated_at_ms)
       SELECT (n * 7919) % $3 + 1, n, 'Task number ' || n || ', with a description of ordinary length',
         date '2026-01-01' + (n % 365)::int, (ARRAY['LOW', 'MEDIUM', 'HIGH'])[1 + n % 3],
         (ARRAY['TODO', 'WORKING', 'DONE'])[1 + n % 3], $4::bigint, $4::bigint
       FROM generate_series($1::bigint, $2::bigint) AS n`,
      [from, Math.min(tasks, from + perStatement - 1), owners, nowMs],
    );
    console.log(`${Math.min(tasks, from + perStatement - 1)} tasks`);
  }
}

/** Prints the size of each table. */
async function tellSizes(): Promise<void> {
  for (const [table, rows] of Object.entries({ users: owners, lists: owners, tasks })) {
    const [sizes = {}] = await query(
      `SELECT pg_table_size('${table}') AS "the table", pg_indexes_size('${table}') AS "its indexes"`,
    );
    for (const [what, bytes] of Object.entries(sizes)) {
      console.log(
        `${table}, ${what}: ${(Number(bytes) / 1e6).toFixed(1)} MB, ${(Number(bytes) / rows).toFixed(0)} bytes a row`,
      );
    }
  }
}

/** Measures requests of owners from the whole table, so that reads from disk are included. */
async function measure(
  what: string,
  atOnce: number,
  run: (owner: number, n: number) => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  let next = 0;
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < samples) {
        const n = next++;
        const askedMs = performance.now();
        await run(((n * 104_729) % owners) + 1, n);
        times.push(performance.now() - askedMs);
      }
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const at = (percent: number) =>
    (sorted[Math.floor((sorted.length * percent) / 100)] ?? 0).toFixed(2);
  const rate = Math.round((samples * 1000) / (performance.now() - startMs));
  console.log(`${what}, ${atOnce} at once: p50 ${at(50)} ms, p99 ${at(99)} ms, ${rate} a second`);
}

function fieldsOf(n: number) {
  return {
    description: `Made while measuring, ${n}`,
    dueDate: '2026-03-01',
    importance: 'LOW',
    state: 'TODO',
  } as const;
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1);
}
