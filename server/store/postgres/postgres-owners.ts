import { randomInt } from 'node:crypto';

import type { Row } from '../row.ts';
import { readInteger } from '../row.ts';
import type { Statement } from './postgres-pool.ts';
import { statements } from './postgres-statements.ts';

type Run = (statement: Statement, ...values: unknown[]) => Promise<Row[]>;

/** With about 100 bytes each. */
const mostKnown = 100_000;

/**
 * The ids of users by email. Statements need the id, so it is asked for once and kept in memory. Another process may erase
 * the user. A kept id then finds nothing, because ids are random and no other user gets it; so it is asked for again.
 */
export function makePostgresOwners(run: Run) {
  const known = new Map<string, number>();

  async function ask(email: string): Promise<number | undefined> {
    const [row] = await run(statements.findUser, email);
    if (row === undefined) {
      known.delete(email);
      return undefined;
    }
    if (known.size >= mostKnown) known.clear();
    const id = readInteger(row);
    known.set(email, id);
    return id;
  }

  return {
    /** The id of a user who may have been erased. */
    knownId: (email: string) => known.get(email),
    /** The id of the user, who is created if missing. */
    async idOf(email: string, nowMs: number): Promise<number> {
      const found = await ask(email);
      if (found !== undefined) return found;
      await run(statements.addUser, randomInt(1, 2 ** 48 - 1), email, nowMs);
      return readInteger([await ask(email)]);
    },
    /** The result of `work` with the id of the user; undefined when it finds nothing or there is no user. */
    async find<T>(email: string, work: (id: number) => Promise<T | undefined>): Promise<T | undefined> {
      const before = known.get(email);
      const found = before === undefined ? undefined : await work(before);
      if (found !== undefined) return found;
      const id = await ask(email);
      return id === undefined || id === before ? undefined : work(id);
    },
  };
}
