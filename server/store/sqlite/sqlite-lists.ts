import { setImmediate as nextTurn } from 'node:timers/promises';

import { listOfNobody, readBytes, readInteger, readText } from '../row.ts';
import type { ListRead, Store } from '../store.ts';
import type { Access } from './sqlite-tasks.ts';

/**
 * A slice of a list has so many tasks: with the longest descriptions it takes the thread about 3 ms. Every request waits
 * while it is read.
 */
const tasksInSlice = 256;

/** Where a slice begins: after this task. */
type Place = readonly [dueDate: string, id: number];
const beginning: Place = ['', 0];
const end: Place = ['~', 0];

type Slice = Readonly<{ version: string; json: Uint8Array; next: Place | undefined }>;

/**
 * Reads lists from an SQLite database. A long list is read in slices, with other work in between, one list at a time; writes
 * of its owner wait meanwhile. Should another process write, it is read again.
 */
export function makeSqliteLists({ database, queue, read }: Access): Store['list'] {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const find = prepare(
    `SELECT id, id || '.' || coalesce(version, 0), counted_version = version AND tasks <= ${tasksInSlice}
     FROM users LEFT JOIN lists ON owner = id WHERE email = ?`,
  );
  const findLast = prepare(
    `SELECT due_date, id FROM tasks WHERE owner = ? AND (due_date, id) > (?, ?)
     ORDER BY due_date, id LIMIT 1 OFFSET ${tasksInSlice - 1}`,
  );
  // As bytes, so that no string is made of it.
  const select = prepare(
    `SELECT CAST(? AS INTEGER) || '.' || coalesce((SELECT version FROM lists WHERE owner = ?), 0),
       CAST(coalesce(group_concat(json_object('id', id, 'description', description, 'dueDate', due_date,
                                              'importance', importance, 'state', state), ','), '') AS BLOB)
     FROM (SELECT * FROM tasks WHERE owner = ? AND (due_date, id) > (?, ?) AND (due_date, id) <= (?, ?)
           ORDER BY due_date, id)`,
  );
  let turn: Promise<unknown> = Promise.resolve();

  function readSlice(owner: number, after: Place, isLast: boolean): Slice {
    const last = isLast ? undefined : findLast.get(owner, ...after);
    const next: Place | undefined = last && [readText(last), readInteger([last[1]])];
    const row = select.get(owner, owner, owner, ...after, ...(next ?? end));
    return { version: readText(row), json: readBytes(row?.[1]), next };
  }

  async function readSlices(email: string, owner: number): Promise<ListRead> {
    // Writes of the owner that wait already come first.
    await nextTurn();
    const release = queue.hold(email);
    try {
      for (;;) {
        const slices: Slice[] = [];
        for (let after: Place | undefined = beginning; after !== undefined; after = slices.at(-1)?.next) {
          const from = after;
          slices.push(await read(() => readSlice(owner, from, false)));
          await nextTurn();
        }
        const [version, ...others] = new Set(slices.map((slice) => slice.version));
        if (version !== undefined && others.length === 0) return { version, text: joined(slices) };
      }
    } finally {
      release();
    }
  }

  return async (email, known) => {
    const row = await read(() => find.get(email));
    if (row === undefined) return listOfNobody(known);
    const version = readText([row[1]]);
    if (version === known) return { version, text: null };
    const owner = readInteger(row);
    if (row[2] === 1 || (await read(() => findLast.get(owner, ...beginning))) === undefined) {
      const slice = await read(() => readSlice(owner, beginning, true));
      return { version: slice.version, text: joined([slice]) };
    }
    const reading = turn.then(() => readSlices(email, owner));
    turn = reading.catch(() => undefined);
    return reading;
  };
}

/** The slices as one array of JSON. Not from Buffer's pool: a part of it would keep the whole pool in memory. */
function joined(slices: readonly Slice[]): Buffer {
  const parts = slices.map(({ json }) => json).filter(({ length }) => length > 0);
  const length = parts.reduce((sum, part) => sum + part.length + 1, 1);
  const text = Buffer.allocUnsafeSlow(Math.max(length, 2)).fill(',');
  let at = 1;
  for (const part of parts) {
    text.set(part, at);
    at += part.length + 1;
  }
  text.write('[', 0);
  text.write(']', text.length - 1);
  return text;
}
