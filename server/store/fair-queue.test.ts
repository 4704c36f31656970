import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import type { Owner } from './fair-queue.ts';
import { makeFairQueue } from './fair-queue.ts';

const full = { name: 'StoreError', code: 'overloaded', message: /^The queue is full: \d+ in all/ };

type Entry = Readonly<{ owner: Owner; number: number }>;

test('an owner that may not go keeps its turn, and the others continue', () => {
  const queue = makeFairQueue<string>(100, 'The queue');
  for (const entry of ['a1', 'a2']) queue.add('ada', entry);
  queue.add('bob', 'b1');
  const notAda = (owner: Owner) => owner !== 'ada';
  assert.equal(queue.take(notAda), 'b1');
  assert.equal(queue.take(notAda), undefined);
  assert.deepEqual(takeAll(queue), ['a1', 'a2']);
});

const take = Symbol('take');
const steps = fc.array(fc.constantFrom<Owner | typeof take>(take, take, 'a', 'b', 'c', 'd', 'e', null), {
  maxLength: 200,
});

test('in any sequence nothing is lost or taken twice, and an entry waits for one of each other owner at most', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), (sequence, places) => {
      const queue = makeFairQueue<Entry>(places, 'The queue');
      let waiting: Entry[] = [];
      /** The owners whose first entry was taken since the first entry of this line waits. */
      const passed = new Map<Entry, Set<unknown>>();
      const lineOf = ({ owner, number }: Entry) => owner ?? number;
      const firstOf = (entry: Entry) => waiting.find((one) => lineOf(one) === lineOf(entry));
      for (const [number, step] of sequence.entries()) {
        if (step !== take) {
          const entry = { owner: step, number };
          const own = waiting.filter(({ owner }) => owner === step).length;
          const owned = waiting.filter(({ owner }) => owner !== null).length;
          const hasPlace =
            step === null ? own < places : owned < places && own < Math.max(1, Math.floor(places / 4));
          if (!hasPlace) assert.throws(() => queue.add(step, entry), full);
          else {
            queue.add(step, entry);
            waiting.push(entry);
          }
        } else {
          const taken = queue.take();
          assert.equal(taken, taken && firstOf(taken), 'it waited, and the order of one owner is kept');
          waiting = waiting.filter((one) => one !== taken);
          for (const entry of new Set(waiting.map(firstOf))) {
            if (taken === undefined || entry === undefined || lineOf(entry) === lineOf(taken)) continue;
            const others = passed.get(entry) ?? new Set();
            assert.ok(!others.has(lineOf(taken)), 'nobody waits longer than one turn of each other');
            passed.set(entry, others.add(lineOf(taken)));
          }
        }
        assert.equal(queue.size(), waiting.length);
      }
      const rest = takeAll(queue);
      assert.deepEqual(new Set(rest), new Set(waiting));
      assert.equal(rest.length, waiting.length);
    }),
    { numRuns: 500 },
  );
});

function takeAll<Each>(queue: ReturnType<typeof makeFairQueue<Each>>): Each[] {
  const taken: Each[] = [];
  for (let entry = queue.take(); entry !== undefined; entry = queue.take()) taken.push(entry);
  return taken;
}
