import type { Row } from './row.ts';
import { readInteger, readText } from './row.ts';
import type { Store } from './store.ts';
import { idempotencyLifetimeMs } from './store.ts';

type SessionStatements = Readonly<{
  /** Returns the function that runs a statement, whose parameters are `$1`, `$2`, ..., as a transaction of its own. */
  prepare: (text: string) => (...values: (string | number)[]) => Promise<Row[]>;
  /** SQL that differs between the engines: the clock in milliseconds, the greater of two values, and the lock of rows. */
  clockMs: string;
  greater: string;
  lock: string;
}>;

/**
 * The operations on renewals and revocations, audit lines, expired rows and the numbers for the metrics: the same on both engines.
 * In each statement each parameter occurs once, in order.
 */
export function makeSessions({ prepare, clockMs, greater, lock }: SessionStatements) {
  const findRenewal = prepare(
    'SELECT sealed FROM renewals WHERE token_hash = $1 AND until_ms > $2',
  );
  const takeRenewal = prepare(
    `INSERT INTO renewals AS old (token_hash, sealed, until_ms) VALUES ($1, NULL, $2)
     ON CONFLICT (token_hash) DO UPDATE SET sealed = NULL, until_ms = excluded.until_ms
       WHERE old.until_ms <= $3
     RETURNING 1`,
  );
  const publishRenewal = prepare(
    `INSERT INTO renewals (token_hash, sealed, until_ms) VALUES ($1, $2, $3)
     ON CONFLICT (token_hash) DO UPDATE SET sealed = excluded.sealed, until_ms = excluded.until_ms`,
  );
  const dropClaim = prepare('DELETE FROM renewals WHERE token_hash = $1 AND sealed IS NULL');
  /** A process of the previous release, which may run at the same time, finds new rows by noted_at_ms. */
  const noteRevocation = prepare(
    `INSERT INTO endings AS old (subject, ended_at_ms, until_ms, noted_at_ms)
     VALUES ($1, $2, $3, ${greater}(${clockMs}, coalesce((SELECT max(noted_at_ms) FROM endings), 0)))
     ON CONFLICT (subject) DO UPDATE
       SET ended_at_ms = ${greater}(old.ended_at_ms, excluded.ended_at_ms),
           until_ms = ${greater}(old.until_ms, excluded.until_ms), noted_at_ms = excluded.noted_at_ms`,
  );
  const findRevocation = prepare(
    'SELECT max(ended_at_ms) FROM endings WHERE subject IN ($1, $2, $3, $4)',
  );
  /** Longer than a transaction takes, which reads the clock before it is visible. */
  const findNewRevocations = prepare(
    `SELECT subject, ended_at_ms FROM endings WHERE noted_at_ms > ${clockMs} - 10000`,
  );
  const takeAuditLines = prepare('DELETE FROM audit_lines RETURNING line');
  const countUsers = prepare('SELECT count(*) FROM users');
  /** The stored number of tasks is valid only for the version at which it was counted. */
  const countTasks = prepare(
    `SELECT CAST(coalesce(sum(CASE WHEN counted_version = version THEN lists.tasks ELSE
       (SELECT count(*) FROM tasks WHERE tasks.owner = lists.owner) END), 0) AS bigint) FROM lists`,
  );
  /** Removes the oldest expired rows, few enough to delay no other statement. Skips rows that another process removes. */
  const sweepOf = (table: string, key: string, column: string, skip: string) =>
    prepare(
      `DELETE FROM ${table} WHERE ${column} <= $1 AND (${key}) IN (
       SELECT ${key} FROM ${table} WHERE ${column} <= $2 ORDER BY ${column} LIMIT 500 ${skip})
     RETURNING 1`,
    );
  const sweeps = [
    { sweep: sweepOf('renewals', 'token_hash', 'until_ms', lock), keptMs: 0 },
    { sweep: sweepOf('endings', 'subject', 'until_ms', lock), keptMs: 0 },
    // Without the lock, which Citus refuses on all shards: a key that is used again meanwhile no longer meets the outer condition.
    {
      sweep: sweepOf('idempotency', 'owner, key', 'created_at_ms', ''),
      keptMs: idempotencyLifetimeMs,
    },
  ];

  return {
    async claimRenewal(tokenHash, nowMs, leaseEndsMs) {
      // The read comes first: requests that wait for the process with the lease take no lock.
      const [found] = await findRenewal(tokenHash, nowMs);
      if (found && found[0] !== null) return { kind: 'published', sealed: readText(found) };
      const [claimed] = found ? [] : await takeRenewal(tokenHash, leaseEndsMs, nowMs);
      return { kind: claimed ? 'claimed' : 'taken' };
    },
    publishRenewal: async (...values) => void (await publishRenewal(...values)),
    releaseRenewal: async (tokenHash) => void (await dropClaim(tokenHash)),
    noteRevocation: async ({ subject, endedAtMs, untilMs }) =>
      void (await noteRevocation(subject, endedAtMs, untilMs)),
    async findRevocation([one = '', two = one, three = one, four = one]) {
      const [row] = await findRevocation(one, two, three, four);
      if (row?.[0] === null) return -Infinity;
      return readInteger(row);
    },
    findNewRevocations: async () =>
      (await findNewRevocations()).map((row) => ({
        subject: readText(row),
        endedAtMs: readInteger(row, 1),
      })),
    takeAuditLines: async () => (await takeAuditLines()).map((row) => readText(row)),
    async count() {
      const [people] = await countUsers();
      const [tasks] = await countTasks();
      return { people: readInteger(people), tasks: readInteger(tasks) };
    },
    async sweep(nowMs) {
      let removed = 0;
      for (const { sweep, keptMs } of sweeps) {
        const endMs = nowMs - keptMs;
        removed += (await sweep(endMs, endMs)).length;
      }
      return removed;
    },
  } satisfies Partial<Store>;
}
