import { revocationOfEmail, subjectOfEmail } from '../server/session/revocations.ts';
import { makeOpener } from '../server/store/open-store.ts';
import type { Revocation } from '../server/store/store.ts';
import { blockedMs } from '../server/store/store.ts';
import { readInteger, readText } from '../server/store/row.ts';
import { audited } from './audited.ts';
import type { CommandContext, CommandInput, Run } from './command.ts';
import { UsageError } from './command.ts';
import { actAsOwnerOf } from './owner.ts';
import { subjectOfErasure } from './store/later.ts';
import type { Query } from './store/rows.ts';
import { exclusively, columnsOf, tables } from './store/rows.ts';
import { fileOf, openSource, openTarget, readProfile, storeOf } from './stores.ts';

const rowsAtOnce = 1000;

/** Prints every user record, page by page, so that memory does not grow with their number. */
export const listUsers = audited('list', async (input, context) => {
  await using source = await openSource(storeOf(input, context));
  // The schema of an earlier release lacks this column.
  const signedIn =
    (await columnsOf('users', source)).find((name) => name === 'signed_in_at_ms') ?? 'NULL';
  const text = `SELECT email, created_at_ms, ${signedIn}, id
    FROM users WHERE email > ? ORDER BY email LIMIT ${rowsAtOnce}`;
  const blocks = await source.query('SELECT subject FROM endings WHERE ended_at_ms = ?', [
    blockedMs,
  ]);
  const blocked = new Set(blocks.map((row) => readText(row)));
  for (let last: unknown[] | undefined = ['']; last !== undefined;) {
    const rows = await source.query(text, [readText(last)]);
    const tasks = await countTasks(
      source.query,
      rows.map((row) => readInteger(row, 3)),
    );
    for (const row of rows) {
      const email = readText(row);
      const createdAt = timeOf(row[1]);
      const signedInAt = timeOf(row[2]);
      const state = blocked.has(subjectOfEmail(email)) ? '\tblocked' : '';
      context.print(
        `${email}\t${tasks.get(row[3]) ?? 0}\t${createdAt}\t${signedInAt ?? '-'}${state}`,
      );
    }
    last = rows.at(-1);
  }
});

/** The numbers of tasks of these owners; an owner without tasks is missing. */
async function countTasks(query: Query, owners: readonly number[]): Promise<Map<unknown, number>> {
  if (owners.length === 0) return new Map();
  const marks = owners.map(() => '?').join(', ');
  const text = `SELECT owner, count(*) FROM tasks WHERE owner IN (${marks}) GROUP BY owner`;
  return new Map((await query(text, owners)).map((row) => [row[0], readInteger(row, 1)]));
}

/** Prints all that is stored about one person, as JSON. */
export const exportUser = audited('export', async (input, context) => {
  const { operand: email } = input;
  await using source = await openSource(storeOf(input, context));
  const { query } = source;
  const { id, others } = await findUser(query, email);
  if (others.length > 0)
    context.printError(
      `Other people have the same address in another letter case: ${others.join(', ')}`,
    );
  if (id === undefined) throw new Error(`There is no user ${email}`);

  const stored: Record<string, ReadonlyArray<ReturnType<typeof readable>>> = {};
  for (const { name, key } of ofUser) {
    const columns = await columnsOf(name, source);
    const text = `SELECT ${columns.join(', ')} FROM ${name} WHERE ${key[0]} = ? ORDER BY ${key.join(', ')}`;
    stored[name] = (await query(text, [id])).map((row) => readable(columns, row));
  }
  const { users, ...lists } = stored;
  const revocations = await query('SELECT ended_at_ms, until_ms FROM endings WHERE subject = ?', [
    subjectOfEmail(email),
  ]);
  const sessionsEnded = revocations.map(([before, until]) =>
    before === blockedMs ? 'blocked' : { before: timeOf(before), keptUntil: timeOf(until) },
  );
  const exported = {
    exportedAt: timeOf(context.nowMs()),
    user: users?.[0],
    ...lists,
    sessionsEnded,
  };
  context.print(JSON.stringify(exported, null, 2));
});

