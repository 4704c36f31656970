import { endingColumns, readEnding, readInteger } from '../../server/store/row.ts';
import type { Ending } from '../../server/store/store.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Query, Rows, Source, Table, Value, Values } from './tables.ts';
import { tables } from './tables.ts';

/** One line of the list of people. */
export type Person = Readonly<{ email: string; createdAtMs: number; tasks: number }>;

/** At most `limit` people whose email comes after `after`, in the order of their emails. */
export async function listPeople({ query }: Source, after: string, limit: number): Promise<Person[]> {
  const rows = await query(
    `SELECT email, created_at_ms, (SELECT count(*) FROM tasks WHERE owner = users.id)
     FROM users WHERE email > ? ORDER BY email LIMIT ?`,
    [after, limit],
  );
  return rows.map(([email, createdAtMs, tasks]) => {
    if (typeof email !== 'string')
      throw new StoreError('failed', 'The database holds a user without an email');
    return { email, createdAtMs: Number(createdAtMs), tasks: Number(tasks) };
  });
}

/** Every email that differs from this one in letter case only, and this one if it is there. */
export async function spellingsOf({ query }: Source, email: string): Promise<string[]> {
  const rows = await query('SELECT email FROM users WHERE lower(email) = lower(?) ORDER BY email', [email]);
  return rows.map(([spelling]) => String(spelling));
}

/** A stored row by the names of its columns. */
export type Named = Readonly<Record<string, Value>>;

/** All rows of this email, by table. `subject`: the hash under which its sessions are ended. */
export async function readPerson(source: Source, email: string, subject: string) {
  const id = await idOf(source.query, email);
  const found: Record<string, readonly Named[]> = {};
  if (id !== undefined) for (const table of ofOwner) found[table.name] = await readAll(source, table, id);
  return { tables: found, endings: await endingsOf(source.query, subject) };
}

/**
 * Removes every row of this email, and every renewal that expires by `renewalsUntilMs`, in one transaction. The ending of its
 * sessions stays: it is a hash. Resolves with the number of removed tasks; undefined without a user of this email.
 */
export async function erasePerson(
  rows: Rows,
  email: string,
  renewalsUntilMs: number,
): Promise<number | undefined> {
  const tasks = await rows.alone(async (query) => {
    await query('DELETE FROM renewals WHERE until_ms <= ?', [renewalsUntilMs]);
    const id = await idOf(query, email);
    if (id === undefined) return undefined;
    const removed = readInteger((await query('SELECT count(*) FROM tasks WHERE owner = ?', [id]))[0]);
    // Those that refer to the user come first.
    for (const { name, key } of ofOwner.toReversed())
      await query(`DELETE FROM ${name} WHERE ${key[0]} = ?`, [id]);
    return removed;
  });
  await rows.overwriteRemoved();
  return tasks;
}

/** The tables that hold rows of a user: the first column of their key is the id of the user. */
const ofOwner = tables.filter(({ name, key }) => name === 'users' || key[0] === 'owner');

async function idOf(query: Query, email: string): Promise<number | undefined> {
  const [row] = await query('SELECT id FROM users WHERE email = ?', [email]);
  return row && readInteger(row);
}

async function readAll(source: Source, table: Table, id: number): Promise<Named[]> {
  const all: Named[] = [];
  for (let after: Values = [id - 1]; ;) {
    const rows = await source.read(table, { after, upTo: [id], limit: 1000 });
    for (const row of rows) all.push(named(table, row));
    const last = rows.at(-1);
    if (last === undefined) return all;
    after = last.slice(0, table.key.length);
  }
}

const named = ({ columns }: Table, row: Values): Named =>
  Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));

async function endingsOf(query: Query, subject: string): Promise<Ending[]> {
  const rows = await query(`SELECT ${endingColumns} FROM endings WHERE subject = ?`, [subject]);
  return rows.map((row) => readEnding(row));
}
