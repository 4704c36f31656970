import { existsSync } from 'node:fs';

import { isEmail } from '../server/config/values.ts';
import { endingOfEmail } from '../server/session/ending.ts';
import { makeOpener } from '../server/store/open-store.ts';
import type { Store } from '../server/store/store.ts';
import type { Run, Surroundings } from './command.ts';
import { UsageError } from './command.ts';
import { fileOf, readProfile } from './profile.ts';

/** Ends every session of one person. */
export const signOut: Run = async ({ operand: email }, at) => {
  await withStoreOf(at, async (store, extensionSeconds) => {
    const endedAtMs = await endSessions(email, store, extensionSeconds, at);
    const since = new Date(endedAtMs).toISOString();
    at.print(`Every session of ${email} that began before ${since} is ended, within two seconds everywhere.`);
  });
  return 0;
};

/** Resolves, when it is stored, with the time by which the sessions have begun that are ended. */
export async function endSessions(
  email: string,
  store: Pick<Store, 'noteEnding'>,
  extensionSeconds: number,
  { nowMs }: Pick<Surroundings, 'nowMs'>,
): Promise<number> {
  if (!isEmail(email)) throw new UsageError(`${email} is no email address`);
  const ending = endingOfEmail(email, nowMs(), extensionSeconds);
  await store.noteEnding(ending);
  return ending.endedAtMs;
}

/** Opens the store of the profile, which must exist, for as long as `work` takes. */
export async function withStoreOf(
  at: Surroundings,
  work: (store: Store, extensionSeconds: number, url: string) => Promise<void>,
): Promise<void> {
  const { store: address, session } = readProfile(at);
  const path = fileOf(address.url);
  if (path !== undefined && !existsSync(path)) throw new Error(`There is no database ${path}`);
  const store = await makeOpener(address.url, address)();
  try {
    await work(store, session.extensionSeconds, address.url);
  } finally {
    await store.close();
  }
}
