import assert from 'node:assert/strict';
import { test } from 'node:test';

import { columnAt, noDrag, reduceDrag } from './drag.ts';
import type { DragEvent } from './drag.ts';

const press: DragEvent = { kind: 'press', rowKey: 'a', at: { x: 100, y: 100 } };
const move = (x: number, y: number): DragEvent => ({ kind: 'move', at: { x, y } });
const after = (...events: DragEvent[]) => events.reduce(reduceDrag, noDrag);

test('a press that trembles stays a click', () => {
  assert.equal(after(press, move(103, 104)).kind, 'pressed');
});

test('a press that goes on takes the row along, also back to where it began', () => {
  assert.deepEqual(after(press, move(140, 90)), {
    kind: 'dragging',
    rowKey: 'a',
    from: { x: 100, y: 100 },
    to: { x: 140, y: 90 },
  });
  assert.equal(after(press, move(140, 90), move(100, 100)).kind, 'dragging');
});

test('a pointer that was not pressed moves nothing, and what has ended is over', () => {
  assert.equal(after(move(500, 500)).kind, 'idle');
  assert.equal(after(press, move(140, 90), { kind: 'end' }, move(300, 300)).kind, 'idle');
});

test('a column reaches as far down as the page', () => {
  const columns = [
    { name: 'left', left: 0, right: 300 },
    { name: 'right', left: 320, right: 620 },
  ];
  assert.equal(columnAt(299, columns), 'left');
  assert.equal(columnAt(320, columns), 'right');
  assert.equal(columnAt(310, columns), null);
});
