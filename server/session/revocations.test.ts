import assert from 'node:assert/strict';
import { test } from 'node:test';

import { revocationOfEmail } from './revocations.ts';

test('the revocation of an email is the same in every release, and lasts until its last cookie has expired', () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const extensionSeconds = 8 * 3_600;
  assert.deepEqual(revocationOfEmail('Ada@Example.com', nowMs, extensionSeconds), {
    subject: 'rIO55B1Q7uKNZLO84KonIQ',
    endedAtMs: nowMs,
    untilMs: Date.UTC(2027, 1, 5, 8, 10),
  });
});
