import { existsSync } from 'node:fs';

import type { Config } from '../server/config.ts';
import { isEmail } from '../server/config/values.ts';
import { openAudit } from '../server/monitoring/audit.ts';
import { revocationOfEmail } from '../server/session/revocations.ts';
import { makeOpener } from '../server/store/open-store.ts';
import { readInteger } from '../server/store/row.ts';
import { actAsOwnerOf } from './owner.ts';
import type { CommandContext, Run } from './command.ts';
import { UsageError } from './command.ts';
import { idOf, ofUser, otherSpellings } from './people.ts';
import type { Query, Target } from './store/rows.ts';
import { fileOf, openSource, openTarget, readProfile } from './stores.ts';

/** Ends every session of one person. */
export const signOut: Run = async ({ operand: email }, context) => {
  refuseNoEmail(email);
  const since = await endSessions(email, readProfile(context), context.nowMs());
  context.print(
    `Every session of ${email} that began before ${since} is ended, within two seconds everywhere.`,
  );
  return 0;
};

/**
 * Longer than a request that began before every process knows of the ended sessions: two seconds, 30 s until its body has
 * arrived, 14 s in the store. Longer also than a renewal that such a request began is kept in the store.
 */
const settleMs = 120_000;

/**
 * Removes all that is stored about one person, also while the service runs: first the sessions end, then the requests that
 * still had one, then the rows go. In the other order the next request would make the user again.
 */
export const eraseUser: Run = async (input, context) => {
  const { operand: email } = input;
  refuseNoEmail(email);
  const config = readProfile(context);
  const { url } = config.store;
  const { tasks, others, isInUse } = await lookFor(email, url);
  if (others.length > 0)
    context.printError(`Not erased, because the letter case differs: ${others.join(', ')}`);
  if (!input.isSet('yes')) await confirm(email, tasks, context);

  await endSessions(email, config, context.nowMs());
  if (isInUse) {
    context.printError(
      'The sessions are ended. The rows are removed in two minutes, when the last request has ended ...',
    );
    await context.wait(settleMs);
  }
  const renewalsUntilMs = isInUse ? context.nowMs() : Number.MAX_SAFE_INTEGER;
  await using target = await openTarget(url, { mayBeInUse: true });
  const removed = await erase(target, email, renewalsUntilMs);
  context.print(
    removed === undefined
      ? `Nothing of ${email} was stored. The sessions are ended.`
      : `Everything of ${email} is erased, with ${removed} tasks. Earlier backups still have it.`,
  );
  return 0;
};

async function lookFor(email: string, url: string) {
  await using source = await openSource(url);
  const { query, alsoUsedBy } = source;
  const tasks = await countTasks(query, await idOf(query, email));
  return { tasks, others: await otherSpellings(query, email), isInUse: alsoUsedBy !== null };
}

/** Wrong use: the operand is no email address. */
function refuseNoEmail(operand: string): void {
  if (!isEmail(operand)) throw new UsageError(`${operand} is no email address`);
}

async function confirm(email: string, tasks: number, { ask }: CommandContext): Promise<void> {
  const answer = await ask(`This erases ${email} with ${tasks} tasks for ever. Type the address to go on: `);
  if (answer === undefined)
    throw new UsageError('Nobody can be asked here: give --yes to erase without a question');
  if (answer.trim() !== email) throw new Error('Nothing is erased');
}

/** Ends the sessions that have begun by now. Resolves, when that is stored, with the time in ISO 8601. */
async function endSessions(email: string, config: Config, nowMs: number): Promise<string> {
  const { store: address, session, log } = config;
  const path = fileOf(address.url);
  const openStore = makeOpener(address.url, address);
  // The service must be able to write what is made here, as it is the same database and the same audit log.
  using _acting = actAsOwnerOf(path);
  if (path !== undefined && !existsSync(path)) throw new Error(`There is no database ${path}`);
  const inAuditLog = <T>(work: () => T): T => {
    using _actingThere = actAsOwnerOf(
      path ?? (log.audit === 'stdout' ? undefined : (log.audit ?? undefined)),
    );
    return work();
  };
  const rethrow = (error: unknown) => {
    throw error;
  };
  const audit = inAuditLog(() => openAudit(log, () => nowMs, rethrow));
  const store = await openStore();
  try {
    const revocation = revocationOfEmail(email, nowMs, session.extensionSeconds);
    await store.noteRevocation(revocation);
    const event = {
      event: 'end_sessions',
      result: 'done',
      person: email,
      from: null,
      requestId: null,
    } as const;
    inAuditLog(() => audit(event));
    return new Date(revocation.endedAtMs).toISOString();
  } finally {
    await store.close();
  }
}

/**
 * Removes every row of this email, and every renewal that expires by `renewalsUntilMs`, in one transaction. The revocation of its
 * sessions stays: it is a hash. Resolves with the number of removed tasks; undefined without a user of this email.
 */
async function erase(target: Target, email: string, renewalsUntilMs: number): Promise<number | undefined> {
  const removed = await target.alone(async (query) => {
    await query('DELETE FROM renewals WHERE until_ms <= ?', [renewalsUntilMs]);
    const id = await idOf(query, email);
    if (id === undefined) return undefined;
    const tasks = await countTasks(query, id);
    // Those that refer to the user come first.
    for (const { name, owner } of ofUser.toReversed())
      await query(`DELETE FROM ${name} WHERE ${owner} = ?`, [id]);
    return tasks;
  });
  await target.overwriteRemoved();
  return removed;
}

const countTasks = async (query: Query, id: number | undefined): Promise<number> =>
  id === undefined ? 0 : readInteger((await query('SELECT count(*) FROM tasks WHERE owner = ?', [id]))[0]);
