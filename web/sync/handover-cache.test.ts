import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fields, task } from './answers-fixture.ts';
import type { Write } from './kept.shapes.ts';
import { newWrite } from './writes.ts';
import { cacheInMemory } from './cache-fixture.ts';
import { forgetKept, openPersonCache, openKept, readHanded, writeHanded } from './cache.ts';

const owner = 'ada@example.org';
const write: Write = newWrite('k1', 'k1', { kind: 'create', fields });
const waits: Write = { ...write, status: 'waiting', tried: true };
const queue = (...writes: Write[]) => ({ writes, rowKeys: new Map<string, string>() });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function bench(holds: () => boolean = () => true, { caches } = cacheInMemory()) {
  const timers: (() => void)[] = [];
  const setTimer = (run: () => void) => (timers.push(run), () => undefined);
  const woken: string[] = [];
  const wake = () => void woken.push('woken');
  const cache = openPersonCache({ caches, setTimer, wake });
  const open = (someone = owner) => cache.handover(someone, holds);
  const keys = async () => (await readHanded(caches))?.writes.map(({ key }) => key) ?? null;
  return { caches, woken, open, keys, pass: () => timers.forEach((run) => run()) };
}

test('what waits is handed over, the worker is woken for it, and it follows the queue to its end', async () => {
  const { open, woken, keys } = bench();
  const handover = open();
  handover.hand(queue(write));
  await settle();
  assert.deepEqual([await keys(), woken], [null, []], 'what goes at once needs no worker');
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual([await keys(), woken], [['k1'], ['woken']]);
  handover.hand(queue(write));
  handover.hand(queue());
  await settle();
  assert.deepEqual([await keys(), woken], [[], ['woken']]);
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual([await keys(), woken.length], [['k1'], 2]);
});

test('of several queues in a row the last is handed over, once', async () => {
  const { open, woken, keys } = bench();
  const handover = open();
  for (const key of ['k1', 'k2', 'k3']) handover.hand(queue({ ...waits, key }));
  await settle();
  assert.deepEqual([await keys(), woken], [['k3'], ['woken']]);
});

test('a page that goes on wakes the worker for what still waits', async () => {
  const { open, woken, keys } = bench();
  open().hand(queue(waits));
  await settle();
  const next = open();
  await next.takeBack();
  next.hand(queue(waits));
  await settle();
  assert.deepEqual([await keys(), woken], [['k1'], ['woken', 'woken']]);
  next.hand(queue());
  await settle();
  assert.deepEqual(await keys(), []);
});

test('what the worker has sent is taken back by its owner alone, and not overwritten before', async () => {
  const { caches, open, keys } = bench();
  const sent = [{ kind: 'accepted' as const, key: 'k1', task: task(7) }];
  await writeHanded(await openKept(caches), { kind: 'handed', owner, writes: [], sent });
  assert.deepEqual(await open('bob@example.org').takeBack(), []);
  const handover = open();
  const taken = handover.takeBack();
  handover.hand(queue(waits));
  assert.deepEqual([await taken, await keys()], [sent, []]);
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual(await keys(), ['k1']);
});

test('a cache that does not answer holds nothing back', async () => {
  const memory = cacheInMemory();
  const isHanging = { match: () => new Promise<undefined>(() => undefined) };
  const { open, woken, pass } = bench(() => true, { ...memory, caches: { ...memory.caches, ...isHanging } });
  const handover = open();
  const taken = handover.takeBack();
  pass();
  assert.deepEqual(await taken, []);
  handover.hand(queue(waits));
  await settle();
  assert.deepEqual(woken, ['woken']);
});

test('nothing is handed over after a sign-out, nor where nothing can be kept', async () => {
  let isSignedIn = true;
  const { caches, open, woken } = bench(() => isSignedIn);
  open().hand(queue(waits));
  isSignedIn = false;
  await forgetKept(caches);
  await settle();
  assert.deepEqual([await readHanded(caches), woken], [null, []]);
  const wake = () => assert.fail('woken for nothing');
  const setTimer = () => () => undefined;
  const none = openPersonCache({ caches: undefined, setTimer, wake }).handover(owner, () => true);
  none.hand(queue(waits));
  await settle();
  assert.deepEqual(await none.takeBack(), []);
});
