import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createToasts, toastMs } from './page-context.ts';

/** Toasts over timers that the test fires. */
function toastsByHand() {
  const timers = new Set<() => void>();
  const toasts = createToasts((run, ms) => {
    assert.equal(ms, toastMs);
    timers.add(run);
    return () => timers.delete(run);
  });
  return { toasts, pass: () => [...timers].forEach((run) => run()), running: () => timers.size };
}

test('a toast goes by itself and says so', () => {
  const { toasts, pass } = toastsByHand();
  const told: string[] = [];
  toasts.show({ key: 'a', text: 'Deleted', onGone: () => told.push('gone') });
  pass();
  assert.deepEqual([told, toasts.list.value], [['gone'], []]);
});

test('an undo that was taken is not also gone', () => {
  const { toasts, pass } = toastsByHand();
  const told: string[] = [];
  toasts.show({ key: 'a', text: 'Deleted', undo: () => told.push('undo'), onGone: () => told.push('gone') });
  toasts.undo('a');
  toasts.undo('a');
  pass();
  assert.deepEqual(told, ['undo']);
});

test('the clock stops while someone points at the toasts or is in them', () => {
  const { toasts, running } = toastsByHand();
  toasts.show({ key: 'a', text: 'one' });
  toasts.hold(true);
  toasts.show({ key: 'b', text: 'two' });
  assert.equal(running(), 0);
  toasts.hold(false);
  assert.equal(running(), 2);
});

test('after the last one was taken by hand the clock runs again', () => {
  const { toasts, running } = toastsByHand();
  toasts.show({ key: 'a', text: 'one' });
  toasts.hold(true);
  toasts.undo('a');
  toasts.show({ key: 'b', text: 'two' });
  assert.equal(running(), 1);
});

test('of many toasts only the last three are shown; the older ones go as if by themselves', () => {
  const { toasts, running } = toastsByHand();
  const told: string[] = [];
  for (const key of ['a', 'b', 'c', 'd']) toasts.show({ key, text: key, onGone: () => told.push(key) });
  assert.deepEqual([told, toasts.list.value.map(({ key }) => key), running()], [['a'], ['b', 'c', 'd'], 3]);
});
