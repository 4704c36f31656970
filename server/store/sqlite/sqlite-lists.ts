import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { listOfNobody, readInteger, readText } from '../row.ts';
import type { ListRead, Store } from '../store.ts';
import { StoreError } from '../store.ts';
import type { WriteQueue } from './write-queue.ts';

/** The open database, its queue of writes, and `read`, which turns errors into those of a store. */
type Parts = Readonly<{ database: DatabaseSync; queue: WriteQueue; read: <T>(work: () => T) => Promise<T> }>;

/**
 * A slice of a list has so many tasks: with the longest descriptions it takes the thread about 3 ms. Every request waits
 * while it is read.
 */
const tasksInSlice = 256;

/** The first task of a slice. */
type Place = readonly [dueDate: string, id: number];
const beginning: Place = ['', 0];
const end: Place = ['~', 0];

/**
 * Reads lists from an SQLite database. A long list is read in slices, with other work in between, one list at a time; writes
 * of its owner wait meanwhile. Should another process write, it is read again.
 */
export function makeSqliteLists({ database, queue, read }: Parts): Store['list'] {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const find = prepare(
    `SELECT id, id || '.' || coalesce(version, 0), counted_version = version AND tasks <= ${tasksInSlice}
     FROM users LEFT JOIN lists ON owner = id WHERE email = ?`,
  );
  const findNext = prepare(
    `SELECT due_date, id FROM tasks WHERE owner = ? AND (due_date, id) >= (?, ?)
     ORDER BY due_date, id LIMIT 1 OFFSET ${tasksInSlice}`,
  );
  // As bytes, so that no string is made of it.
  const select = prepare(
    `SELECT CAST(? AS INTEGER) || '.' || coalesce((SELECT version FROM lists WHERE owner = ?), 0),
       CAST(? || coalesce(group_concat(json_object('id', id, 'description', description, 'dueDate', due_date,
                                                   'importance', importance, 'state', state), ','), '') || ? AS BLOB)
     FROM (SELECT * FROM tasks WHERE owner = ? AND (due_date, id) >= (?, ?) AND (due_date, id) < (?, ?)
           ORDER BY due_date, id)`,
  );
  let turn: Promise<unknown> = Promise.resolve();

  function findEnd(owner: number, from: Place): Place | undefined {
    const row = findNext.get(owner, ...from);
    return row && [readText(row), readInteger(row, 1)];
  }

  /** The tasks from one place to another, as the part of the JSON that they are; without `to`, to the end of the list. */
  function readSlice(owner: number, from: Place, to: Place | undefined) {
    const [before, after] = [from === beginning ? '[' : ',', to === undefined ? ']' : ''];
    const row = select.get(owner, owner, before, after, owner, ...from, ...(to ?? end));
    const json = row?.[1];
    if (json instanceof Uint8Array) return { version: readText(row), json, to };
    throw new StoreError('failed', 'The database returned no bytes where some are required');
  }

  async function readSlices(email: string, owner: number): Promise<ListRead> {
    // Writes of the owner that wait already come first.
    await nextTurn();
    const release = queue.hold(email);
    try {
      for (;;) {
        const slices: ReturnType<typeof readSlice>[] = [];
        for (let place: Place | undefined = beginning; place !== undefined; place = slices.at(-1)?.to) {
          const from = place;
          slices.push(await read(() => readSlice(owner, from, findEnd(owner, from))));
          await nextTurn();
        }
        const [version, ...others] = new Set(slices.map((slice) => slice.version));
        if (version !== undefined && others.length === 0)
          return { version, text: Buffer.concat(slices.map(({ json }) => json)) };
      }
    } finally {
      release();
    }
  }

  return async (email, known) => {
    const row = await read(() => find.get(email));
    if (row === undefined) return listOfNobody(known);
    const version = readText(row, 1);
    if (version === known) return { version, text: null };
    const owner = readInteger(row);
    if (row[2] === 1 || (await read(() => findEnd(owner, beginning))) === undefined) {
      const { version: now, json } = await read(() => readSlice(owner, beginning, undefined));
      return { version: now, text: Buffer.from(json.buffer, json.byteOffset, json.length) };
    }
    const reading = turn.then(() => readSlices(email, owner));
    turn = reading.catch(() => undefined);
    return reading;
  };
}
