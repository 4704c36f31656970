import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { storageInMemory } from '../device/storage-fixture.ts';
import type { Row } from '../sync/rows.ts';
import { followFinished } from './finished.ts';
import { columnsOf } from './columns.ts';
import { keysOf, rowOf } from './rows-fixture.ts';

const row = (key: string, state: Row['fields']['state']) => rowOf(key, '2026-11-20', { state });
const grouping = { todayIso: '2026-11-18', firstDayOfWeek: 1 } as const;

test('the tasks that become done here are in this order, also after a reload', () => {
  const storage = storageInMemory();
  const rows = signal<readonly Row[]>([]);
  const { finished, end } = followFinished(rows, storage, 'ada@example.com');
  rows.value = [row('a', 'DONE'), row('b', 'TODO'), row('c', 'WORKING'), row('d', 'DONE')];
  assert.deepEqual(finished.value, [], 'what was done before has no time');
  rows.value = [row('a', 'DONE'), row('b', 'TODO'), row('c', 'DONE'), row('d', 'DONE')];
  rows.value = [row('a', 'DONE'), row('b', 'DONE'), row('c', 'DONE'), row('d', 'DONE')];
  assert.deepEqual(finished.value, ['b', 'c']);
  assert.deepEqual(keysOf(columnsOf(rows.value, grouping, finished.value).DONE), [
    'b',
    'c',
    'd',
    'a',
  ]);

  rows.value = [row('a', 'DONE'), row('b', 'DONE'), row('c', 'TODO'), row('d', 'DONE')];
  rows.value = [row('a', 'DONE'), row('b', 'DONE'), row('c', 'DONE'), row('d', 'DONE')];
  assert.deepEqual(finished.value, ['c', 'b'], 'finished again');
  end();
  assert.deepEqual(followFinished(rows, storage, 'ada@example.com').finished.value, ['c', 'b']);
});
