import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';
import type { SetTimer } from '../device/timer.ts';
import { openPersonCache } from './cache.ts';
import type { Caches } from './cache.ts';

const task = { id: 1, description: 'Milk', dueDate: '2026-11-21', importance: 'LOW', state: 'TODO' } as const;
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One cache of the browser, and timers that the test fires. */
function bench() {
  const kept = new Map<string, Response>();
  const written: string[] = [];
  const disk = { idle: Promise.resolve() };
  const opened = {
    put: async (address: string, response: Response) => {
      written.push(await response.clone().text());
      await disk.idle;
      kept.set(address, response);
    },
  };
  const caches: Caches = {
    open: async () => opened,
    match: async (address: string) => kept.get(address)?.clone(),
    delete: async () => (kept.clear(), true),
  };
  const timers: (() => void)[] = [];
  const setTimer = (run: () => void) => {
    timers.push(run);
    return () => void timers.splice(timers.indexOf(run), 1);
  };
  const cache = openPersonCache({ caches, setTimer, wake: () => undefined });
  const copyOf = (owner: string, holds = () => true) => cache.copy(owner, holds);
  return { cache, disk, kept, written, copyOf, pass: () => timers.splice(0).forEach((run) => run()) };
}

test('the last list is found again with its time, by its owner alone', async () => {
  const { copyOf, pass } = bench();
  copyOf('ada@example.org').write([task], 7);
  pass();
  await settle();
  assert.deepEqual(await copyOf('ada@example.org').read(), {
    owner: 'ada@example.org',
    tasks: [task],
    atMs: 7,
  });
  assert.equal(await copyOf('bob@example.org').read(), null);
});

test('of several lists in a row the last is written, once', async () => {
  const { copyOf, written, pass } = bench();
  const copy = copyOf('ada@example.org');
  const lists: TaskResponse[][] = [[], [task], [task, task], []];
  for (const [atMs, tasks] of lists.entries()) copy.write(tasks, atMs);
  pass();
  copy.write([], 4);
  pass();
  pass();
  await settle();
  assert.deepEqual(
    written.map((text) => /"atMs":(\d)/.exec(text)?.[1]),
    ['3', '4'],
  );
});

test('after it is closed nothing is written', async () => {
  const { copyOf, written, pass } = bench();
  const copy = copyOf('ada@example.org');
  copy.write([], 0);
  pass();
  await settle();
  copy.write([task], 1);
  copy.close();
  pass();
  await settle();
  assert.equal(written.length, 1);
});

test('a list that is being written when its owner leaves is gone all the same', async () => {
  const { cache, disk, kept, copyOf, pass } = bench();
  let write = () => undefined as void;
  disk.idle = new Promise((resolve) => (write = resolve));
  const copy = copyOf('ada@example.org');
  copy.write([task], 1);
  pass();
  await settle();
  copy.close();
  const forgotten = cache.forget();
  write();
  await forgotten;
  copy.write([task], 2);
  pass();
  await settle();
  assert.equal(kept.size, 0);
});

test('a list is written only while its owner is the one who is signed in', async () => {
  const { written, copyOf, pass } = bench();
  let isThere = true;
  const copy = copyOf('ada@example.org', () => isThere);
  copy.write([task], 1);
  isThere = false;
  pass();
  copy.write([task], 2);
  pass();
  await settle();
  assert.deepEqual(written, []);
});

test('what is damaged, forgotten or cannot be kept is as good as none', async () => {
  const { cache, kept, copyOf, pass } = bench();
  const copy = copyOf('ada@example.org');
  copy.write([task], 7);
  pass();
  await settle();
  for (const address of kept.keys())
    kept.set(address, new Response('{"owner":"ada@example.org","tasks":[{}]}'));
  assert.equal(await copy.read(), null);
  await cache.forget();
  assert.equal(await copy.read(), null);

  const setTimer: SetTimer = (run) => (run(), () => undefined);
  const without = openPersonCache({ caches: undefined, setTimer, wake: () => undefined }).copy(
    'a',
    () => true,
  );
  without.write([task], 1);
  assert.equal(await without.read(), null);
});
