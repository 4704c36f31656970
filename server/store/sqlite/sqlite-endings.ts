import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { expiring, selectExpired } from '../expiring.ts';
import { endingColumns, readEnding } from '../row.ts';
import type { Store } from '../store.ts';
import type { WriteQueue } from './write-queue.ts';

type Access = Readonly<{
  database: DatabaseSync;
  queue: WriteQueue;
  read: <T>(work: () => T) => Promise<T>;
}>;

type Endings = Pick<Store, 'noteEnding' | 'findEndings' | 'listEndings' | 'sweep'>;

/** The ended sessions, and the removal of expired rows, on SQLite. */
export function makeSqliteEndings({ database, queue, read }: Access): Endings {
  const prepare = (sql: string): StatementSync => database.prepare(sql, { returnArrays: true });
  const note = prepare(
    `INSERT INTO endings (subject, ended_at_ms, until_ms, noted_at_ms)
     VALUES (?, ?, ?, max(CAST(unixepoch('subsec') * 1000 AS INTEGER),
                          coalesce((SELECT max(noted_at_ms) FROM endings), 0)))
     ON CONFLICT (subject) DO UPDATE
       SET ended_at_ms = max(ended_at_ms, excluded.ended_at_ms), until_ms = max(until_ms, excluded.until_ms),
           noted_at_ms = excluded.noted_at_ms`,
  );
  const find = prepare(`SELECT ${endingColumns} FROM endings WHERE subject = ?`);
  const list = prepare(
    `SELECT ${endingColumns} FROM endings WHERE (noted_at_ms, subject) > (?, ?) ORDER BY noted_at_ms, subject LIMIT ?`,
  );
  const drops = expiring.map((one) => ({
    ...one,
    drop: prepare(`DELETE FROM ${one.table} WHERE (${one.key}) IN (${selectExpired(one, '?')})`),
  }));

  return {
    noteEnding: ({ subject, endedAtMs, untilMs }) =>
      queue.write(null, () => void note.run(subject, endedAtMs, untilMs)),
    findEndings: (subjects) => read(() => subjects.flatMap((subject) => find.all(subject).map(readEnding))),
    listEndings: ({ notedAtMs, subject }, limit) =>
      read(() => list.all(notedAtMs, subject, limit).map(readEnding)),
    async sweep(nowMs) {
      let removed = 0;
      for (const { drop, keptMs } of drops) {
        removed += Number(await queue.write(null, () => drop.run(nowMs - keptMs).changes));
      }
      return removed;
    },
  };
}
