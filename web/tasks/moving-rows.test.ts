import assert from 'node:assert/strict';
import { test } from 'node:test';

import { kindOfTouch, nextState, putOff } from './moving-rows.ts';

test('a finger that goes down the page scrolls; one that goes sideways swipes; one that trembles has no direction', () => {
  assert.equal(kindOfTouch(4, 12), 'other');
  assert.equal(kindOfTouch(30, 4), 'pull');
  assert.equal(kindOfTouch(-40, 0), 'pull');
  assert.equal(kindOfTouch(5, 4), 'undecided');
});

test('a swipe to the right finishes a task or takes it up again, and on the board takes it one column on', () => {
  const inList = (['TODO', 'WORKING', 'DONE'] as const).map((state) => nextState(state, false));
  assert.deepEqual(inList, ['DONE', 'DONE', 'TODO']);
  const onBoard = (['TODO', 'WORKING', 'DONE'] as const).map((state) => nextState(state, true));
  assert.deepEqual(onBoard, ['WORKING', 'DONE', 'TODO']);
});

test('what is late or due today is put off until tomorrow, the rest by a day', () => {
  assert.equal(putOff('2026-11-02', '2026-11-21'), '2026-11-22');
  assert.equal(putOff('2026-11-21', '2026-11-21'), '2026-11-22');
  assert.equal(putOff('2026-12-31', '2026-11-21'), '2027-01-01');
});
