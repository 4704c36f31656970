import { expiring, selectExpired } from '../expiring.ts';
import type { Statement } from './postgres-pool.ts';
import { endingColumns } from '../row.ts';

/** Whether the owner has fewer tasks than the parameter. PostgreSQL reads no more rows than that. */
const hasRoom = (most: string) =>
  `NOT EXISTS (SELECT 1 FROM tasks WHERE owner = $1 OFFSET ${most}::bigint - 1 LIMIT 1)`;
const taskColumns = 'owner, id, description, due_date, importance, state, created_at_ms, updated_at_ms';
/**
 * Every write of a task changes the version of its list first. Versions of one list increase; the time in them is later than all
 * that a failover has lost.
 */
const changeVersion = 'version = greatest(version + 1, floor(extract(epoch FROM now()) * 1000000)::bigint)';
const changeList = `UPDATE lists SET ${changeVersion} WHERE owner = $1 RETURNING owner`;
/** The sequence `task_ids` counts in blocks of as many ids, each for one list. */
export const idsInBlock = 64;
const takeId = (most: string) =>
  `UPDATE lists SET ${changeVersion}, last_task_id = last_task_id + 1
   WHERE owner = $1 AND last_task_id % ${idsInBlock} < ${idsInBlock} - 1 AND ${hasRoom(most)} RETURNING owner, last_task_id`;

/** All statements; each is one transaction. The text of a name stays the same for the life of the process. */
export const statements = {
  check: { name: 'check', text: 'SELECT 1' },
  findUser: { name: 'find_user', text: 'SELECT id FROM users WHERE email = $1', repeatable: true },
  addUser: {
    name: 'add_user',
    text: 'INSERT INTO users (id, email, created_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    repeatable: true,
  },
  /** Makes the list of a user, or gives it a new block of ids if it has used up the last one. */
  giveIds: {
    name: 'give_ids',
    text: `INSERT INTO lists AS list (owner, version, last_task_id)
           SELECT id, 0, nextval('task_ids') FROM users WHERE id = $1
           ON CONFLICT (owner) DO UPDATE SET last_task_id = excluded.last_task_id
             WHERE list.last_task_id % ${idsInBlock} = ${idsInBlock} - 1`,
    repeatable: true,
  },
  /** The version, and the JSON of the tasks unless it is the version that the caller knows. */
  readList: {
    name: 'read_list',
    text: `SELECT version, CASE WHEN version IS DISTINCT FROM $2 THEN (
             SELECT '[' || coalesce(string_agg(
               '{"id":' || id || ',"description":' || to_json(description) ||
               ',"dueDate":"' || to_char(due_date, 'YYYY-MM-DD') ||
               '","importance":"' || importance || '","state":"' || state || '"}',
               ',' ORDER BY due_date, id), '') || ']'
             FROM tasks WHERE owner = $1) END
           FROM lists WHERE owner = $1`,
    repeatable: true,
  },
  /** No row: the list is missing, has used up its ids or has the maximum number of tasks. */
  addTask: {
    name: 'add_task',
    text: `WITH list AS (${takeId('$7')})
           INSERT INTO tasks (${taskColumns})
           SELECT owner, last_task_id, $2, $3::date, $4, $5, $6::bigint, $6::bigint FROM list RETURNING id`,
  },
  /** A row: this owner has the maximum number of tasks. */
  findTaskBeyond: {
    name: 'find_task_beyond',
    text: `SELECT 1 FROM lists WHERE owner = $1 AND NOT ${hasRoom('$2')}`,
    repeatable: true,
  },
  /** No row also when the key has not expired. The second of two concurrent creates waits until the first has committed. */
  addTaskOnce: {
    name: 'add_task_once',
    text: `WITH list AS (${takeId('$10')}), kept AS (
             INSERT INTO idempotency AS old (owner, key, body_hash, task_id, created_at_ms)
             SELECT owner, $7, $8, last_task_id, $6 FROM list
             ON CONFLICT (owner, key) DO UPDATE
               SET body_hash = excluded.body_hash, task_id = excluded.task_id, created_at_ms = excluded.created_at_ms
               WHERE old.created_at_ms <= $9
             RETURNING owner, task_id)
           INSERT INTO tasks (${taskColumns})
           SELECT owner, task_id, $2, $3::date, $4, $5, $6::bigint, $6::bigint FROM kept RETURNING id`,
    repeatable: true,
  },
  replaceTask: {
    name: 'replace_task',
    text: `WITH list AS (${changeList})
           UPDATE tasks SET description = $3, due_date = $4::date, importance = $5, state = $6, updated_at_ms = $7
           FROM list WHERE tasks.owner = $1 AND id = $2 RETURNING id`,
  },
  deleteTask: {
    name: 'delete_task',
    text: `WITH list AS (${changeList})
           DELETE FROM tasks USING list WHERE tasks.owner = $1 AND id = $2 RETURNING id`,
  },
  findKey: {
    name: 'find_key',
    text: `SELECT task_id, body_hash FROM idempotency WHERE owner = $1 AND key = $2 AND created_at_ms > $3`,
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
  noteEnding: {
    name: 'note_ending',
    text: `INSERT INTO endings AS old (subject, ended_at_ms, until_ms, noted_at_ms)
           VALUES ($1, $2, $3, greatest(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                                        (SELECT max(noted_at_ms) FROM endings)))
           ON CONFLICT (subject) DO UPDATE
             SET ended_at_ms = greatest(old.ended_at_ms, excluded.ended_at_ms),
                 until_ms = greatest(old.until_ms, excluded.until_ms), noted_at_ms = excluded.noted_at_ms`,
    repeatable: true,
  },
  findEndings: {
    name: 'find_endings',
    text: `SELECT ${endingColumns} FROM endings WHERE subject = ANY ($1)`,
    repeatable: true,
  },
  listEndings: {
    name: 'list_endings',
    text: `SELECT ${endingColumns} FROM endings WHERE (noted_at_ms, subject) > ($1, $2)
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
