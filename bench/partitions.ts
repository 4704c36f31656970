import { fieldNames } from '../contract/fields.ts';
import { walk } from '../server/store/suite/kit.ts';
import { statements } from '../server/store/postgres/postgres-statements.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** Partitions the table `tasks` of an empty database by owner, as docs/sizing.md describes. */
export async function partitionTasks(query: Query, partitions: number): Promise<void> {
  await query('ALTER TABLE tasks RENAME TO tasks_in_one');
  await query('CREATE TABLE tasks (LIKE tasks_in_one INCLUDING ALL) PARTITION BY HASH (owner)');
  await query('DROP TABLE tasks_in_one');
  await query('ALTER TABLE tasks ADD FOREIGN KEY (owner) REFERENCES users (id)');
  for (let rest = 0; rest < partitions; rest++) {
    await query(
      `CREATE TABLE tasks_${rest} PARTITION OF tasks FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${rest})
       WITH (fillfactor = 90)`,
    );
  }
}

type StatementName = keyof typeof statements;

/** Every statement that reads tasks, with values for this person in the order of its parameters. */
const callsOf = (email: string): Array<readonly [StatementName, string]> => [
  ['readList', `'${email}', NULL`],
  ['countTasks', `'${email}'`],
  ['findCounts', `'${email}', 1, 'Plan'`],
  [
    'replaceTask',
    `'${email}', 1, 0, 1000000, ${fieldNames.map((name) => `'${walk[name]}'`).join()}`,
  ],
  ['deleteTask', `'${email}', 1`],
];

/** The partitions that each statement on tasks scans for this person, with the generic plan of a prepared statement. */
export async function partitionsScanned(
  query: Query,
  email: string,
): Promise<Map<StatementName, string[]>> {
  const scanned = new Map<StatementName, string[]>();
  await query('BEGIN');
  await query('SET LOCAL plan_cache_mode = force_generic_plan');
  for (const [name, values] of callsOf(email)) {
    await query(`PREPARE planned AS ${statements[name]}`);
    const rows = await query(`EXPLAIN (ANALYZE, COSTS OFF) EXECUTE planned (${values})`);
    const plan = rows
      .map((row) => String(row['QUERY PLAN']))
      .filter((line) => !line.includes('never executed'));
    const found = plan.flatMap((line) => /Scan.* on (tasks_\d+)/.exec(line)?.[1] ?? []);
    scanned.set(name, [...new Set(found)]);
    await query('DEALLOCATE planned');
  }
  await query('ROLLBACK');
  return scanned;
}
