import { existsSync } from 'node:fs';

import type { Config } from '../server/config.ts';
import { isEmail } from '../server/config/values.ts';
import { openAudit } from '../server/monitoring/audit.ts';
import { endingOfEmail } from '../server/session/ending.ts';
import { makeOpener } from '../server/store/open-store.ts';
import type { Run } from './command.ts';
import { UsageError } from './command.ts';
import { readProfile } from './profile.ts';
import { fileOf } from './store.ts';

/** Ends every session of one person. */
export const signOut: Run = async ({ operand: email }, at) => {
  refuseNoEmail(email);
  const since = await endSessions(email, readProfile(at), at.nowMs());
  at.print(`Every session of ${email} that began before ${since} is ended, within two seconds everywhere.`);
  return 0;
};

/** Ends the sessions that have begun by now. Resolves, when that is stored, with the time in ISO 8601. */
export async function endSessions(email: string, config: Config, nowMs: number): Promise<string> {
  const { store: address, session } = config;
  const path = fileOf(address.url);
  if (path !== undefined && !existsSync(path)) throw new Error(`There is no database ${path}`);
  const audit = openAudit(
    config.log,
    () => nowMs,
    (error) => {
      throw error;
    },
  );
  const store = await makeOpener(address.url, address)();
  try {
    const ending = endingOfEmail(email, nowMs, session.extensionSeconds);
    await store.noteEnding(ending);
    audit({ event: 'end_sessions', result: 'done', person: email, from: null, requestId: null });
    return new Date(ending.endedAtMs).toISOString();
  } finally {
    await store.close();
  }
}

/** Wrong use: the operand is no email address. */
export function refuseNoEmail(operand: string): void {
  if (!isEmail(operand)) throw new UsageError(`${operand} is no email address`);
}
