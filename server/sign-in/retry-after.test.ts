import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readRetryAfter } from './retry-after.ts';

const nowMs = Date.UTC(2026, 9, 1, 12);
const dateIn = (seconds: number) => new Date(nowMs + seconds * 1_000).toUTCString();

for (const [value, seconds] of [
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-5', 1],
  ['1.2', 2],
  ['20', 20],
  [' 20 ', 20],
  ['59.1', 60],
  ['60', 60],
  ['61', 60],
  ['86400', 60],
  ['9'.repeat(400), 60],
  ['1.2.3', 1],
  ['soon', 1],
  [dateIn(20), 20],
  [dateIn(3_600), 60],
  [dateIn(-20), 1],
] as const) {
  test(`Retry-After ${value?.slice(0, 40)} is ${seconds} s`, () => {
    assert.equal(readRetryAfter(value, nowMs), seconds);
  });
}
