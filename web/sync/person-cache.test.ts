import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';
import { fields, task } from './answers-fixture.ts';
import { cacheInMemory } from './cache-fixture.ts';
import type { Write } from './kept.shapes.ts';
import { responsesHandled } from './page-fixture.ts';
import { openListCache, openPersonCache, readHandover, writeHandover } from './person-cache.ts';
import type { Caches } from './person-cache.ts';
import { newWrite } from './queue.ts';

const milk = task(1);
const owner = 'ada@example.org';

/** One cache of the browser, and a clock that the test moves. */
function copyOnDisk({ mock: { timers } }: TestContext) {
  const kept = new Map<string, Response>();
  const written: string[] = [];
  const disk = { idle: Promise.resolve() };
  const opened = {
    put: async (address: string, response: Response) => {
      written.push(await response.clone().text());
      await disk.idle;
      kept.set(address, response);
    },
    keys: async () => [],
  };
  const caches: Caches = {
    open: async () => opened,
    match: async (address: string) => kept.get(address)?.clone(),
    delete: async () => {
      kept.clear();
      return true;
    },
  };
  timers.enable({ apis: ['setTimeout'] });
  const cache = openPersonCache(caches, () => undefined);
  const copyOf = (holds = () => true, someone = owner) => cache.of(someone, holds);
  const pass = () => {
    timers.tick(300);
    return responsesHandled();
  };
  return { cache, disk, kept, written, copyOf, pass };
}

test('the last list is found again with its time, by its owner alone', async (t) => {
  const { copyOf, pass } = copyOnDisk(t);
  copyOf().writeList([milk], 7);
  await pass();
  assert.deepEqual(await copyOf().readList(), { owner, tasks: [milk], atMs: 7 });
  assert.equal(await copyOf(undefined, 'bob@example.org').readList(), null);
});

test('of several lists in a row the last is written, once', async (t) => {
  const { copyOf, written, pass } = copyOnDisk(t);
  const copy = copyOf();
  const lists: TaskResponse[][] = [[], [milk], [milk, milk], []];
  for (const [atMs, tasks] of lists.entries()) copy.writeList(tasks, atMs);
  await pass();
  copy.writeList([], 4);
  await pass();
  await pass();
  assert.deepEqual(
    written.map((text) => /"atMs":(\d)/.exec(text)?.[1]),
    ['3', '4'],
  );
});

test('a list that is being written when its owner leaves is gone all the same', async (t) => {
  const { cache, disk, kept, copyOf, pass } = copyOnDisk(t);
  let write = () => undefined as void;
  disk.idle = new Promise((resolve) => (write = resolve));
  let isThere = true;
  const copy = copyOf(() => isThere);
  copy.writeList([milk], 1);
  await pass();
  isThere = false;
  const forgotten = cache.forget();
  write();
  await forgotten;
  copy.writeList([milk], 2);
  await pass();
  assert.equal(kept.size, 0);
});

test('a list is written only while its owner is the one who is signed in', async (t) => {
  const { written, copyOf, pass } = copyOnDisk(t);
  let isThere = true;
  const copy = copyOf(() => isThere);
  copy.writeList([milk], 1);
  isThere = false;
  await pass();
  copy.writeList([milk], 2);
  await pass();
  assert.deepEqual(written, []);
});

test('what is damaged or forgotten is as good as none', async (t) => {
  const { cache, kept, copyOf, pass } = copyOnDisk(t);
  const copy = copyOf();
  copy.writeList([milk], 7);
  await pass();
  for (const address of kept.keys()) kept.set(address, Response.json({ owner, tasks: [{}] }));
  assert.equal(await copy.readList(), null);
  await cache.forget();
  assert.equal(await copy.readList(), null);
});

const write: Write = newWrite('k1', 'k1', { kind: 'create', fields });
const waits: Write = { ...write, status: 'waiting', tried: true };
const queue = (...writes: Write[]) => ({ writes, rowKeys: new Map<string, string>() });

