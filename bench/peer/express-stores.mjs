import { DatabaseSync } from 'node:sqlite';

import pg from 'pg';

const fields = `id, description, due_date AS "dueDate", importance, state`;
const list = `SELECT ${fields} FROM tasks WHERE owner = $1 ORDER BY due_date, id`;
const create = `INSERT INTO tasks (owner, description, due_date, importance, state) VALUES ($1, $2, $3, $4, $5) RETURNING ${fields}`;
const replace = `UPDATE tasks SET description = $3, due_date = $4, importance = $5, state = $6 WHERE owner = $1 AND id = $2 RETURNING ${fields}`;

const valuesOf = ({ description, dueDate, importance, state }) => [
  description,
  dueDate,
  importance,
  state,
];

export function openSqlite(file) {
  const database = new DatabaseSync(file);
  // SQLite's default, with which each write is durable.
  database.exec('PRAGMA synchronous = FULL');
  const statements = [list, create, replace].map((text) =>
    database.prepare(text.replaceAll('$', '?')),
  );
  const [all, insert, update] = statements;
  return {
    list: (owner) => all.all(owner),
    create: (owner, body) => insert.get(owner, ...valuesOf(body)),
    replace: (owner, id, body) => update.get(owner, id, ...valuesOf(body)),
  };
}

export function openPostgres(url) {
  // Ids are numbers and dates are text, as in the interface.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.DATE, String);
  const pool = new pg.Pool({ connectionString: url, options: '-c search_path=peer' });
  return {
    list: async (owner) => (await pool.query(list, [owner])).rows,
    create: async (owner, body) => (await pool.query(create, [owner, ...valuesOf(body)])).rows[0],
    replace: async (owner, id, body) =>
      (await pool.query(replace, [owner, id, ...valuesOf(body)])).rows[0],
  };
}
