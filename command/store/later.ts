import { hash } from 'node:crypto';

import { readInteger, readText } from '../../server/store/row.ts';
import type { Revocation } from '../../server/store/store.ts';
import { blockedMs } from '../../server/store/store.ts';
import type { Query, Source, Target } from './rows.ts';

/** The subject of an erasure in `endings`, which no session has: a hash of the exact email behind this word. */
export const subjectOfErasure = (email: string): string =>
  erased + hash('sha256', `${erased}${email}`, 'base64url').slice(0, 22);

const erased = 'erased ';

/** A row of `endings`: a block, an erasure, or the end of one session or of all sessions of a person. */
type Ending = Revocation & Readonly<{ notedAtMs: number }>;

/** What a restore keeps of the database that it replaces, in rows of `endings`, and what it removes of erased people. */
export type Kept = Readonly<{
  blocks: number;
  unblocks: number;
  ends: number;
  people: number;
  tasks: number;
}>;

const rowsAtOnce = 1000;

/** Reads all endings of a database. Rejects if it has none, as in an earlier release. */
export async function readEndings({ query }: Pick<Source, 'query'>): Promise<readonly Ending[]> {
  const endings: Ending[] = [];
  for (let after = ''; ;) {
    const rows = await query(
      `SELECT subject, ended_at_ms, until_ms, noted_at_ms FROM endings WHERE subject > ?
       ORDER BY subject LIMIT ${rowsAtOnce}`,
      [after],
    );
    for (const row of rows)
      endings.push({
        subject: readText(row),
        endedAtMs: readInteger(row, 1),
        untilMs: readInteger(row, 2),
        notedAtMs: readInteger(row, 3),
      });
    if (rows.length < rowsAtOnce) return endings;
    after = readText(rows.at(-1) ?? []);
  }
}

/**
 * Writes the endings that are newer than those of the backup, and removes the people who were erased after it. Call it in the
 * transaction that copies the backup.
 */
export async function keepLater(later: readonly Ending[], { query }: Target): Promise<Kept> {
  const kept = { blocks: 0, unblocks: 0, ends: 0 };
  const before = new Map(
    (await readEndings({ query })).map((ending) => [ending.subject, ending] as const),
  );
  for (const { subject, endedAtMs, untilMs, notedAtMs } of later) {
    const old = before.get(subject);
    if (old !== undefined && old.notedAtMs >= notedAtMs) continue;
    await query('DELETE FROM endings WHERE subject = ?', [subject]);
    await query(
      'INSERT INTO endings (subject, ended_at_ms, until_ms, noted_at_ms) VALUES (?, ?, ?, ?)',
      [subject, endedAtMs, untilMs, notedAtMs],
    );
    if (endedAtMs === blockedMs) kept.blocks += 1;
    else if (old?.endedAtMs === blockedMs) kept.unblocks += 1;
    else if (!subject.startsWith(erased)) kept.ends += 1;
  }
  return { ...kept, ...(await removeErased(query)) };
}

/** Removes the people whose record was made before their erasure. */
async function removeErased(query: Query) {
  const erasures = new Map(
    (await readEndings({ query })).map(({ subject, endedAtMs }) => [subject, endedAtMs]),
  );
  const found: Readonly<{ email: string; id: number }>[] = [];
  for (let after = ''; ;) {
    const users = await query(
      `SELECT email, id, created_at_ms FROM users WHERE email > ? ORDER BY email LIMIT ${rowsAtOnce}`,
      [after],
    );
    for (const user of users) {
      const atMs = erasures.get(subjectOfErasure(readText(user)));
      if (atMs !== undefined && readInteger(user, 2) <= atMs)
        found.push({ email: readText(user), id: readInteger(user, 1) });
    }
    if (users.length < rowsAtOnce) break;
    after = readText(users.at(-1) ?? []);
  }
  let tasks = 0;
  for (const { email, id } of found) {
    await query('DELETE FROM idempotency WHERE owner = ?', [id]);
    tasks += (await query('DELETE FROM tasks WHERE owner = ? RETURNING 1', [id])).length;
    await query('DELETE FROM users WHERE email = ?', [email]);
  }
  return { people: found.length, tasks };
}
