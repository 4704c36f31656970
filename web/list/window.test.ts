import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { chunkRows, chunksBetween, placeIn, stretchesOf, withNewEnd } from './window.ts';
import type { Heights } from './window.ts';

const plain: Heights = { rowPx: 40, chunkPx: new Map() };

test('of ten thousand rows only those about the screen are drawn', () => {
  const chunkPx = chunkRows * 40;
  assert.deepEqual(chunksBetween(10_000, plain, 0, chunkPx), [0]);
  assert.deepEqual(chunksBetween(10_000, plain, 10 * chunkPx, 11 * chunkPx + 1), [10, 11]);
  assert.deepEqual(chunksBetween(10_000, plain, -2000, -1), []);
  assert.deepEqual(chunksBetween(10_000, plain, 10_000 * 40, 10_000 * 40 + 800), []);
});

test('heights that were measured move what comes after them', () => {
  const tall: Heights = { rowPx: 40, chunkPx: new Map([[0, 5000]]) };
  assert.deepEqual(chunksBetween(100, tall, 0, 4999), [0]);
  assert.deepEqual(chunksBetween(100, tall, 5000, 5001), [1]);
});

test('what is added after the last row is drawn where that was', () => {
  const drawn = new Set([0, 3]);
  const full = 4 * chunkRows;
  assert.deepEqual(withNewEnd(drawn, full, full + 1), new Set([0, 3, 4]));
  assert.equal(withNewEnd(drawn, full + chunkRows, full + chunkRows + 1), drawn, 'out of sight');
  assert.equal(withNewEnd(drawn, full, full - 1), drawn);
});

test('the last chunk is as high as the rows that are left', () => {
  assert.deepEqual(stretchesOf(chunkRows + 1, plain, new Set([0])), [
    { kind: 'rows', from: 0, to: chunkRows, px: chunkRows * 40 },
    { kind: 'blank', from: chunkRows, to: chunkRows + 1, px: 40 },
  ]);
});

test('every row stands in exactly one stretch, whatever is drawn, and the list keeps its height', () => {
  const chunks = fc.uniqueArray(fc.nat(60));
  fc.assert(
    fc.property(
      fc.nat(1000),
      chunks,
      fc.dictionary(fc.constantFrom('0', '3', '7'), fc.nat(2000)),
      (count, drawn, px) => {
        const chunkPx = new Map(Object.entries(px).map(([chunk, height]) => [Number(chunk), height]));
        const all = stretchesOf(count, { rowPx: 40, chunkPx }, new Set(drawn));
        let next = 0;
        for (const { from, to } of all) {
          assert.equal(from, next);
          assert.ok(to > from);
          next = to;
        }
        assert.equal(next, count);
        const height = (set: ReadonlySet<number>) =>
          stretchesOf(count, { rowPx: 40, chunkPx }, set).reduce((sum, each) => sum + each.px, 0);
        assert.equal(height(new Set(drawn)), height(new Set()));
      },
    ),
  );
});

test('a row has one place in a list, another in another list, and none where it is not', () => {
  const before = [{ key: 'a' }, { key: 'b' }];
  assert.equal(placeIn(before, 'b'), 1);
  assert.equal(placeIn(before, 'b'), 1);
  assert.equal(placeIn([{ key: 'b' }, ...before], 'b'), 0);
  assert.equal(placeIn(before, 'c'), null);
  assert.equal(placeIn(before, null), null);
});
