import type { DatabaseSync } from 'node:sqlite';

import { revocationColumns, expiring, readRevocation, readRenewal, selectExpired } from '../row.ts';
import type { RenewalClaim, Store } from '../store.ts';
import type { OpeningOptions } from './sqlite-database.ts';
import { forgetDamage, openSqliteDatabase, ownSqliteDatabase } from './sqlite-database.ts';
import { sqliteStoreError } from './sqlite-errors.ts';
import { makeSqliteLists } from './sqlite-lists.ts';
import type { Access } from './sqlite-tasks.ts';
import { makeSqliteTasks } from './sqlite-tasks.ts';
import { openWriteQueue } from './write-queue.ts';

/** `isService`: no other service may use the database while this store is open. */
export type StoreOptions = OpeningOptions & Readonly<{ isService?: boolean }>;

/**
 * The embedded store: one SQLite file, created when missing (":memory:" is not stored). One service and any commands may
 * have it open. Refuses a file that is newer than this release, damaged or not writable.
 */
export function openSqliteStore(path: string, options: StoreOptions = {}): Store {
  const lock = options.isService ? ownSqliteDatabase(path, options.mayMake ?? true) : undefined;
  const database = openOwned(path, options, lock);
  const queue = openWriteQueue(database, path);
  let closing: Promise<void> | undefined;

  async function read<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (cause) {
      forgetDamage(database, cause);
      throw sqliteStoreError(path, cause);
    }
  }

  async function close(): Promise<void> {
    await queue.drained();
    await read(() => database.close());
    lock?.close();
  }

  const access = { database, queue, read };
  const check = database.prepare('SELECT last FROM task_ids');
  return {
    ...makeSqliteTasks(access),
    list: makeSqliteLists(access),
    ...makeSqliteRenewals(access),
    ...makeSqliteEndings(access),
    check: () => read(() => void check.get()),
    use: () => ({ used: 0, idle: 0, waiting: queue.waiting() }),
    close: () => (closing ??= close()),
  };
}

/** Opens the database, and releases the lock if that fails. */
function openOwned(path: string, options: StoreOptions, lock?: { close: () => void }): DatabaseSync {
  try {
    return openSqliteDatabase(path, options);
  } catch (cause) {
    lock?.close();
    throw cause;
  }
}

type Renewals = Pick<Store, 'claimRenewal' | 'publishRenewal' | 'releaseRenewal'>;

function makeSqliteRenewals({ database, queue, read }: Access): Renewals {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const find = prepare('SELECT sealed FROM renewals WHERE token_hash = ? AND until_ms > ?');
  const keep = prepare('INSERT OR REPLACE INTO renewals (token_hash, sealed, until_ms) VALUES (?, ?, ?)');
  const drop = prepare('DELETE FROM renewals WHERE token_hash = ? AND sealed IS NULL');

  function findRenewal(tokenHash: string, nowMs: number): RenewalClaim | undefined {
    const row = find.get(tokenHash, nowMs);
    return row && readRenewal(row);
  }

  function take(tokenHash: string, nowMs: number, leaseEndsMs: number): RenewalClaim {
    const found = findRenewal(tokenHash, nowMs);
    if (found) return found;
    keep.run(tokenHash, null, leaseEndsMs);
    return { kind: 'claimed' };
  }

  return {
    // The read comes first, so that requests that wait for the winner do not take the write lock.
    claimRenewal: async (tokenHash, nowMs, leaseEndsMs) =>
      (await read(() => findRenewal(tokenHash, nowMs))) ??
      queue.write(null, () => take(tokenHash, nowMs, leaseEndsMs)),
    publishRenewal: (tokenHash, sealed, untilMs) =>
      queue.write(null, () => void keep.run(tokenHash, sealed, untilMs)),
    releaseRenewal: (tokenHash) => queue.write(null, () => void drop.run(tokenHash)),
  };
}

type Revocations = Pick<Store, 'noteRevocation' | 'listRevocations' | 'sweep'>;

/** The ended sessions, and the removal of expired rows. */
function makeSqliteEndings({ database, queue, read }: Access): Revocations {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const note = prepare(
    `INSERT INTO endings (subject, ended_at_ms, until_ms, noted_at_ms)
     VALUES (?, ?, ?, max(CAST(unixepoch('subsec') * 1000 AS INTEGER),
                          coalesce((SELECT max(noted_at_ms) FROM endings), 0)))
     ON CONFLICT (subject) DO UPDATE
       SET ended_at_ms = max(ended_at_ms, excluded.ended_at_ms), until_ms = max(until_ms, excluded.until_ms),
           noted_at_ms = excluded.noted_at_ms`,
  );
  const list = prepare(
    `SELECT ${revocationColumns} FROM endings WHERE (noted_at_ms, subject) > (?, ?) ORDER BY noted_at_ms, subject LIMIT ?`,
  );
  const drops = expiring.map((one) => ({
    ...one,
    drop: prepare(`DELETE FROM ${one.table} WHERE (${one.key}) IN (${selectExpired(one, '?')})`),
  }));

  return {
    noteRevocation: ({ subject, endedAtMs, untilMs }) =>
      queue.write(null, () => void note.run(subject, endedAtMs, untilMs)),
    listRevocations: ({ notedAtMs, subject }, limit) =>
      read(() => list.all(notedAtMs, subject, limit).map(readRevocation)),
    async sweep(nowMs) {
      let removed = 0;
      for (const { drop, keptMs } of drops) {
        removed += Number(await queue.write(null, () => drop.run(nowMs - keptMs).changes));
      }
      return removed;
    },
  };
}
