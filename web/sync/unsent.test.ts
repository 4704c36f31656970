import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fields } from './answers-fixture.ts';
import { newWrite } from './queue.ts';
import { hasRoom } from './unsent.ts';

test('the queue has room only for what the device can keep', () => {
  const long = { ...fields, description: '🌱'.repeat(255) };
  const change = newWrite('k', '1', { kind: 'replace', fields: long }, [long, long, long]);
  const writes = Array.from({ length: 400 }, () => change);
  assert.deepEqual(
    [hasRoom(writes, 1), hasRoom(writes, 100), hasRoom([], 500)],
    [true, false, true],
  );
});
