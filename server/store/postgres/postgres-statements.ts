import { fieldNames } from '../../../contract/fields.ts';
import type { Row } from '../row.ts';
import { fieldColumns, keyColumns } from '../row.ts';
import { bytesBesideDescription } from '../store.ts';

/** Runs a statement as a transaction of its own. */
export type Run = (text: string, ...values: unknown[]) => Promise<Row[]>;

/** The fields of a task as parameters. The first one, `$first`, is the description. */
const parametersFrom = (first: number) =>
  fieldNames.map((name, at) => `$${first + at}${name === 'dueDate' ? '::date' : ''}`);
/** A field whose parameter is null keeps its value. */
const replacedFrom = (first: number) =>
  parametersFrom(first).map(
    (value, at) => `${fieldColumns[at]} = coalesce(${value}, tasks.${fieldColumns[at]})`,
  );
const jsonOfFields = fieldNames
  .map((name, at) => `',"${name}":' || to_json(${fieldColumns[at]})`)
  .join(' || ');
const bytesOf = (description: string) =>
  `(${bytesBesideDescription} + octet_length(to_json(${description}::text)::text))::bigint`;
const now = 'floor(extract(epoch FROM now()) * 1000000)::bigint';
/** Versions of one list increase. They contain the time, so that none equals a version that a failover has lost. */
const nextVersion = `greatest(lists.version + 1, ${now})`;
const versionOfList = "lists.owner || '.' || lists.version";
const isCounted = 'lists.counted_version = lists.version';
/** The task with the id `$2`. */
const theTask = 'tasks.owner = $1 AND tasks.id = $2';
/** The increment of the sequence `task_ids`: a list takes this many ids at once. */
export const idsInBlock = 64;

/**
 * All statements on users and tasks; each is one transaction. The text of each stays the same for the life of the process. `$1` is
 * the email in statements on users, and the owner's id in those on tasks, for each table: so each reads one partition or shard.
 * The functions are in `migrations/005-owners.postgres.sql`.
 */
export const statements = {
  check: 'SELECT 1',
  findOwner: 'SELECT users.id FROM users WHERE users.email = $1',
  /** `$2` is the id of a new user, `$4` the time of a sign-in, or null. */
  addUser: 'SELECT add_user($1, $2, $3, $4)',
  countTasks: 'SELECT count_tasks($1)',
  /** The numbers of the owner (null: not valid), and the bytes of the task $2 now and with the description $3. */
  findCounts: `SELECT CASE WHEN ${isCounted} THEN lists.tasks END, lists.bytes, coalesce(lists.keys_end_ms, 0),
      (SELECT ${bytesOf('description')} FROM tasks WHERE ${theTask}), ${bytesOf('$3')}
    FROM lists WHERE lists.owner = $1`,
  /** The version, and the JSON of the tasks; null when $2 is the version. */
  readList: `SELECT ${versionOfList}, CASE WHEN ${versionOfList} IS DISTINCT FROM $2 THEN (
      SELECT '[' || coalesce(string_agg(
        '{"id":' || id || ${jsonOfFields} || '}',
        ',' ORDER BY due_date, id), '') || ']'
      FROM tasks WHERE tasks.owner = $1) END
    FROM lists WHERE lists.owner = $1`,
  takeBlock: "SELECT nextval('task_ids')",
  // Each write locks the row in `lists` first, so that it reads the latest data. No row: findCounts or findKey gives the reason.
  /** `$10` is a new block of ids, or null. Returns null when the task is not created. */
  createTask: `SELECT create_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${parametersFrom(11).join(', ')})`,
  replaceTask: `WITH list AS (SELECT lists.owner FROM lists WHERE lists.owner = $1 AND ${isCounted} FOR UPDATE),
    before AS (
      SELECT ${bytesOf('tasks.description')} AS bytes
      FROM list JOIN tasks ON ${theTask} FOR UPDATE OF tasks),
    counted AS (
      UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion},
        bytes = lists.bytes + ${bytesOf('$5')} - before.bytes
      FROM before
      WHERE lists.owner = $1 AND (${bytesOf('$5')} <= before.bytes
                                  OR lists.bytes + ${bytesOf('$5')} - before.bytes <= $4::bigint)
      RETURNING lists.owner)
    UPDATE tasks SET ${replacedFrom(5).join()}, updated_at_ms = $3
    FROM counted WHERE ${theTask} RETURNING tasks.id`,
  /** The difference between the version and the counted one stays: numbers that were not valid become valid by no deletion. */
  deleteTask: `WITH list AS (SELECT lists.owner FROM lists WHERE lists.owner = $1 FOR UPDATE),
    before AS (
      SELECT ${bytesOf('tasks.description')} AS bytes
      FROM list JOIN tasks ON ${theTask} FOR UPDATE OF tasks),
    gone AS (DELETE FROM tasks USING before WHERE ${theTask} RETURNING before.bytes)
    UPDATE lists SET version = ${nextVersion},
      counted_version = ${nextVersion} + lists.counted_version - lists.version,
      tasks = lists.tasks - 1, bytes = lists.bytes - gone.bytes
    FROM gone WHERE lists.owner = $1 RETURNING lists.owner`,
  findKey: `SELECT ${keyColumns('$1')} FROM idempotency
    WHERE idempotency.owner = $1 AND idempotency.key = $2 AND idempotency.created_at_ms > $3`,
};

/** The versions of many lists, by the ids of their owners: a read on all nodes of a cluster, which locks nothing. */
export const findVersions = `SELECT lists.owner, ${versionOfList} FROM lists WHERE lists.owner = ANY ($1::bigint[])`;
