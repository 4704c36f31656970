import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRowsByDay } from '../../view/rows-by-day.ts';
import { keysOf, rowOf } from '../../view/rows-fixture.ts';
import {
  daysMoved,
  drawnWeeks,
  firstShown,
  openFirst,
  placeBeside,
  repeatsShown,
  shownOf,
  weekAt,
  weekCount,
  weekEdges,
  weekStart,
  weekWith,
  wideWeeks,
} from './month-weeks.ts';

const monday = { openedIso: '2026-11-25', firstDayOfWeek: 1 } as const;
const sunday = { openedIso: '2026-11-25', firstDayOfWeek: 7 } as const;

test('this week begins at the first day of the week of the region', () => {
  assert.equal(weekStart(firstShown, monday), '2026-11-23');
  assert.equal(weekStart(firstShown, sunday), '2026-11-22');
  assert.equal(weekStart(firstShown + 6, monday), '2027-01-04');
  assert.equal(weekStart(firstShown - 1, monday), '2026-11-16');
});

test('a date is found in its week, and beyond the grid in its first or last one', () => {
  assert.equal(weekWith('2026-11-29', monday), firstShown);
  assert.equal(weekWith('2026-11-29', sunday), firstShown + 1);
  assert.equal(weekWith('2026-11-22', monday), firstShown - 1);
  assert.equal(weekWith('0001-01-01', monday), 0);
  assert.equal(weekWith('9999-12-31', monday), weekCount - 1);
});

test('weeks around the screen are drawn, and kept ones wherever they are', () => {
  assert.deepEqual(
    drawnWeeks({ first: 10, last: 12 }, 2, [11, 40]),
    [8, 9, 10, 11, 12, 13, 14, 40],
  );
  assert.deepEqual(drawnWeeks({ first: 0, last: 1 }, 1, []), [0, 1, 2]);
  assert.deepEqual(
    drawnWeeks({ first: weekCount - 1, last: weekCount - 1 }, 3, []).at(-1),
    weekCount - 1,
  );
});

test('arrow keys go through a day, and on to the next one', () => {
  const counts: Record<string, number> = { '2026-11-18': 1, '2026-11-25': 2, '2026-11-26': 1 };
  const inDay = (iso: string) => counts[iso] ?? 0;
  const from = (iso: string, at: number) => (key: string) => {
    const place = placeBeside({ iso, at }, key, monday, inDay);
    return place && `${place.iso.slice(5)} ${place.at}`;
  };
  const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
  assert.deepEqual(arrows.map(from('2026-11-25', 0)), ['11-18 1', '11-25 1', '11-24 0', '11-26 0']);
  assert.deepEqual(arrows.map(from('2026-11-25', 2)), ['11-25 1', '12-02 0', '11-24 0', '11-26 1']);
  const others = ['Home', 'End', 'PageDown', 'x'].map(from('2026-11-25', 2));
  assert.deepEqual(others, ['11-23 0', '11-29 0', '12-25 0', null]);
});

test('arrow keys move a task by a day or a week', () => {
  const moved = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home'].map(daysMoved);
  assert.deepEqual(moved, [-1, 1, -7, 7, undefined]);
});

test('a day has its open tasks first, each in the order of the list', () => {
  const rowsByDay = createRowsByDay(openFirst);
  const rows = [
    rowOf('a', '2026-11-25', { state: 'DONE' }),
    rowOf('b', '2026-11-25'),
    rowOf('c', '2026-11-25', { state: 'WORKING' }),
    rowOf('d', '2026-11-26', { state: 'DONE' }),
  ];
  const days = rowsByDay(rows);
  assert.deepEqual([...days.values()].map(keysOf), [['b', 'c', 'a'], ['d']]);
  const later = rowsByDay(rows.slice(1));
  assert.equal(
    later.get('2026-11-26'),
    days.get('2026-11-26'),
    'a day that nothing has changed is the same',
  );
  assert.deepEqual(keysOf(later.get('2026-11-25') ?? []), ['b', 'c']);
});

test('a day shows as many tasks as have room, or one fewer and how many are left', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((key) => rowOf(key, '2026-11-25'));
  const shown = (room: number, kept: string | null = null) => {
    const day = shownOf(rows, room, kept);
    return [keysOf(day.shown).join(''), day.more];
  };
  assert.deepEqual(shown(5), ['abcde', 0]);
  assert.deepEqual(shown(4), ['abc', 2]);
  assert.deepEqual(shown(4, 'e'), ['abe', 2]);
  assert.deepEqual(shown(4, 'b'), ['abc', 2]);
  assert.deepEqual(shown(1), ['', 5]);
  assert.deepEqual(shown(1, 'c'), ['c', 4]);
  assert.deepEqual(shown(0, 'c'), ['', 0], 'a day that is only a number');
});

test('a week is as high as its fullest day, within bounds', () => {
  const days = (counts: Record<string, number>) =>
    new Map(
      Object.entries(counts).map(([iso, count]) => [
        iso,
        Array.from({ length: count }, (_, at) => rowOf(`${iso} ${at}`, iso)),
      ]),
    );
  const linesFrom = (edges: readonly number[], count: number) =>
    Array.from({ length: count }, (_, at) => {
      const week = firstShown + at;
      return ((edges[week + 1] ?? 0) - (edges[week] ?? 0) - wideWeeks.base) / wideWeeks.line;
    });
  const busy = days({ '2026-11-25': 2, '2026-11-26': 3, '2026-12-01': 40 });
  const edges = weekEdges(busy, null, monday, wideWeeks);
  assert.equal(edges.length, weekCount + 1);
  assert.deepEqual(linesFrom(edges, 3), [3, 5, 1]);
  const written = (iso: string) => linesFrom(weekEdges(busy, iso, monday, wideWeeks), 3);
  assert.deepEqual(written('2026-11-25'), [3, 5, 1], 'a day that has room for the field');
  assert.deepEqual(written('2026-11-26'), [4, 5, 1], 'a day that has none');
  assert.deepEqual(written('2026-12-08'), [3, 5, 1], 'a day without tasks');

  const begin = edges[firstShown] ?? 0;
  assert.deepEqual(
    [begin, begin + 6.4, begin + 6.5, -1, 1e9].map((rem) => weekAt(edges, rem)),
    [firstShown, firstShown, firstShown + 1, 0, weekCount - 1],
  );
});

test('the repeats of a day have the lines that its tasks leave free, and the last line counts the others', () => {
  const repeats = [rowOf('a'), rowOf('b'), rowOf('c')];
  assert.deepEqual(repeatsShown(repeats, 3), { drawn: repeats, others: 0 });
  assert.deepEqual(repeatsShown(repeats, 2), { drawn: repeats.slice(0, 1), others: 2 });
  assert.deepEqual(repeatsShown(repeats, 1), { drawn: [], others: 3 });
  assert.deepEqual(repeatsShown(repeats, 0), { drawn: [], others: 0 });
});
