import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory } from '../device/storage-fixture.ts';
import { openSubmitted } from './submitted.ts';

const owner = 'ada@example.org';
const dayIso = '2026-11-20';

const submittedAs = (description: string) =>
  ({
    draft: { description, dueDate: dayIso, importance: 'MEDIUM', state: 'TODO' },
    dayIso,
  }) as const;

test('of two tabs the first that can read takes what both have submitted, in order, and the other nothing', () => {
  const storage = storageInMemory();
  const first = openSubmitted(storage, owner);
  const second = openSubmitted(storage, owner);
  first.add(submittedAs('Bread'));
  second.add(submittedAs('Milk'));
  assert.deepEqual(first.takeAll(), [submittedAs('Bread'), submittedAs('Milk')]);
  assert.deepEqual(second.takeAll(), []);
  assert.deepEqual([first.current.value, second.current.value], [[], []]);
  assert.equal(storage.read('submitted.ada@example.org'), null);
});

test('the next page of the owner finds them, and nobody else’s does', () => {
  const storage = storageInMemory();
  openSubmitted(storage, owner).add(submittedAs('Bread'));
  assert.deepEqual(openSubmitted(storage, 'bob@example.org').takeAll(), []);
  assert.deepEqual(openSubmitted(storage, owner).current.value, [submittedAs('Bread')]);
});

test('a damaged text is none', () => {
  const storage = storageInMemory();
  for (const text of ['{', '{}', '[{"draft":{}}]', '[1]']) {
    storage.write('submitted.ada@example.org', text);
    assert.deepEqual(openSubmitted(storage, owner).takeAll(), []);
  }
});
