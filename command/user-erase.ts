import { subjectOfEmail } from '../server/session/ending.ts';
import { erasePerson, readPerson, spellingsOf } from './store/people.ts';
import { openPostgresRows } from './store/postgres-rows.ts';
import { openSqliteRows } from './store/sqlite-rows.ts';
import type { Run, Surroundings } from './command.ts';
import { UsageError } from './command.ts';
import { readProfile } from './profile.ts';
import { fileOf, withSource } from './store.ts';
import { endSessions, refuseNoEmail } from './user-sign-out.ts';

/**
 * Longer than a request that began before every process knows of the ended sessions: two seconds, 30 s until its body has
 * arrived, 14 s in the store. Longer also than a renewal that such a request began is kept in the store.
 */
const settleMs = 120_000;

/**
 * Removes all that is stored about one person, also while the service runs: first the sessions end, then the requests that
 * still had one, then the rows go. In the other order the next request would make the user again.
 */
export const eraseUser: Run = async (given, at) => {
  const { operand: email } = given;
  refuseNoEmail(email);
  const config = readProfile(at);
  const { url } = config.store;
  const { tasks, others, isInUse } = await withSource(url, async (source) => ({
    tasks: (await readPerson(source, email, subjectOfEmail(email))).tables['tasks']?.length ?? 0,
    others: (await spellingsOf(source, email)).filter((spelling) => spelling !== email),
    isInUse: source.alsoUsedBy !== null,
  }));
  if (others.length > 0) at.tell(`Not erased, because the letter case differs: ${others.join(', ')}`);
  if (!given.isSet('yes')) await confirm(email, tasks, at);

  await endSessions(email, config, at.nowMs());
  if (isInUse) {
    at.tell(
      'The sessions are ended. The rows are removed in two minutes, when the last request has ended ...',
    );
    await at.wait(settleMs);
  }
  const path = fileOf(url);
  const rows = path === undefined ? await openPostgresRows(url, { mayBeInUse: true }) : openSqliteRows(path);
  try {
    const renewalsUntilMs = isInUse ? at.nowMs() : Number.MAX_SAFE_INTEGER;
    const removed = await erasePerson(rows, email, renewalsUntilMs);
    at.print(
      removed === undefined
        ? `Nothing of ${email} was stored. The sessions are ended.`
        : `Everything of ${email} is erased, with ${removed} tasks. Earlier backups still have it.`,
    );
  } finally {
    await rows.close();
  }
  return 0;
};

async function confirm(email: string, tasks: number, { ask }: Surroundings): Promise<void> {
  const answer = await ask(`This erases ${email} with ${tasks} tasks for ever. Type the address to go on: `);
  if (answer === undefined)
    throw new UsageError('Nobody can be asked here: give --yes to erase without a question');
  if (answer.trim() !== email) throw new Error('Nothing is erased');
}
