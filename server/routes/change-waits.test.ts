import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { makeClock } from '../../test/provider/clock.ts';
import type { AskedWait } from './change-waits.ts';
import { makeChangeWaits } from './change-waits.ts';

const asked: AskedWait = {
  version: '1.1',
  revocable: { subjects: ['session'], beganAtMs: 0 },
  longestMs: 25_000,
};
const mostWaiting = 5000;
const refuse = (line: unknown) => assert.fail(`nothing is logged, but ${String(line)}`);
const log = { info: refuse, warn: refuse, error: refuse };

function startWaits(versions: ReadonlyMap<string, string> = new Map()) {
  const clock = makeClock();
  const questions: (readonly string[])[] = [];
  const waits = makeChangeWaits({
    ...clock,
    log,
    mostWaiting,
    store: {
      findVersions: async (owners) => {
        questions.push(owners);
        return versions;
      },
      findNewRevocations: async () => [],
    },
  });
  const pass = async (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 250) {
      clock.advance(250);
      await nextTurn();
    }
  };
  return { waits, clock, questions, pass };
}

test('5,000 people wait with one timer and one question a second, one more is not taken, and a write wakes its owner alone', async () => {
  const { waits, clock, questions, pass } = startWaits();
  const ended = new Map<string, string>();
  for (let person = 0; person < mostWaiting; person += 1) {
    const begun = waits.begin(`person ${person}`, asked) ?? assert.fail('a place is free');
    void begun.ended.then((by) => ended.set(`person ${person}`, by));
  }
  assert.equal(waits.begin('one more', asked), undefined);
  assert.equal(clock.waiting(), 1);
  await pass(10_000);
  assert.deepEqual(new Set(questions.map((owners) => owners.length)), new Set([mostWaiting]));
  assert.equal(questions.length, 10);
  assert.equal(ended.size, 0);
  waits.tellWrite('person 7');
  await nextTurn();
  assert.deepEqual([...ended], [['person 7', 'written']]);
  assert.ok(waits.begin('one more', asked), 'its place is free');
});

test('waits that begin together end apart, within a fifth of their time, and none is longer than asked for', async () => {
  const { waits, pass } = startWaits();
  const sizes: number[] = [];
  for (let person = 0; person < 100; person += 1) waits.begin(`person ${person}`, asked);
  await pass(20_000);
  for (let passedMs = 20_000; passedMs < 25_000; passedMs += 250) {
    sizes.push(waits.size());
    await pass(250);
  }
  assert.equal(sizes[0], 100);
  assert.equal(waits.size(), 0);
  const together = sizes.map((size, at) => size - (sizes[at + 1] ?? 0));
  assert.ok(Math.max(...together) <= 10, together.join());
});

test('another version in the store ends the waits of its owner within a second', async () => {
  const versions = new Map([
    ['ada', '1.2'],
    ['grace', '1.1'],
  ]);
  const { waits, pass } = startWaits(versions);
  for (const owner of ['ada', 'ada', 'grace', 'eve']) waits.begin(owner, asked);
  await pass(1000);
  assert.equal(waits.size(), 2, 'an owner of whom the store says nothing goes on, too');
});

test('after a stop no wait begins, and none is left', () => {
  const { waits } = startWaits();
  waits.begin('ada', asked);
  waits.stop();
  assert.equal(waits.size(), 0);
  assert.equal(waits.begin('ada', asked), undefined);
});
