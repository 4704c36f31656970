import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scrollStep } from './edge-scroll.ts';

test('a pulled row scrolls near an edge, faster at the edge itself, and only the way it was moved', () => {
  const windowPx = 800;
  assert.equal(scrollStep(400, 50, windowPx), 0);
  assert.equal(scrollStep(752, 50, windowPx), 9);
  assert.equal(scrollStep(800, 50, windowPx), 18);
  assert.equal(scrollStep(900, 50, windowPx), 18, 'below the window');
  assert.equal(scrollStep(752, -50, windowPx), 0, 'on the way up');
  assert.equal(scrollStep(0, -50, windowPx), -18);
  assert.equal(scrollStep(48, -50, windowPx), -9);
  assert.equal(scrollStep(48, 20, windowPx), 0, 'on the way down');
});
