import { fieldNames } from '../../../contract/fields.ts';
import { fieldColumns, keyColumns } from '../row.ts';
import { bytesBesideDescription, idempotencyLifetimeMs } from '../store.ts';

/** The id of the user with the email `$1`, found first: of a table that is partitioned by owner, one partition is read. */
const owner = '(SELECT id FROM users WHERE email = $1)';
/** The fields of a task as parameters. The first one, `$first`, is the description. */
const parametersFrom = (first: number) =>
  fieldNames.map((name, at) => `$${first + at}${name === 'dueDate' ? '::date' : ''}`);
/** A field whose parameter is null keeps its value. */
const replacedFrom = (first: number) =>
  parametersFrom(first).map(
    (value, at) => `${fieldColumns[at]} = coalesce(${value}, ${fieldColumns[at]})`,
  );
const jsonOfFields = fieldNames
  .map((name, at) => `',"${name}":' || to_json(${fieldColumns[at]})`)
  .join(' || ');
const bytesOf = (description: string) =>
  `(${bytesBesideDescription} + octet_length(to_json(${description}::text)::text))::bigint`;
const now = 'floor(extract(epoch FROM now()) * 1000000)::bigint';
/** Versions of one list increase. They contain the time, so that none equals a version that a failover has lost. */
const nextVersion = `greatest(lists.version + 1, ${now})`;
const isCounted = 'lists.counted_version = lists.version';
/** The increment of the sequence `task_ids`: earlier releases take this many ids at once. */
export const idsInBlock = 64;

/** Returns no row when the list has no room, its numbers are not valid, or the key $5 is in use. */
const addTask = `
  WITH list AS (
    SELECT owner FROM lists
    WHERE owner = ${owner} AND ${isCounted} AND tasks < $3::bigint AND bytes + ${bytesOf('$9')} <= $4::bigint
      AND ($5::text IS NULL OR coalesce(keys_end_ms, 0) + $8::bigint <= $2::bigint + ${idempotencyLifetimeMs})
    FOR UPDATE),
  next AS (SELECT owner, nextval('task_ids') + 1 AS id FROM list),
  kept AS (
    INSERT INTO idempotency AS old (owner, key, body_hash, task_id, created_at_ms)
    SELECT owner, $5, $6, id, $2::bigint FROM next WHERE $5 IS NOT NULL
    ON CONFLICT (owner, key) DO UPDATE
      SET body_hash = excluded.body_hash, task_id = excluded.task_id, created_at_ms = excluded.created_at_ms
      WHERE old.created_at_ms <= $7::bigint
    RETURNING task_id),
  made AS (SELECT owner, id FROM next WHERE $5 IS NULL OR EXISTS (SELECT FROM kept)),
  counted AS (
    UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion}, last_task_id = made.id,
      tasks = tasks + 1, bytes = bytes + ${bytesOf('$9')},
      keys_end_ms = CASE WHEN $5 IS NULL THEN keys_end_ms ELSE greatest(keys_end_ms, $2::bigint) + $8::bigint END
    FROM made WHERE lists.owner = made.owner)
  INSERT INTO tasks (owner, id, ${fieldColumns.join(', ')}, created_at_ms, updated_at_ms)
  SELECT owner, id, ${parametersFrom(9).join(', ')}, $2::bigint, $2::bigint FROM made RETURNING id`;

/** All statements on users and tasks; each is one transaction. The text of each stays the same for the life of the process. */
export const statements = {
  check: 'SELECT 1',
  /** $4 is the time of a sign-in, or null. */
  addUser: `WITH made AS (
      INSERT INTO users (email, id, created_at_ms, signed_in_at_ms) VALUES ($1, $2, $3, $4)
      ON CONFLICT (email) DO UPDATE SET signed_in_at_ms = coalesce(excluded.signed_in_at_ms, users.signed_in_at_ms)
      RETURNING id)
    INSERT INTO lists (owner, version, last_task_id, tasks, bytes, counted_version)
    SELECT id, ${now}, nextval('task_ids'), 0, 0, ${now} FROM made ON CONFLICT (owner) DO NOTHING`,
  /**
   * Counts the tasks after a write of an earlier release, and adds the row in `lists` for a user whom that release has added. The
   * numbers are stored only when the version is still the one at which they were read.
   */
  countTasks: `INSERT INTO lists (owner, version, last_task_id, tasks, bytes, counted_version)
    SELECT id, coalesce(version, ${now}), nextval('task_ids'),
      (SELECT count(*) FROM tasks WHERE owner = ${owner}),
      (SELECT coalesce(sum(${bytesOf('description')}), 0) FROM tasks WHERE owner = ${owner}),
      coalesce(version, ${now})
    FROM users LEFT JOIN lists ON lists.owner = id WHERE email = $1
    ON CONFLICT (owner) DO UPDATE
      SET tasks = excluded.tasks, bytes = excluded.bytes, counted_version = excluded.version
      WHERE lists.version = excluded.version`,
  /** The numbers of the owner (null: not valid), and the bytes of the task $2 now and with the description $3. */
  findCounts: `SELECT CASE WHEN ${isCounted} THEN tasks END, bytes, coalesce(keys_end_ms, 0),
      (SELECT ${bytesOf('description')} FROM tasks WHERE owner = ${owner} AND id = $2), ${bytesOf('$3')}
    FROM users LEFT JOIN lists ON lists.owner = users.id WHERE email = $1`,
  /** The version, and the JSON of the tasks; null when $2 is the version. */
  readList: `SELECT owner || '.' || version, CASE WHEN owner || '.' || version IS DISTINCT FROM $2 THEN (
      SELECT '[' || coalesce(string_agg(
        '{"id":' || id || ${jsonOfFields} || '}',
        ',' ORDER BY due_date, id), '') || ']'
      FROM tasks WHERE tasks.owner = lists.owner) END
    FROM users JOIN lists ON lists.owner = users.id WHERE email = $1`,
  // Each write locks the row in `lists` first, so that it reads the latest data. No row: findCounts or findKey gives the reason.
  addTask,
  replaceTask: `WITH list AS (SELECT owner FROM lists WHERE owner = ${owner} AND ${isCounted} FOR UPDATE),
    before AS (
      SELECT ${bytesOf('description')} AS bytes
      FROM list JOIN tasks ON tasks.owner = ${owner} AND id = $2 FOR UPDATE OF tasks),
    counted AS (
      UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion},
        bytes = lists.bytes + ${bytesOf('$5')} - before.bytes
      FROM before
      WHERE owner = ${owner} AND (${bytesOf('$5')} <= before.bytes
                                  OR lists.bytes + ${bytesOf('$5')} - before.bytes <= $4::bigint)
      RETURNING owner)
    UPDATE tasks SET ${replacedFrom(5).join()}, updated_at_ms = $3
    FROM counted WHERE tasks.owner = ${owner} AND id = $2 RETURNING id`,
  deleteTask: `WITH list AS (SELECT owner FROM lists WHERE owner = ${owner} FOR UPDATE),
    gone AS (
      DELETE FROM tasks USING list WHERE tasks.owner = ${owner} AND id = $2
      RETURNING ${bytesOf('description')} AS bytes)
    UPDATE lists SET version = ${nextVersion},
      counted_version = CASE WHEN ${isCounted} THEN ${nextVersion} END,
      tasks = tasks - 1, bytes = lists.bytes - gone.bytes
    FROM gone WHERE owner = ${owner} RETURNING owner`,
  findKey: `SELECT ${keyColumns} FROM idempotency WHERE owner = ${owner} AND key = $2 AND created_at_ms > $3`,
};
