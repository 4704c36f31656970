import { revocationColumns, expiring, keyColumns, selectExpired } from '../row.ts';
import { bytesBesideDescription, idempotencyLifetimeMs } from '../store.ts';
import type { Statement } from './postgres-pool.ts';

const taskColumns = 'owner, id, description, due_date, importance, state, created_at_ms, updated_at_ms';
const bytesOf = (description: string) =>
  `(${bytesBesideDescription} + octet_length(to_json(${description}::text)::text))::bigint`;
const now = 'floor(extract(epoch FROM now()) * 1000000)::bigint';
/** Versions of one list increase; the time in them is later than all that a failover has lost. */
const nextVersion = `greatest(lists.version + 1, ${now})`;
const isCounted = 'lists.counted_version = lists.version';
/** The sequence `task_ids` counts in steps of so many, because earlier releases take as many ids at once. */
export const idsInBlock = 64;

/** All statements; each is one transaction. The text of a name stays the same for the life of the process. */
export const statements = {
  check: { name: 'check', text: 'SELECT 1' },
  findUser: { name: 'find_user', text: 'SELECT id FROM users WHERE email = $1', repeatable: true },
  addUser: {
    name: 'add_user',
    text: `WITH made AS (
             INSERT INTO users (id, email, created_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id)
           INSERT INTO lists (owner, version, last_task_id, tasks, bytes, counted_version)
           SELECT id, ${now}, nextval('task_ids'), 0, 0, ${now} FROM made`,
    repeatable: true,
  },
  /** For a user of an earlier release that ended between user and list. */
  addList: {
    name: 'add_list',
    text: `INSERT INTO lists (owner, version, last_task_id)
           SELECT id, ${now}, nextval('task_ids') FROM users WHERE id = $1 ON CONFLICT DO NOTHING`,
    repeatable: true,
  },
  /** The numbers count only together with the version at which they were read: another write changes it. */
  countTasks: {
    name: 'count_tasks',
    text: `WITH seen AS (
             SELECT version, (SELECT count(*) FROM tasks WHERE owner = $1) AS tasks,
               (SELECT coalesce(sum(${bytesOf('description')}), 0) FROM tasks WHERE owner = $1) AS bytes
             FROM lists WHERE owner = $1)
           UPDATE lists SET tasks = seen.tasks, bytes = seen.bytes, counted_version = seen.version
           FROM seen WHERE owner = $1 AND lists.version = seen.version`,
    repeatable: true,
  },
  /** The numbers of the owner, null when they do not count, and the bytes of the task $2 as it is and with the description $3. */
  findCounts: {
    name: 'find_counts',
    text: `SELECT CASE WHEN ${isCounted} THEN tasks END, bytes, coalesce(keys_end_ms, 0),
             (SELECT ${bytesOf('description')} FROM tasks WHERE owner = $1 AND id = $2), ${bytesOf('$3')}
           FROM users LEFT JOIN lists ON owner = $1 WHERE id = $1`,
    repeatable: true,
  },
  /** The version, and the JSON of the tasks unless it is the version that the caller knows. */
  readList: {
    name: 'read_list',
    text: `SELECT owner || '.' || version, CASE WHEN owner || '.' || version IS DISTINCT FROM $2 THEN (
             SELECT '[' || coalesce(string_agg(
               '{"id":' || id || ',"description":' || to_json(description) ||
               ',"dueDate":"' || to_char(due_date, 'YYYY-MM-DD') ||
               '","importance":"' || importance || '","state":"' || state || '"}',
               ',' ORDER BY due_date, id), '') || ']'
             FROM tasks WHERE owner = $1) END
           FROM lists WHERE owner = $1`,
    repeatable: true,
  },
  // Each write locks the list first, so that what it reads after that is the latest. No row: findCounts tells why.
  addTask: {
    name: 'add_task',
    text: `WITH list AS (
             UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion},
               last_task_id = nextval('task_ids') + 1, tasks = tasks + 1, bytes = bytes + ${bytesOf('$2')}
             WHERE owner = $1 AND ${isCounted} AND tasks < $7::bigint AND bytes + ${bytesOf('$2')} <= $8::bigint
             RETURNING owner, last_task_id)
           INSERT INTO tasks (${taskColumns})
           SELECT owner, last_task_id, $2, $3::date, $4, $5, $6::bigint, $6::bigint FROM list RETURNING id`,
  },
  /** No row also when the key has not expired. */
  addTaskOnce: {
    name: 'add_task_once',
    text: `WITH list AS (
             SELECT owner FROM lists
             WHERE owner = $1 AND ${isCounted} AND tasks < $7::bigint AND bytes + ${bytesOf('$2')} <= $8::bigint
               AND coalesce(keys_end_ms, 0) + $12::bigint <= $6::bigint + ${idempotencyLifetimeMs}
             FOR UPDATE),
           kept AS (
             INSERT INTO idempotency AS old (owner, key, body_hash, task_id, created_at_ms)
             SELECT owner, $9, $10, nextval('task_ids') + 1, $6 FROM list
             ON CONFLICT (owner, key) DO UPDATE
               SET body_hash = excluded.body_hash, task_id = excluded.task_id, created_at_ms = excluded.created_at_ms
               WHERE old.created_at_ms <= $11
             RETURNING owner, task_id),
           counted AS (
             UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion},
               last_task_id = kept.task_id, tasks = tasks + 1, bytes = bytes + ${bytesOf('$2')},
               keys_end_ms = greatest(keys_end_ms, $6::bigint) + $12::bigint
             FROM kept WHERE lists.owner = $1)
           INSERT INTO tasks (${taskColumns})
           SELECT owner, task_id, $2, $3::date, $4, $5, $6::bigint, $6::bigint FROM kept RETURNING id`,
    repeatable: true,
  },
  replaceTask: {
    name: 'replace_task',
    text: `WITH list AS (SELECT owner FROM lists WHERE owner = $1 AND ${isCounted} FOR UPDATE),
           before AS (
             SELECT ${bytesOf('description')} AS bytes FROM list JOIN tasks ON tasks.owner = $1 AND id = $2
             FOR UPDATE OF tasks),
           counted AS (
             UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion},
               bytes = lists.bytes + ${bytesOf('$3')} - before.bytes
             FROM before
             WHERE owner = $1 AND (${bytesOf('$3')} <= before.bytes
                                   OR lists.bytes + ${bytesOf('$3')} - before.bytes <= $8::bigint)
             RETURNING owner)
           UPDATE tasks SET description = $3, due_date = $4::date, importance = $5, state = $6, updated_at_ms = $7
           FROM counted WHERE tasks.owner = $1 AND id = $2 RETURNING id`,
  },
  deleteTask: {
    name: 'delete_task',
    text: `WITH list AS (SELECT owner FROM lists WHERE owner = $1 FOR UPDATE),
           gone AS (
             DELETE FROM tasks USING list WHERE tasks.owner = $1 AND id = $2
             RETURNING ${bytesOf('description')} AS bytes)
           UPDATE lists SET version = ${nextVersion},
             counted_version = CASE WHEN ${isCounted} THEN ${nextVersion} END,
             tasks = tasks - 1, bytes = lists.bytes - gone.bytes
           FROM gone WHERE owner = $1 RETURNING owner`,
  },
  findKey: {
    name: 'find_key',
    text: `SELECT ${keyColumns} FROM idempotency WHERE owner = $1 AND key = $2 AND created_at_ms > $3`,
    repeatable: true,
  },
  findRenewal: {
    name: 'find_renewal',
    text: 'SELECT sealed FROM renewals WHERE token_hash = $1 AND until_ms > $2',
    repeatable: true,
  },
  takeRenewal: {
    name: 'take_renewal',
    text: `INSERT INTO renewals AS old (token_hash, sealed, until_ms) VALUES ($1, NULL, $3)
           ON CONFLICT (token_hash) DO UPDATE SET sealed = NULL, until_ms = excluded.until_ms
             WHERE old.until_ms <= $2
           RETURNING 1`,
  },
  publishRenewal: {
    name: 'publish_renewal',
    text: `INSERT INTO renewals (token_hash, sealed, until_ms) VALUES ($1, $2, $3)
           ON CONFLICT (token_hash) DO UPDATE SET sealed = excluded.sealed, until_ms = excluded.until_ms`,
    repeatable: true,
  },
  dropClaim: { name: 'drop_claim', text: 'DELETE FROM renewals WHERE token_hash = $1 AND sealed IS NULL' },
  /** Of two concurrent writes the later one may commit first, so readers of the list start a little earlier. */
  noteRevocation: {
    name: 'note_revocation',
    text: `INSERT INTO endings AS old (subject, ended_at_ms, until_ms, noted_at_ms)
           VALUES ($1, $2, $3, greatest(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                                        (SELECT max(noted_at_ms) FROM endings)))
           ON CONFLICT (subject) DO UPDATE
             SET ended_at_ms = greatest(old.ended_at_ms, excluded.ended_at_ms),
                 until_ms = greatest(old.until_ms, excluded.until_ms), noted_at_ms = excluded.noted_at_ms`,
    repeatable: true,
  },
  listRevocations: {
    name: 'list_revocations',
    text: `SELECT ${revocationColumns} FROM endings WHERE (noted_at_ms, subject) > ($1, $2)
           ORDER BY noted_at_ms, subject LIMIT $3`,
    repeatable: true,
  },
} as const satisfies Record<string, Statement>;

/** Each returns the number of removed rows. Rows that another process is removing are skipped. */
export const sweeps: ReadonlyArray<Readonly<{ statement: Statement; keptMs: number }>> = expiring.map(
  (one) => ({
    keptMs: one.keptMs,
    statement: {
      name: `sweep_${one.table}`,
      text: `WITH gone AS (
               DELETE FROM ${one.table} WHERE (${one.key}) IN (
                 ${selectExpired(one, '$1')} FOR UPDATE SKIP LOCKED)
               RETURNING 1)
             SELECT count(*) FROM gone`,
      repeatable: true,
    },
  }),
);
