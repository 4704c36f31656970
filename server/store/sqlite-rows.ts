import { openSqliteDatabase } from './sqlite-database.ts';
import type { Rows, Table } from './tables.ts';
import { valuesOf } from './tables.ts';

/** The rows of the embedded database at `path`, which is made or brought forward first. */
export function openSqliteRows(path: string): Rows {
  const database = openSqliteDatabase(path);
  return {
    async read(table, { after, upTo, limit = -1 }) {
      const key = `(${table.key.join(', ')})`;
      const where = [
        ...(after ? [`${key} > (${marks(after)})`] : []),
        ...(upTo ? [`${key} <= (${marks(upTo)})`] : []),
      ];
      const text = `SELECT ${names(table)} FROM ${table.name} WHERE ${['true', ...where].join(' AND ')}
                    ORDER BY ${table.key.join(', ')} LIMIT ?`;
      const rows = database
        .prepare(text, { returnArrays: true })
        .all(...(after ?? []), ...(upTo ?? []), limit);
      return rows.map((row) => valuesOf(Object.values(row)));
    },
    async write(table, rows) {
      const insert = database.prepare(
        `INSERT INTO ${table.name} (${names(table)}) VALUES (${marks(table.columns)})`,
      );
      database.exec('BEGIN IMMEDIATE');
      try {
        for (const row of rows) insert.run(...row);
        database.exec('COMMIT');
      } catch (cause) {
        database.exec('ROLLBACK');
        throw cause;
      }
    },
    async lastTaskId() {
      return Number(database.prepare('SELECT last FROM task_ids').get()?.['last']);
    },
    async goOnAbove(taskId) {
      database.prepare('UPDATE task_ids SET last = max(last, ?)').run(taskId);
    },
    async close() {
      database.close();
    },
  };
}

const names = (table: Table): string => table.columns.map(({ name }) => name).join(', ');
const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
