import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Wait, WaitEvent } from './waits.ts';
import { reduceWaits } from './waits.ts';

const wait = (version: string, untilMs: number, session: string): Wait => ({
  version,
  untilMs,
  revocable: { subjects: [session, 'person'], beganAtMs: 1000 },
});
const first = wait('1.1', 5000, 'one');
const second = wait('1.2', 9000, 'two');

/** The names of the waits that go on. */
const after = (event: WaitEvent) =>
  reduceWaits([first, second], event).map(({ revocable }) => revocable.subjects[0]);

test('a wait ends with a write, another version, its time, its session, its client and the service', () => {
  const both = ['one', 'two'];
  assert.deepEqual(after({ kind: 'written' }), []);
  assert.deepEqual(after({ kind: 'stopped' }), []);
  assert.deepEqual(after({ kind: 'read', version: '1.2' }), ['two']);
  assert.deepEqual(after({ kind: 'passed', nowMs: 4999 }), both);
  assert.deepEqual(after({ kind: 'passed', nowMs: 5000 }), ['two']);
  assert.deepEqual(after({ kind: 'left', wait: first }), ['two']);
  const revoked = (subject: string, endedAtMs: number) =>
    after({ kind: 'revoked', revocations: [{ subject, endedAtMs }] });
  assert.deepEqual(revoked('one', 1000), ['two']);
  assert.deepEqual(revoked('person', 1000), []);
  assert.deepEqual(revoked('person', 999), both, 'a session that began later');
  assert.deepEqual(revoked('nobody', 9999), both);
});

test('an event that ends no wait changes nothing', () => {
  const waits = [first, second];
  assert.equal(reduceWaits(waits, { kind: 'passed', nowMs: 0 }), waits);
  assert.equal(reduceWaits(waits, { kind: 'read', version: '1.1' }).length, 1);
  assert.deepEqual(reduceWaits([first], { kind: 'began', wait: second }), waits);
});
