import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { createToasts, toastMs } from './toasts.ts';

/** Toasts with timers that the test moves. */
function toastsByHand({ mock: { timers } }: TestContext) {
  timers.enable({ apis: ['setTimeout'] });
  const toasts = createToasts();
  return {
    toasts,
    pass: (ms = toastMs) => timers.tick(ms),
    shown: () => toasts.list.value.map(({ key }) => key),
  };
}

test('a toast goes by itself and says so', (t) => {
  const { toasts, pass, shown } = toastsByHand(t);
  const told: string[] = [];
  toasts.show({ key: 'a', text: 'Deleted', onGone: () => told.push('gone') });
  pass(toastMs - 1);
  assert.deepEqual([told, shown()], [[], ['a']]);
  pass(1);
  assert.deepEqual([told, shown()], [['gone'], []]);
});

test('an undo that was taken is not also gone', (t) => {
  const { toasts, pass } = toastsByHand(t);
  const told: string[] = [];
  toasts.show({
    key: 'a',
    text: 'Deleted',
    undo: () => told.push('undo'),
    onGone: () => told.push('gone'),
  });
  toasts.undo('a');
  toasts.undo('a');
  pass();
  assert.deepEqual(told, ['undo']);
});

test('the clock stops while someone points at the toasts or is in them', (t) => {
  const { toasts, pass, shown } = toastsByHand(t);
  toasts.show({ key: 'a', text: 'one' });
  toasts.hold(true);
  toasts.show({ key: 'b', text: 'two' });
  pass();
  assert.deepEqual(shown(), ['a', 'b']);
  toasts.hold(false);
  pass();
  assert.deepEqual(shown(), []);
});

test('after the last one was taken by hand the clock runs again', (t) => {
  const { toasts, pass, shown } = toastsByHand(t);
  toasts.show({ key: 'a', text: 'one' });
  toasts.hold(true);
  toasts.undo('a');
  toasts.show({ key: 'b', text: 'two' });
  pass();
  assert.deepEqual(shown(), []);
});

test('of many toasts only the last three are shown; the older ones go as if by themselves', (t) => {
  const { toasts, shown } = toastsByHand(t);
  const told: string[] = [];
  for (const key of ['a', 'b', 'c', 'd'])
    toasts.show({ key, text: key, onGone: () => told.push(key) });
  assert.deepEqual([told, shown()], [['a'], ['b', 'c', 'd']]);
});
