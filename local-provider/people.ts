import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

import type { Config } from '../server/config.ts';

export type Person = Readonly<{
  subject: string;
  email: string;
  name: string | null;
  picture: string | null;
}>;

export type People = ReturnType<typeof openPeople>;

/** Everyone who has signed in here, stored so that a renewal after a restart still knows their name. */
export function openPeople(database: DatabaseSync, users: Config['localProvider']['users']) {
  const select = database.prepare('SELECT subject, email, name, picture FROM person WHERE subject = ?');
  const save = database.prepare(
    `INSERT INTO person (subject, email, name, picture) VALUES (?, ?, ?, ?)
     ON CONFLICT (subject) DO UPDATE SET name = coalesce(excluded.name, name),
       picture = coalesce(excluded.picture, picture)`,
  );
  const find = (subject: string) => personOf(select.get(subject));
  /** The person of this email, created if missing. A given name replaces the old one. */
  const remember = (email: string, name: string | null, picture: string | null = null): Person => {
    const subject = subjectOf(email);
    save.run(subject, email, name, picture);
    return find(subject) ?? { subject, email, name, picture };
  };
  /** The people in the profile, in its order, whom the sign-in page offers. */
  const offered = users.map(({ email, name, picture }) => remember(email, name, picture));
  return { offered, find, remember };
}

/** One email is one person, also after the data folder was emptied. */
const subjectOf = (email: string): string =>
  createHash('sha256').update(email).digest('base64url').slice(0, 22);

function personOf(row: Record<string, SQLOutputValue> | undefined): Person | undefined {
  if (row === undefined) return undefined;
  const text = (column: string) => (typeof row[column] === 'string' ? row[column] : null);
  const [subject, email] = [text('subject'), text('email')];
  if (subject === null || email === null) return undefined;
  return { subject, email, name: text('name'), picture: text('picture') };
}
