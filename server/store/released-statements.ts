/** A statement as a release sends it, with its values and its number of rows on `dataOfVersion1`. They run in this order. */
type Sent = readonly [text: string, values: readonly unknown[], rows: number];

/** The statements of the code of earlier schema versions, word for word. They never change: that code is in use. */
export const releasedStatements: ReadonlyArray<Readonly<{ version: number; sent: readonly Sent[] }>> = [
  { version: 1, sent: usersAndTasks() },
  { version: 2, sent: [...usersAndTasks(), ...renewals()] },
  { version: 3, sent: [...usersAndTasks(), ...renewals(), ...idempotency()] },
];

/** The data before those statements run: one task, and the last assigned id. */
export const dataOfVersion1 = `
  INSERT INTO users VALUES (7, 'ada@example.com', 1);
  SELECT setval('task_ids', 41);
  INSERT INTO tasks VALUES (7, 41, 'Walk', '2026-03-01', 'LOW', 'TODO', 1, 1);`;

function usersAndTasks(): readonly Sent[] {
  const [ada, eve] = ['ada@example.com', 'eve@example.com'];
  const run = ['Run', '2026-03-02', 'HIGH', 'DONE', 2];
  const addUser = 'INSERT INTO users (email, created_at_ms) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING';
  const ofOwner = 'owner = (SELECT id FROM users WHERE email = $1)';
  const listTasks = `SELECT id, description, to_char(due_date, 'YYYY-MM-DD'), importance, state
    FROM tasks WHERE ${ofOwner} ORDER BY due_date, id`;
  return [
    ['SELECT 1', [], 1],
    ['SELECT id FROM users WHERE email = $1', [ada], 1],
    [addUser, [eve, 2], 0],
    [addUser, [ada, 2], 0],
    [
      `INSERT INTO tasks (owner, id, description, due_date, importance, state, created_at_ms, updated_at_ms)
       SELECT users.id, nextval('task_ids'), $2, $3::date, $4, $5, $6::bigint, $6::bigint
       FROM users WHERE email = $1 RETURNING id`,
      [eve, ...run],
      1,
    ],
    [listTasks, [eve], 1],
    [
      `UPDATE tasks SET description = $3, due_date = $4::date, importance = $5, state = $6, updated_at_ms = $7
       WHERE ${ofOwner} AND id = $2 RETURNING id`,
      [ada, 41, ...run],
      1,
    ],
    [`DELETE FROM tasks WHERE ${ofOwner} AND id = $2 RETURNING id`, [ada, 41], 1],
    [listTasks, [ada], 0],
  ];
}

function renewals(): readonly Sent[] {
  const take = `INSERT INTO renewals AS old (token_hash, sealed, until_ms) VALUES ($1, NULL, $3)
    ON CONFLICT (token_hash) DO UPDATE SET sealed = NULL, until_ms = excluded.until_ms
      WHERE old.until_ms <= $2
    RETURNING 1`;
  const publish = `INSERT INTO renewals (token_hash, sealed, until_ms) VALUES ($1, $2, $3)
    ON CONFLICT (token_hash) DO UPDATE SET sealed = excluded.sealed, until_ms = excluded.until_ms`;
  const find = 'SELECT sealed FROM renewals WHERE token_hash = $1 AND until_ms > $2';
  const dropOld = `DELETE FROM renewals WHERE token_hash IN (
    SELECT token_hash FROM renewals WHERE until_ms <= $1
    ORDER BY until_ms LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
  return [
    [take, ['hash', 1, 9], 1],
    [take, ['hash', 1, 9], 0],
    ['DELETE FROM renewals WHERE token_hash = $1 AND sealed IS NULL', ['hash'], 0],
    [publish, ['hash', 'sealed', 9], 0],
    [find, ['hash', 8], 1],
    [dropOld, [9], 0],
    [find, ['hash', 8], 0],
  ];
}

function idempotency(): readonly Sent[] {
  const [ada, body] = ['ada@example.com', ['Swim', '2026-03-03', 'LOW', 'TODO', 3]];
  const once = `WITH kept AS (
      INSERT INTO idempotency AS old (owner, key, body_hash, task_id, created_at_ms)
      SELECT users.id, $7, $8, nextval('task_ids'), $6 FROM users WHERE email = $1
      ON CONFLICT (owner, key) DO UPDATE
        SET body_hash = excluded.body_hash, task_id = excluded.task_id, created_at_ms = excluded.created_at_ms
        WHERE old.created_at_ms <= $9
      RETURNING owner, task_id)
    INSERT INTO tasks (owner, id, description, due_date, importance, state, created_at_ms, updated_at_ms)
    SELECT owner, task_id, $2, $3::date, $4, $5, $6::bigint, $6::bigint FROM kept RETURNING id`;
  const find = `SELECT task_id, body_hash FROM idempotency
    WHERE owner = (SELECT id FROM users WHERE email = $1) AND key = $2 AND created_at_ms > $3`;
  const dropOld = `DELETE FROM idempotency WHERE (owner, key) IN (
    SELECT owner, key FROM idempotency WHERE created_at_ms <= $1
    ORDER BY created_at_ms LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
  return [
    [once, [ada, ...body, 'key', 'hash', 0], 1],
    [once, [ada, ...body, 'key', 'hash', 0], 0],
    [find, [ada, 'key', 0], 1],
    [dropOld, [3], 0],
    [find, [ada, 'key', 0], 0],
  ];
}
