import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../../../test/folder.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { StoreError } from '../store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { create, nowMs, walk } from '../suite/kit.ts';

const emailOf = (owner: number) => `owner-${owner}@example.com`;
const [ada, other, newcomer] = [emailOf(5), emailOf(1), emailOf(99)];

test('a page damaged under an open store fails its owner only', async (t) => {
  const folder = emptyFolder(t);
  const path = join(folder, 'tasks.db');
  const whole = await fillSeveralPages(path);
  const store = openSqliteStore(path);
  damagePageOf(path, `${ada} wrote this`);

  const damaged = (error: unknown) =>
    error instanceof StoreError && /is damaged: restore it from a backup/.test(error.message);
  const change = () => store.replaceTask(ada, Number(whole[0]?.id), walk, nowMs);
  await assert.rejects(change, damaged);
  await assert.rejects(tasksOf(store, ada), damaged);
  assert.equal((await tasksOf(store, other)).length, whole.length);
  const together = [store.createTask(newcomer, walk, nowMs), change()];
  assert.deepEqual(
    (await Promise.allSettled(together)).map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );

  // What was rolled back took no ids of tasks that exist now: another process gets a later one.
  const [last] = await tasksOf(store, newcomer);
  const another = openSqliteStore(path);
  assert.ok((await create(another, newcomer)).id > Number(last?.id));
  await another.close();
  await store.close();
});

/** Tasks of several people, each with pages of their own; returns those of `ada`. */
async function fillSeveralPages(path: string) {
  const store = openSqliteStore(path);
  for (let owner = 0; owner < 10; owner++) {
    const description = `${emailOf(owner)} wrote this `.padEnd(200, '.');
    const task = { ...walk, description };
    await Promise.all(Array.from({ length: 60 }, () => store.createTask(emailOf(owner), task, nowMs)));
  }
  const whole = await tasksOf(store, ada);
  await store.close();
  return whole;
}

/** Overwrites the page of the file that first holds this text. */
function damagePageOf(path: string, text: string): void {
  const pageSize = 4096;
  const start = Math.floor(readFileSync(path).indexOf(text) / pageSize) * pageSize;
  const opened = openSync(path, 'r+');
  writeSync(opened, Buffer.alloc(pageSize, 7), 0, pageSize, start);
  closeSync(opened);
}
