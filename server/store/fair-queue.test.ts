import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Owner } from './fair-queue.ts';
import { makeFairQueue } from './fair-queue.ts';

const full = { name: 'StoreError', code: 'overloaded', message: /^The queue is full: \d+ in all/ };

function queueOf(places: number, ...entries: readonly (readonly [Owner, string])[]) {
  const queue = makeFairQueue<string>(places, 'The queue');
  for (const [owner, entry] of entries) queue.add(owner, entry);
  const takeAll = () => Array.from({ length: queue.size() }, () => queue.take());
  return { queue, takeAll };
}

test('owners take turns, each in its own order, and work without an owner does not wait for other such work', () => {
  const entries = [['ada', 'a1'], ['ada', 'a2'], ['ada', 'a3'], ['bob', 'b1'], [null, 'x'], [null, 'y'], ['bob', 'b2']] as const; // prettier-ignore
  const { queue, takeAll } = queueOf(100, ...entries);
  assert.deepEqual(takeAll(), ['a1', 'b1', 'x', 'y', 'a2', 'b2', 'a3']);
  assert.deepEqual([queue.size(), queue.take()], [0, undefined]);
});

test('one owner has a quarter of the places, all owners have all, and work without an owner as many again', () => {
  const { queue, takeAll } = queueOf(8, ['a', '1'], ['a', '2']);
  assert.throws(() => queue.add('a', '3'), full);
  for (const owner of ['b', 'b', 'c', 'c', 'd', 'd']) queue.add(owner, owner);
  assert.throws(() => queue.add('e', '1'), full);
  for (let n = 0; n < 8; n += 1) queue.add(null, 'x');
  assert.throws(() => queue.add(null, 'x'), full);
  assert.equal(takeAll().length, 16);
  queue.add('a', '1');
});
