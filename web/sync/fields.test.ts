import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/schema';
import { TaskUpdateRequest } from '../../contract/task.ts';
import { daysLate } from '../view/groups.ts';
import { faultsOf } from './fields.ts';
import type { Fields } from './fields.ts';

const fields = {
  description: 'Water',
  dueDate: '2026-11-21',
  importance: 'LOW',
  state: 'TODO',
} as const;

test('a blank description is refused, one of 255 code points is not, one of 256 is', () => {
  assert.deepEqual(faultsOf({ ...fields, description: ' \t' }, null), { description: 'blank' });
  assert.deepEqual(faultsOf({ ...fields, description: '🌱'.repeat(255) }, null), {});
  assert.deepEqual(faultsOf({ ...fields, description: '🌱'.repeat(256) }, null), {
    description: 'too_long',
  });
});

test('a due date in the past is refused for a new task only', () => {
  assert.deepEqual(faultsOf(fields, '2026-11-22'), { dueDate: 'in_the_past' });
  assert.deepEqual(faultsOf(fields, '2026-11-21'), {});
  assert.deepEqual(faultsOf(fields, null), {});
  assert.deepEqual(faultsOf({ ...fields, dueDate: '' }, '2026-11-21'), { dueDate: 'not_a_date' });
});

test('what the page lets through is what the contract accepts', () => {
  const long = [255, 256].flatMap((count) => ['x'.repeat(count), '🌱'.repeat(count)]);
  const descriptions = ['', ' ', 'a', 'a\0b', '\ud800', 'ä\n', ...long];
  const dates = ['2026-02-28', '2026-02-29', '0000-01-01', '9999-12-31', '', '2026-1-1'];
  for (const description of descriptions) {
    for (const dueDate of dates) {
      const value = { ...fields, description, dueDate };
      const passes = Object.keys(faultsOf(value, null)).length === 0;
      assert.equal(passes, Check(TaskUpdateRequest, value), JSON.stringify(value));
    }
  }
});

test('what is due before today is late by the days between, unless it is done', () => {
  const due = (dueDate: string, state: Fields['state'] = 'TODO') =>
    daysLate({ description: 'a', dueDate, importance: 'LOW', state }, '2026-03-01');
  assert.equal(due('2026-02-27'), 2);
  assert.equal(due('2026-03-01'), 0);
  assert.equal(due('2026-03-02'), 0);
  assert.equal(due('2026-02-27', 'DONE'), 0);
});
