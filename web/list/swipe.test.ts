import assert from 'node:assert/strict';
import { test } from 'node:test';

import { noSwipe, putOff, reduceSwipe, sideOf } from './swipe.ts';
import type { SwipeEvent } from './swipe.ts';

const press: SwipeEvent = { kind: 'press', rowKey: 'a', at: { x: 100, y: 100 } };
const move = (x: number, y: number): SwipeEvent => ({ kind: 'move', at: { x, y } });
const after = (...events: SwipeEvent[]) => events.reduce(reduceSwipe, noSwipe);

test('a finger that goes down the page scrolls, whatever it does afterwards', () => {
  assert.equal(after(press, move(104, 112), move(300, 112)).kind, 'idle');
});

test('a finger that goes sideways takes the line along, and counts once it has gone far enough', () => {
  assert.deepEqual(sideOf(after(press, move(130, 104))), { side: 'right', enough: false });
  assert.deepEqual(sideOf(after(press, move(130, 104), move(190, 160))), { side: 'right', enough: true });
  assert.deepEqual(sideOf(after(press, move(60, 100), move(10, 100))), { side: 'left', enough: true });
});

test('a finger that comes back has changed its mind', () => {
  assert.deepEqual(sideOf(after(press, move(200, 100), move(110, 100))), { side: 'right', enough: false });
  assert.equal(sideOf(after(press, move(200, 100), { kind: 'end' })), null);
});

test('a touch that trembles stays a tap', () => {
  assert.equal(after(press, move(105, 104)).kind, 'pressed');
});

test('what is late or due today is put off until tomorrow, the rest by a day', () => {
  assert.equal(putOff('2026-11-02', '2026-11-21'), '2026-11-22');
  assert.equal(putOff('2026-11-21', '2026-11-21'), '2026-11-22');
  assert.equal(putOff('2026-12-31', '2026-11-21'), '2027-01-01');
});