/** The tables that hold rows of a user: their keys begin with the id of the user. */
const ofUser = tables.filter(({ name }) => name !== 'endings');

/** A row with names as in the interface, times in ISO 8601, and without the owner, who is the user. */
function readable(
  columns: readonly string[],
  row: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const members = columns.map((column, index): readonly [string, unknown] =>
    column.endsWith('_ms')
      ? [camel(column.slice(0, -3)), timeOf(row[index])]
      : [camel(column), row[index]],
  );
  return Object.fromEntries(members.filter(([name]) => name !== 'owner'));
}

const camel = (column: string) =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const timeOf = (ms: unknown) => (ms === null ? null : new Date(Number(ms)).toISOString());

/** Ends every session of one person, whose address may be in another letter case. */
export const signOut: Run = async (input, context) => {
  await expectUser(input, context, 'ends the sessions');
  const since = new Date(context.nowMs()).toISOString();
  await endSessions(input, context);
  context.print(
    `Every session of ${input.operand} that began before ${since} is ended, within two seconds everywhere.`,
  );
};

/** Ends every session of one person, also later ones. */
export const block = audited('block', async (input, context) => {
  const { operand: email } = input;
  await expectUser(input, context, 'blocks the address');
  await noteRevocation(
    { subject: subjectOfEmail(email), endedAtMs: blockedMs, untilMs: blockedMs },
    context,
  );
  context.print(
    `${email} is blocked, within two seconds everywhere: every session is ended, and no new one begins.`,
  );
});

/** Sessions that began before now stay ended. As with every change of a revocation, noted_at_ms becomes the present time. */
export const unblock = audited('unblock', async ({ operand: email }, context) => {
  const { store, session } = readProfile(context);
  const { subject, endedAtMs, untilMs } = revocationOfEmail(
    email,
    context.nowMs(),
    session.extensionSeconds,
  );
  const noted = 'SELECT noted_at_ms FROM endings UNION ALL SELECT ?';
  const text = `UPDATE endings SET noted_at_ms = (SELECT max(noted_at_ms) FROM (${noted}) AS noted),
    ended_at_ms = ?, until_ms = ? WHERE subject = ? AND ended_at_ms = ? RETURNING 1`;
  const values = [endedAtMs, endedAtMs, untilMs, subject, blockedMs];
  // openTarget would create a missing database; lookFor refuses it.
  await lookFor(email, store.url);
  await using target = await openTarget(store.url, { mayBeInUse: true });
  const changed = await exclusively(target, () => target.query(text, values));
  if (changed.length === 0) throw new Error(`${email} is not blocked: nothing is done`);
  context.print(`${email} may sign in again, within two seconds everywhere.`);
});

/** Refuses an address that no user has, in any letter case, unless --unknown is given. */
async function expectUser(
  input: CommandInput,
  context: CommandContext,
  does: string,
): Promise<void> {
  const { operand: email, option } = input;
  const { id, others } = await lookFor(email, readProfile(context).store.url);
  if (id === undefined && others.length === 0 && !option('unknown'))
    throw new Error(`There is no user ${email}: nothing is done (--unknown ${does} anyway)`);
}

/**
 * Longer than the last request of an ended session: 2 s until every process knows the revocation, 30 s until the body has
 * arrived, 14 s in the store. Also longer than the store keeps a renewal that such a request began.
 */
const settleMs = 120_000;

/**
 * Removes all that is stored about one person, also while the service runs. First the sessions end, then the last requests with
 * a session, and then the rows are deleted. In the other order the next request would create the user again.
 */
export const eraseUser: Run = async (input, context) => {
  const { operand: email } = input;
  const { store, session } = readProfile(context);
  const { url } = store;
  const { tasks, others, isInUse } = await lookFor(email, url);
  if (others.length > 0)
    context.printError(`Not erased, because the letter case differs: ${others.join(', ')}`);
  if (!input.option('yes')) await confirm(email, tasks, context);

  await endSessions(input, context);
  if (isInUse) {
    context.printError(
      'The sessions are ended. The rows are removed in two minutes, when the last request has ended ...',
    );
    await context.wait(settleMs);
  }
  return audited('erase', async () => {
    const removed = await erase(email, url, isInUse ? context.nowMs() : Number.MAX_SAFE_INTEGER, {
      ...revocationOfEmail(email, context.nowMs(), session.extensionSeconds),
      subject: subjectOfErasure(email),
    });
    context.print(
      removed === undefined
        ? `Nothing of ${email} was stored. The sessions are ended.`
        : `Everything of ${email} is erased (tasks: ${removed}). Earlier backups still have it.`,
    );
  })(input, context);
};

