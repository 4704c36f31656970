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

/** What happens to a queue, one thing after the other. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constant('add' as const),
      owner: fc.constantFrom<Owner>('a', 'b', 'c', 'd', 'e', 'f', null),
    }),
    fc.record({ act: fc.constant('take' as const) }),
  ),
  { maxLength: 200 },
);

test('in any sequence nothing is lost or taken twice, and an entry waits for one of each other owner at most', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), (sequence, places) => {
      const queue = makeFairQueue<Entry>(places, 'The queue');
      let waiting: Entry[] = [];
      let number = 0;
      /** How many takes the first entry of a row has waited for, and how many it may. */
      const patience = new Map<Entry, number>();
      const firstOf = (entry: Entry) =>
        entry.owner === null ? entry : waiting.find(({ owner }) => owner === entry.owner);
      const watch = () => {
        const firsts = new Set(waiting.map(firstOf));
        for (const first of firsts) if (first && !patience.has(first)) patience.set(first, firsts.size);
      };
      for (const step of sequence) {
        if (step.act === 'add') {
          const { owner } = step;
          const entry = { owner, number: number++ };
          const own = waiting.filter((one) => one.owner === owner).length;
          const ownedBySomebody = waiting.filter((one) => one.owner !== null).length;
          const hasPlace =
            owner === null
              ? own < places
              : ownedBySomebody < places && own < Math.max(1, Math.floor(places / 4));
          if (hasPlace) queue.add(owner, entry);
          else assert.throws(() => queue.add(owner, entry), full);
          if (hasPlace) waiting.push(entry);
        } else {
          const entry = queue.take();
          assert.equal(entry === undefined, waiting.length === 0);
          if (entry !== undefined) {
            assert.equal(firstOf(entry), entry, 'the order of one owner is kept');
            assert.ok(waiting.includes(entry), 'an entry leaves once');
            waiting = waiting.filter((one) => one !== entry);
            for (const [first, left] of patience) {
              if (!waiting.includes(first)) patience.delete(first);
              else {
                assert.ok(left > 1, 'nobody waits longer than one turn of each other');
                patience.set(first, left - 1);
              }
            }
          }
        }
        watch();
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
