import { randomInt } from 'node:crypto';

import type { Statement } from './postgres-pool.ts';
import { statements } from './postgres-statements.ts';
import { keepRecent } from '../recent.ts';
import type { Row } from '../row.ts';
import { readInteger, readText } from '../row.ts';
import type { TaskList } from '../store.ts';
import { keptCharacters } from '../store.ts';

type Run = (statement: Statement, ...values: unknown[]) => Promise<Row[]>;

/** What this process knows of an owner. `version` belongs to the list; null before the list was read. */
type Known = Readonly<{ id: number; version: number | null; list: TaskList }>;

const noTasks: TaskList = { text: '[]' };

/**
 * The owners of tasks. Statements take the id, which is asked for once per process. An id never belongs to another user, because it is random. It has one user for good, until another process erases the
 * user; so work that finds nothing under a known id is repeated if the email has a new id.
 */
export function makePostgresOwners(run: Run) {
  const known = keepRecent<Known>(keptCharacters, ({ list }) => list.text.length);

  /** Asks the database; undefined for an email without a user. */
  async function ask(email: string): Promise<number | undefined> {
    const [row] = await run(statements.findUser, email);
    if (row === undefined) {
      known.delete(email);
      return undefined;
    }
    const id = readInteger(row);
    if (known.get(email)?.id !== id) known.set(email, { id, version: null, list: noTasks });
    return id;
  }

  async function find<T>(email: string, work: (id: number) => Promise<T | undefined>) {
    const before = known.get(email)?.id;
    const found = before === undefined ? undefined : await work(before);
    if (found !== undefined) return found;
    const id = await ask(email);
    return id === undefined || id === before ? undefined : work(id);
  }

  async function readList(email: string, id: number): Promise<TaskList | undefined> {
    const before = known.get(email);
    const [row] = await run(statements.readList, id, before?.version ?? null);
    if (row === undefined) return undefined;
    const version = readInteger(row);
    if (before?.version === version) return before.list;
    const list = { text: readText([row[1]]) };
    known.set(email, { id, version, list });
    return list;
  }

  return {
    /** The id of a user who may have been erased. */
    knownId: (email: string) => known.get(email)?.id,
    /** The id of the user, who is created if missing. */
    async idOf(email: string, nowMs: number): Promise<number> {
      const found = await ask(email);
      if (found !== undefined) return found;
      await run(statements.addUser, randomInt(1, 2 ** 48 - 1), email, nowMs);
      const id = await ask(email);
      await run(statements.giveIds, id);
      return readInteger([id]);
    },
    /** The result of `work` with the id of the user; undefined when it finds nothing or there is no user. */
    find,
    list: async (email: string) => (await find(email, (id) => readList(email, id))) ?? noTasks,
  };
}
