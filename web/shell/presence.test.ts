import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepInMemory } from '../device/keep-fixture.ts';
import { followUse } from './presence.ts';

test('a page is used for ten minutes after the last key, and of the tabs of a device only the last used one', () => {
  const keep = keepInMemory();
  let ms = 0;
  const parts = { keep, owner: 'ada@example.org', nowMs: () => ms };
  const [first, second] = [followUse(parts, 'a'), followUse(parts, 'b')];
  const used = () => [first.isUsed(), second.isUsed()];
  first.note();
  assert.deepEqual(used(), [true, false]);
  ms = 60_000;
  second.note();
  assert.deepEqual(used(), [false, true]);
  ms = 659_999;
  assert.deepEqual(used(), [false, true]);
  ms = 660_000;
  assert.deepEqual(used(), [false, false], 'forgotten');
  first.note();
  assert.deepEqual(used(), [true, false]);
  const refusing = followUse({ ...parts, keep: { ...keep, read: () => null, write: () => false } }, 'c');
  refusing.note();
  assert.equal(refusing.isUsed(), true, 'where the device keeps nothing each tab is alone');
});
