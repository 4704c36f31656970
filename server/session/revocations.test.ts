import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from '../../test/provider/clock.ts';
import type { SharedRevocations } from './revocations.ts';
import { makeRevocations, revocationOfEmail } from './revocations.ts';

const hourMs = 60 * 60 * 1000;
const log = { info() {}, warn() {}, error() {} };

test('the revocation of an email is the same in every release, and lasts until its last cookie has expired', () => {
  const [nowMs, extensionSeconds] = [Date.UTC(2026, 0, 1), 8 * 3_600];
  assert.deepEqual(revocationOfEmail('Ada@Example.com', nowMs, extensionSeconds), {
    subject: 'rIO55B1Q7uKNZLO84KonIQ',
    endedAtMs: nowMs,
    untilMs: Date.UTC(2027, 1, 5, 8, 10),
  });
});

function startEndings() {
  const clock = makeClock();
  let stored: Awaited<ReturnType<SharedRevocations['listRevocations']>> = [];
  const shared: SharedRevocations = {
    noteRevocation: () => Promise.resolve(),
    listRevocations: async (after) => stored.filter(({ notedAtMs }) => notedAtMs > after.notedAtMs),
  };
  const revocations = makeRevocations({ shared, wait: clock.wait, nowMs: clock.nowMs });
  return {
    clock,
    noteNow: (subject: string) => {
      const now = clock.nowMs();
      stored = [{ subject, endedAtMs: now, untilMs: now + 24 * hourMs, notedAtMs: now }];
    },
    hasEnded: (subject: string, oldestMs: number) =>
      revocations.hasEnded({ subjects: [subject], beganAtMs: 0 }, oldestMs, log),
  };
}

test('a question that may be answered with what was read before is, and one that may not asks the store', async () => {
  const { noteNow, hasEnded } = startEndings();
  assert.equal(await hasEnded('first', 2000), false);
  noteNow('first');
  assert.equal(await hasEnded('first', 2000), false);
  assert.equal(await hasEnded('first', 0), true);
  assert.equal(await hasEnded('first', 2000), true);
});

test('after the clock was set back, all revocations are read again, also those with an earlier time of noting', async () => {
  const { clock, noteNow, hasEnded } = startEndings();
  noteNow('first');
  assert.equal(await hasEnded('first', 2000), true);
  clock.advance(-hourMs);
  noteNow('second');
  for (const subject of ['second', 'first']) assert.equal(await hasEnded(subject, 2000), true);
});
