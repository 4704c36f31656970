import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { emptyFolder } from '../../../test/folder.ts';
import { openWriteQueue } from './write-queue.ts';

const unavailable = { name: 'StoreError', code: 'unavailable' };

function setUp(t: TestContext, limits?: Parameters<typeof openWriteQueue>[3]) {
  const path = join(emptyFolder(t), 'queue.db');
  const open = () => new DatabaseSync(path, { timeout: 0 });
  const database = open();
  const other = open();
  t.after(() => {
    database.close();
    other.close();
  });
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (note TEXT NOT NULL) STRICT');
  const notes = (from: DatabaseSync) =>
    Array.from(from.prepare('SELECT note FROM notes').iterate(), ({ note }) => note);
  const add = (note: string | null) => database.prepare('INSERT INTO notes VALUES (?)').run(note);
  return {
    queue: openWriteQueue(database, path, () => {}, limits),
    database,
    path,
    other,
    notes,
    add,
  };
}

test('writes that arrive together are committed together, slow ones in several turns', async (t) => {
  for (const [eachMs, expected] of [
    [0, [0, 0, 0, 0, 0]],
    [10, [0, 0, 2, 2, 4]],
  ] as const) {
    const { queue, other, notes, add } = setUp(t);
    let nowMs = 0;
    t.mock.method(performance, 'now', () => nowMs);
    const seenMeanwhile: number[] = [];
    const write = (note: string) =>
      queue.write(null, () => {
        seenMeanwhile.push(notes(other).length);
        add(note);
        nowMs += eachMs;
      });
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(write));
    assert.deepEqual(seenMeanwhile, expected);
    assert.deepEqual(notes(other), ['a', 'b', 'c', 'd', 'e']);
  }
});

test('after the disk was full, the log is emptied before the next write', async (t) => {
  const { queue, database, path, add, notes } = setUp(t);
  const grow = () => queue.write(null, () => add('x'.repeat(100_000)));
  await queue.write(null, () => add('a'));
  // SQLite reports this limit with the error of a full disk.
  database.exec('PRAGMA max_page_count = 10');
  await assert.rejects(grow(), { ...unavailable, message: /cannot grow: the disk is full/ });
  assert.equal(queue.isDiskFull(), true);
  const logSize = statSync(`${path}-wal`).size;
  await queue.write(null, () => {
    assert.equal(statSync(`${path}-wal`).size, 0, `${logSize} bytes were in the log`);
    add('b');
  });
  assert.equal(queue.isDiskFull(), false);
  assert.ok(logSize > 0);
  assert.deepEqual(notes(database), ['a', 'b']);
});

test('a write waits for the lock of another process without blocking reads; one that waits too long is refused, and later ones succeed', async (t) => {
  const { queue, other, notes, add } = setUp(t);
  other.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES ('theirs')");
  let settled = false;
  const write = queue.write(null, () => add('ours')).then(() => (settled = true));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  assert.equal(settled, false);
  assert.deepEqual(notes(other), ['theirs']);
  other.exec('COMMIT');
  await write;

  const impatient = setUp(t, { mostWaiting: 10, lockTimeoutMs: 0 });
  impatient.other.exec('BEGIN IMMEDIATE');
  const refused = impatient.queue.write(null, () => impatient.add('refused'));
  await assert.rejects(refused, unavailable);
  impatient.other.exec('COMMIT');
  await impatient.queue.write(null, () => impatient.add('later'));
  assert.deepEqual(
    [notes(other), impatient.notes(impatient.other)],
    [['theirs', 'ours'], ['later']],
  );
});

test('when the disk refuses writes, waiting and later writes are refused as lost', async (t) => {
  const { queue, other, notes, add } = setUp(t);
  const fail = () => {
    throw Object.assign(new Error('disk I/O error'), { errcode: 10 | (3 << 8) });
  };
  const writes = [() => add('a'), fail, () => add('c')].map((work) => queue.write(null, work));
  const lost = {
    name: 'StoreError',
    code: 'lost',
    message: /the disk reports an error or is read-only/,
  };
  for (const write of writes) await assert.rejects(write, lost);
  await assert.rejects(
    queue.write(null, () => add('later')),
    lost,
  );
  await queue.drained();
  assert.deepEqual(notes(other), []);
});
