import assert from 'node:assert/strict';
import { test } from 'node:test';

import { changesUnderWay, refusedChanges } from './refusal.ts';
import { newWrite } from './queue.ts';

const writes = Array.from({ length: 102 }, (_, at) => newWrite(`k${at}`, `${at}`, { kind: 'delete' }));
const queued = writes.map((write) => ({ ...write, status: 'queued' as const }));

test('changes on their way are counted where they are many; what waits, is held or was refused is not on its way', () => {
  assert.equal(changesUnderWay(queued), 102);
  assert.equal(changesUnderWay(queued.slice(0, 100)), 0);
  const others = (['held', 'waiting', 'failed', 'conflict'] as const).map((status) => ({
    ...newWrite('k', '1', { kind: 'delete' }),
    status,
  }));
  assert.equal(changesUnderWay([...queued, ...others]), 102);
  assert.deepEqual(
    refusedChanges([...queued, ...others]).map(({ status }) => status),
    ['failed', 'conflict'],
  );
});
