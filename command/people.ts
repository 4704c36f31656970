import { existsSync, writeFileSync } from 'node:fs';

import { subjectOfEmail } from '../server/session/revocations.ts';
import { readInteger, readText } from '../server/store/row.ts';
import { actAsOwnerOf } from './owner.ts';
import type { Run } from './command.ts';
import type { Query } from './store/rows.ts';
import { selected, tables } from './store/rows.ts';
import { openSource, storeOf } from './stores.ts';

const rowsAtOnce = 1000;

/** Prints everybody who has a user record, page by page, so that memory does not grow with their number. */
export const listUsers: Run = async (input, context) => {
  const text = `SELECT email, created_at_ms, (SELECT count(*) FROM tasks WHERE owner = users.id)
    FROM users WHERE email > ? ORDER BY email LIMIT ${rowsAtOnce}`;
  await using source = await openSource(storeOf(input, context));
  for (let after = ''; ;) {
    const rows = await source.query(text, [after]);
    for (const row of rows) {
      const [email, createdAt, tasks] = [readText(row), timeOf(row[1]), Number(row[2])];
      context.print(
        input.isSet('json')
          ? JSON.stringify({ email, tasks, createdAt })
          : `${email}\t${tasks}\t${createdAt}`,
      );
    }
    const last = rows.at(-1);
    if (last === undefined) return 0;
    after = readText(last);
  }
};

/** Prints, or writes into a new file, all that is stored about one person, as JSON. */
export const exportUser: Run = async (input, context) => {
  const { operand: email } = input;
  const file = input.text('to');
  if (file !== undefined && existsSync(file)) throw new Error(`${file} exists: name a file that does not`);
  await using source = await openSource(storeOf(input, context));
  const { query } = source;
  const others = await otherSpellings(query, email);
  if (others.length > 0)
    context.printError(`Other people have the same address in another letter case: ${others.join(', ')}`);
  const id = await idOf(query, email);
  if (id === undefined) throw new Error(`There is no user ${email}`);

  const { users, ...lists } = await readPerson(query, id);
  const revocations = await query('SELECT ended_at_ms, until_ms FROM endings WHERE subject = ?', [
    subjectOfEmail(email),
  ]);
  const sessionsEnded = revocations.map(([before, until]) => ({
    before: timeOf(before),
    keptUntil: timeOf(until),
  }));
  const exported = { exportedAt: timeOf(context.nowMs()), user: users?.[0], ...lists, sessionsEnded };
  const text = JSON.stringify(exported, null, 2);
  using _acting = actAsOwnerOf(file);
  if (file === undefined) context.print(text);
  else writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return 0;
};

/** Every email that differs from this one in letter case only. */
export async function otherSpellings(query: Query, email: string): Promise<string[]> {
  const text = 'SELECT email FROM users WHERE lower(email) = lower(?) AND email <> ? ORDER BY email';
  return (await query(text, [email, email])).map(readText);
}

/** The tables that hold rows of a user, with the column that is the id of the user. */
export const ofUser = tables
  .map((table) => ({ ...table, owner: table.name === 'users' ? 'id' : 'owner' }))
  .filter(({ owner, columns }) => columns.includes(owner));

/** The id of the user with this email; undefined for none. */
export async function idOf(query: Query, email: string): Promise<number | undefined> {
  const [row] = await query('SELECT id FROM users WHERE email = ?', [email]);
  return row && readInteger(row);
}

/** The rows of a user by table, with names as in the interface. */
async function readPerson(query: Query, id: number) {
  const found: Record<string, ReadonlyArray<ReturnType<typeof readable>>> = {};
  for (const { name, columns, key, owner } of ofUser) {
    const text = `SELECT ${selected(columns)} FROM ${name} WHERE ${owner} = ? ORDER BY ${key.join(', ')}`;
    found[name] = (await query(text, [id])).map((row) => readable(columns, row));
  }
  return found;
}

/** Times in ISO 8601, without the owner: it is the id of the user. */
function readable(columns: readonly string[], row: readonly unknown[]): Readonly<Record<string, unknown>> {
  const members = columns.map((column, index): readonly [string, unknown] =>
    column.endsWith('_ms') ? [camel(column.slice(0, -3)), timeOf(row[index])] : [camel(column), row[index]],
  );
  return Object.fromEntries(members.filter(([name]) => name !== 'owner'));
}

const camel = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const timeOf = (ms: unknown) => new Date(Number(ms)).toISOString();
