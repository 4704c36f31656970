import { existsSync, writeFileSync } from 'node:fs';

import { subjectOfEmail } from '../server/session/ending.ts';
import type { Named } from './store/people.ts';
import { readPerson, spellingsOf } from './store/people.ts';
import type { Run } from './command.ts';
import { storeOf, withSource } from './store.ts';

/** Prints, or writes into a new file, all that is stored about one person, as JSON. */
export const exportUser: Run = async (given, at) => {
  const { operand: email } = given;
  const file = given.text('to');
  if (file !== undefined && existsSync(file)) throw new Error(`${file} exists: name a file that does not`);
  const found = await withSource(storeOf(given, at), async (source) => ({
    ...(await readPerson(source, email, subjectOfEmail(email))),
    spellings: await spellingsOf(source, email),
  }));
  const others = found.spellings.filter((spelling) => spelling !== email);
  if (others.length > 0)
    at.tell(`Other people have the same address in another letter case: ${others.join(', ')}`);
  const [user] = found.tables['users'] ?? [];
  if (user === undefined) throw new Error(`There is no user ${email}`);

  const { users: _, ...rows } = found.tables;
  const lists = Object.entries(rows).map(([table, list]) => [table, list.map(readable)] as const);
  const text = JSON.stringify(
    {
      exportedAt: timeOf(at.nowMs()),
      user: readable(user),
      ...Object.fromEntries(lists),
      sessionsEnded: found.endings.map(({ endedAtMs, untilMs }) => ({
        before: timeOf(endedAtMs),
        keptUntil: timeOf(untilMs),
      })),
    },
    null,
    2,
  );
  if (file === undefined) at.print(text);
  else writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return 0;
};

/** Names as in the interface, times in ISO 8601; the id of the owner is that of the user. */
function readable(row: Named) {
  const entries = Object.entries(row).filter(([column]) => column !== 'owner');
  return Object.fromEntries(
    entries.map(([column, value]) =>
      column.endsWith('_ms') ? [camel(column.slice(0, -3)), timeOf(Number(value))] : [camel(column), value],
    ),
  );
}

const camel = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const timeOf = (ms: number) => new Date(ms).toISOString();