function handoverToWorker({ mock: { timers } }: TestContext, { caches } = cacheInMemory()) {
  timers.enable({ apis: ['setTimeout'] });
  const woken: string[] = [];
  const wake = () => void woken.push('woken');
  const cache = openPersonCache(caches, wake);
  const open = (someone = owner) => cache.of(someone, () => true);
  const keys = async () => (await readHandover(caches))?.writes.map(({ key }) => key) ?? null;
  return { caches, woken, open, keys, pass: () => timers.tick(5_000) };
}

test('what waits is handed over, the worker is woken for it, and it follows the queue to its end', async (t) => {
  const { open, woken, keys } = handoverToWorker(t);
  const handover = open();
  handover.handOver(queue(write));
  await responsesHandled();
  assert.deepEqual([await keys(), woken], [null, []], 'what goes at once needs no worker');
  handover.handOver(queue(waits));
  await responsesHandled();
  assert.deepEqual([await keys(), woken], [['k1'], ['woken']]);
  handover.handOver(queue(write));
  handover.handOver(queue());
  await responsesHandled();
  assert.deepEqual([await keys(), woken], [[], ['woken']]);
  handover.handOver(queue(waits));
  await responsesHandled();
  assert.deepEqual([await keys(), woken.length], [['k1'], 2]);
});

test('of several queues in a row the last is handed over, once', async (t) => {
  const { open, woken, keys } = handoverToWorker(t);
  const handover = open();
  for (const key of ['k1', 'k2', 'k3']) handover.handOver(queue({ ...waits, key }));
  await responsesHandled();
  assert.deepEqual([await keys(), woken], [['k3'], ['woken']]);
});

test('a page that goes on wakes the worker for what still waits', async (t) => {
  const { open, woken, keys } = handoverToWorker(t);
  open().handOver(queue(waits));
  await responsesHandled();
  const next = open();
  await next.readWorkerResults();
  next.handOver(queue(waits));
  await responsesHandled();
  assert.deepEqual([await keys(), woken], [['k1'], ['woken', 'woken']]);
  next.handOver(queue());
  await responsesHandled();
  assert.deepEqual(await keys(), []);
});

test('what the worker has sent is taken back by its owner alone', async (t) => {
  const { caches, open, keys } = handoverToWorker(t);
  const sent = [{ kind: 'accepted' as const, key: 'k1', task: task(7) }];
  await writeHandover(await openListCache(caches), { kind: 'handed', owner, writes: [], sent });
  assert.deepEqual(await open('bob@example.org').readWorkerResults(), []);
  const handover = open();
  assert.deepEqual(await handover.readWorkerResults(), sent);
  handover.handOver(queue(waits));
  await responsesHandled();
  assert.deepEqual(await keys(), ['k1']);
});

test('a cache that does not answer holds nothing back', async (t) => {
  const memory = cacheInMemory();
  const isHanging = { match: () => new Promise<undefined>(() => undefined) };
  const { open, woken, pass } = handoverToWorker(t, {
    ...memory,
    caches: { ...memory.caches, ...isHanging },
  });
  const handover = open();
  const taken = handover.readWorkerResults();
  pass();
  assert.deepEqual(await taken, []);
  handover.handOver(queue(waits));
  await responsesHandled();
  assert.deepEqual(woken, ['woken']);
});

test('nothing is handed over after a sign-out, nor where nothing can be kept', async () => {
  const { caches } = cacheInMemory();
  const wake = () => assert.fail('woken for nothing');
  let isSignedIn = true;
  const made = new Set<string>();
  const open = (name: string) => {
    made.add(name);
    isSignedIn = false;
    return caches.open(name);
  };
  const remove = async (name: string) => made.delete(name);
  openPersonCache({ ...caches, open, delete: remove }, wake)
    .of(owner, () => isSignedIn)
    .handOver(queue(waits));
  await responsesHandled();
  assert.deepEqual([await readHandover(caches), made.size, isSignedIn], [null, 0, false]);
  const refuse = () => Promise.reject(new Error('refused'));
  const refusing = { open: refuse, match: refuse, delete: refuse };
  const none = openPersonCache(refusing, wake).of(owner, () => true);
  none.handOver(queue(waits));
  await responsesHandled();
  assert.deepEqual(await none.readWorkerResults(), []);
  assert.equal(await none.readList(), null);
});