async function lookFor(email: string, url: string) {
  await using source = await openSource(url);
  return { ...(await findUser(source.query, email)), isInUse: source.alsoUsedBy !== null };
}

/** The id of the user with this email (undefined for none) and the number of tasks; `others` differ in letter case only. */
async function findUser(query: Query, email: string) {
  const sameLetters =
    'SELECT email FROM users WHERE lower(email) = lower(?) AND email <> ? ORDER BY email';
  const others = (await query(sameLetters, [email, email])).map((row) => readText(row));
  const [row] = await query('SELECT id FROM users WHERE email = ?', [email]);
  if (row === undefined) return { id: undefined, tasks: 0, others };
  const id = readInteger(row);
  const [count] = await query('SELECT count(*) FROM tasks WHERE owner = ?', [id]);
  return { id, tasks: readInteger(count), others };
}

async function confirm(email: string, tasks: number, { ask }: CommandContext): Promise<void> {
  const answer = await ask(
    `This erases ${email} and all tasks (${tasks}) for ever. Type the address to go on: `,
  );
  if (answer === undefined)
    throw new UsageError('Nobody can be asked here: give --yes to erase without a question');
  if (answer.trim() !== email) throw new Error('Nothing is erased');
}

/** Ends the sessions that have begun by now. Resolves when the revocation is stored. */
const endSessions = audited('end_sessions', async ({ operand: email }, context) => {
  const { extensionSeconds } = readProfile(context).session;
  await noteRevocation(revocationOfEmail(email, context.nowMs(), extensionSeconds), context);
});

async function noteRevocation(revocation: Revocation, context: CommandContext): Promise<void> {
  const { url, poolSize } = readProfile(context).store;
  // New files must belong to the owner of the database.
  using _acting = actAsOwnerOf(fileOf(url));
  const store = await makeOpener(url, { poolSize })();
  try {
    await store.noteRevocation(revocation);
  } finally {
    await store.close();
  }
}

/**
 * Removes every row of this email, and every renewal that expires by `renewalsUntilMs`, in one transaction. The revocation of the
 * sessions and the erasure stay, which have only a hash. Resolves with the number of removed tasks; undefined without a user of this email.
 */
async function erase(
  email: string,
  url: string,
  renewalsUntilMs: number,
  { subject, endedAtMs, untilMs }: Revocation,
): Promise<number | undefined> {
  await using target = await openTarget(url, { mayBeInUse: true });
  const { query } = target;
  const removed = await exclusively(target, async () => {
    await query('DELETE FROM renewals WHERE until_ms <= ?', [renewalsUntilMs]);
    // A restore of an earlier backup finds the erasure by it.
    const [[last] = []] = await query('SELECT max(noted_at_ms) FROM endings');
    await query('DELETE FROM endings WHERE subject = ?', [subject]);
    await query(
      'INSERT INTO endings (subject, ended_at_ms, until_ms, noted_at_ms) VALUES (?, ?, ?, ?)',
      [subject, endedAtMs, untilMs, Math.max(endedAtMs, Number(last))],
    );
    const { id, tasks } = await findUser(query, email);
    if (id === undefined) return undefined;
    // Rows that refer to the user are deleted first. On Citus no foreign key deletes the row in `lists`.
    const owned = ofUser.filter(({ name }) => name !== 'users').toReversed();
    for (const name of [...owned.map((table) => table.name), 'lists'])
      await query(`DELETE FROM ${name} WHERE owner = ?`, [id]);
    await query('DELETE FROM users WHERE email = ?', [email]);
    return tasks;
  });
  await target.purgeDeletedRows();
  return removed;
}
