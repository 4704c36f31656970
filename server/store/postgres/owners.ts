import { randomInt } from 'node:crypto';

import { readInteger } from '../row.ts';
import { again, insist } from './insist.ts';
import { isTaken } from './postgres-errors.ts';
import type { Run } from './postgres-statements.ts';
import { statements } from './postgres-statements.ts';

export type Owners = ReturnType<typeof makeOwners>;

/** The ids of people, by email. A process remembers some, so that most statements need no other one before them. */
export function makeOwners(run: Run, ids = makeOwnerIds()) {
  /** The id of this person in the database; undefined for an email without a user. */
  async function read(email: string): Promise<number | undefined> {
    const [row] = await run(statements.findOwner, email);
    if (row) return ids.remember(email, readInteger(row));
    ids.forget(email);
    return undefined;
  }

  return {
    read,
    /** The id of this person if the process remembers it. */
    remembered: (email: string) => ids.find(email),
    find: async (email: string): Promise<number | undefined> => ids.find(email) ?? read(email),
    /** Returns the id of this person, who is added if missing. The id is random, so that no other person ever gets it. */
    add: (email: string, nowMs: number, signedInAtMs: number | null): Promise<number> =>
      insist(async () => {
        const newId = randomInt(1, 2 ** 48 - 1);
        try {
          const [row] = await run(statements.addUser, email, newId, nowMs, signedInAtMs);
          return ids.remember(email, readInteger(row));
        } catch (error) {
          if (isTaken(error)) return again;
          throw error;
        }
      }),
    /** Returns what `find` finds under the remembered id of this person, or else under the id in the database. */
    async findFor<Found>(
      email: string,
      find: (owner: number) => Promise<Found | undefined>,
    ): Promise<Found | undefined> {
      const remembered = ids.find(email);
      const found = remembered === undefined ? undefined : await find(remembered);
      if (found !== undefined) return found;
      const owner = await read(email);
      if (owner === undefined || owner === remembered) return undefined;
      return find(owner);
    },
  };
}

/** The memory of one process for the ids of people: about 3 MB. */
const mostOwnerIds = 20_000;

/**
 * Remembers the ids of the people who came last, by email. An id never belongs to another person, so an old one finds no rows: then
 * the caller reads it again.
 */
export function makeOwnerIds(most = mostOwnerIds) {
  /** In the order of last use. */
  const ids = new Map<string, number>();

  function remember(email: string, id: number): number {
    ids.delete(email);
    ids.set(email, id);
    const [oldest] = ids.size > most ? ids.keys() : [];
    if (oldest !== undefined) ids.delete(oldest);
    return id;
  }

  return {
    remember,
    forget: (email: string) => void ids.delete(email),
    find(email: string): number | undefined {
      const id = ids.get(email);
      if (id === undefined) return undefined;
      return remember(email, id);
    },
  };
}
