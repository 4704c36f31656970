import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from '../../test/provider/clock.ts';
import { makeRevocations, revocationOfEmail } from './revocations.ts';

test('the revocation of an email is the same in every release, and lasts until its last cookie has expired', () => {
  const [nowMs, extensionSeconds] = [Date.UTC(2026, 0, 1), 8 * 3_600];
  assert.deepEqual(revocationOfEmail('Ada@Example.com', nowMs, extensionSeconds), {
    subject: 'rIO55B1Q7uKNZLO84KonIQ',
    endedAtMs: nowMs,
    untilMs: Date.UTC(2027, 1, 5, 8, 10),
  });
});

test('a revocation that was noted earlier is found: by 15 s, which may commit late, and by any time when the clock was set back', async () => {
  const { nowMs, wait, advance } = makeClock();
  const rows = ['first', 'late', 'earlier'].map((subject) => ({
    subject,
    endedAtMs: nowMs(),
    untilMs: Infinity,
  }));
  const [first, late, earlier] = rows.map((row, at) => ({ ...row, notedAtMs: [20_000, 5_001, 1][at] ?? 0 }));
  assert.ok(first && late && earlier);
  let stored = [first];
  const shared = {
    noteRevocation: () => Promise.resolve(),
    listRevocations: async (after: { notedAtMs: number }) =>
      stored.filter(({ notedAtMs }) => notedAtMs > after.notedAtMs),
  };
  const revocations = makeRevocations({ shared, extensionSeconds: 0, wait, nowMs });
  const log = { info() {}, warn() {}, error() {} };
  const ended = (subject: string) => revocations.hasEnded({ subjects: [subject], beganAtMs: 0 }, 0, log);
  assert.equal(await ended('first'), true);
  stored = [late, earlier];
  assert.deepEqual([await ended('late'), await ended('earlier')], [true, false]);
  advance(-60 * 60 * 1000);
  for (const { subject } of rows) assert.equal(await ended(subject), true, subject);
});
