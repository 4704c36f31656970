import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/generated.ts';
import type { Row } from '../sync/rows.ts';
import { itemsOf, drawnParts, rowItems, topsOf } from './groups.ts';
import type { Heights, ListItem } from './groups.ts';
import { rowOf } from './rows-fixture.ts';

const rowsFrom = (from: number, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => rowOf(String(from + at)));
const plain: Heights = { likelyPx: 40, byKey: new Map() };
const nobody = new Set<string | null>();
const keysOf = (
  items: readonly ListItem[],
  fromPx: number,
  toPx: number,
  heights = plain,
  kept = nobody,
) =>
  drawnParts(items, topsOf(items, heights), { fromPx, toPx }, kept).map((part) =>
    part.kind === 'blank' ? part.px : part.key,
  );

test('of ten thousand rows only those in the span are drawn, between blanks as high as the others', () => {
  const items = rowItems({ key: 'all', rows: rowsFrom(0, 10_000) });
  assert.deepEqual(keysOf(items, 0, 80), ['0', '1', 9_998 * 40]);
  assert.deepEqual(keysOf(items, 400, 441), [400, '10', '11', 9_988 * 40]);
  assert.deepEqual(keysOf(items, 10_000 * 40, 10_000 * 40 + 800), [10_000 * 40]);
});

test('heights that were measured move what comes after them', () => {
  const items = rowItems({ key: 'all', rows: rowsFrom(0, 3) });
  const tall: Heights = { likelyPx: 40, byKey: new Map([['0', 5000]]) };
  assert.deepEqual(keysOf(items, 0, 4999, tall), ['0', 80]);
  assert.deepEqual(keysOf(items, 5000, 5001, tall), [5000, '1', 40]);
});

test('headings and kept rows are drawn wherever they are', () => {
  const items = itemsOf(
    [
      { key: 'today', rows: rowsFrom(0, 5) },
      { key: 'week', rows: rowsFrom(5, 5) },
    ],
    () => false,
  );
  assert.deepEqual(keysOf(items, 0, 80, plain, new Set(['8'])), [
    'heading today',
    '0',
    160,
    'heading week',
    120,
    '8',
    40,
  ]);
});

test('every item is drawn or left blank exactly once, whatever is drawn, and the list keeps its height', () => {
  const heights = fc.dictionary(fc.constantFrom('0', '3', '7', '40'), fc.nat(2000));
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.nat(20_000),
      fc.nat(5000),
      heights,
      (count, fromPx, sizePx, known) => {
        const items = rowItems({ key: 'all', rows: rowsFrom(0, count) });
        const byKey = new Map(Object.entries(known));
        const tops = topsOf(items, { likelyPx: 40, byKey });
        const parts = drawnParts(items, tops, { fromPx, toPx: fromPx + sizePx }, new Set(['5']));
        const px = parts.map((part) =>
          part.kind === 'blank' ? part.px : (byKey.get(part.key) ?? 40),
        );
        const sum = px.reduce((before, each) => before + each, 0);
        assert.equal(sum, tops.at(-1));
        const drawn = parts.flatMap(({ kind, key }) => (kind === 'row' ? [Number(key)] : []));
        const inOrder = drawn.toSorted((a, b) => a - b);
        assert.deepEqual([drawn, drawn.includes(5)], [inOrder, count > 5]);
      },
    ),
  );
});
