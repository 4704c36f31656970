import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from '../../test/provider/clock.ts';
import type { SharedEndings } from './known-endings.ts';
import { makeKnownEndings } from './known-endings.ts';

const hourMs = 60 * 60 * 1000;
const log = { info() {}, warn() {}, error() {} };

test('after the clock was set back, all endings are read again, also those with an earlier time of noting', async () => {
  const clock = makeClock();
  let stored: Awaited<ReturnType<SharedEndings['listEndings']>> = [];
  const noteNow = (subject: string) => {
    const now = clock.nowMs();
    stored = [{ subject, endedAtMs: now, untilMs: now + 24 * hourMs, notedAtMs: now }];
  };
  const shared: SharedEndings = {
    noteEnding: () => Promise.resolve(),
    findEndings: () => Promise.resolve([]),
    listEndings: async (after) => stored.filter(({ notedAtMs }) => notedAtMs > after.notedAtMs),
  };
  const known = makeKnownEndings({ shared, wait: clock.wait, nowMs: clock.nowMs });

  noteNow('first');
  await known.refresh(log);
  clock.advance(-hourMs);
  noteNow('second');
  await known.refresh(log);
  for (const subject of ['first', 'second']) assert.equal(known.find(subject)?.subject, subject);
});
