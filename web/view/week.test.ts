import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../sync/fields.ts';
import { benchHistory } from '../tasks/history-fixture.ts';
import { leftToday, overdueRows } from './groups.ts';
import { rowsToPlan, spreadDays, weekFrom } from './week.ts';
import type { Row } from '../sync/tasks.ts';

// A Friday: a weekend follows.
const today = '2026-11-20';
const row = (key: string, dueDate: string, other: Partial<Fields> = {}): Row => ({
  key,
  fields: { description: key, dueDate, importance: 'MEDIUM', state: 'TODO', ...other },
  saved: null,
  write: null,
});
const many = (count: number, name: string, dueDate: string) =>
  Array.from({ length: count }, (_, at) => row(`${name}${at}`, dueDate));
/** The keys for each day. */
const spread = (all: readonly Row[], rows = overdueRows(all, today), mostADay = 5) => {
  const days = [...spreadDays(rows, all, today, mostADay)];
  return [...Map.groupBy(days, ([, iso]) => iso)].map(([iso, own]) => [iso, ...own.map(([key]) => key)]);
};

test('what is due before today and not done is overdue', () => {
  const all = [
    row('done', '2026-11-19', { state: 'DONE' }),
    row('late', '2026-11-19', { state: 'WORKING' }),
    row('today', today),
  ];
  assert.deepEqual(
    overdueRows(all, today).map(({ key }) => key),
    ['late'],
  );
});

test('five a day from today on, but for weekends, the most important first and then by date', () => {
  const all = [
    row('low', '2026-10-01', { importance: 'LOW' }),
    row('oldest', '2026-10-02'),
    ...many(4, 'm', '2026-10-03'),
    row('high', '2026-11-19', { importance: 'HIGH' }),
  ];
  assert.deepEqual(spread(all), [
    ['2026-11-20', 'high', 'oldest', 'm0', 'm1', 'm2'],
    ['2026-11-23', 'm3', 'low'],
  ]);
});

test('open tasks that are due on a day take its room, done ones do not', () => {
  const all = [
    ...many(6, 'late', '2026-11-01'),
    ...many(3, 'today', today),
    row('done', today, { state: 'DONE' }),
    ...many(9, 'monday', '2026-11-23'),
  ];
  assert.deepEqual(spread(all), [
    ['2026-11-20', 'late0', 'late1'],
    ['2026-11-24', 'late2', 'late3', 'late4', 'late5'],
  ]);
});

test('a thousand go on after the week, five a day', () => {
  const days = spread(many(1000, 'late', '2026-11-01'));
  assert.deepEqual([days.length, days.at(-1)?.[0]], [200, '2027-08-26']);
  assert.ok(days.every((each) => each.length === 6));
});

test('a week is what is overdue and seven days from today, each with its open tasks', () => {
  const rows = [
    row('late', '2026-10-01'),
    row('long done', '2026-10-02', { state: 'DONE' }),
    row('today', '2026-12-28', { state: 'WORKING' }),
    row('done', '2026-12-28', { state: 'DONE' }),
    row('new year', '2027-01-01'),
    row('last', '2027-01-03'),
    row('after', '2027-01-04'),
  ];
  const { overdue, days } = weekFrom(rows, '2026-12-28');
  assert.deepEqual(
    overdue.map(({ key }) => key),
    ['late'],
  );
  assert.deepEqual(
    days.map(({ iso, rows: own }) => [iso, ...own.map(({ key }) => key)]),
    [
      ['2026-12-28', 'today'],
      ['2026-12-29'],
      ['2026-12-30'],
      ['2026-12-31'],
      ['2027-01-01', 'new year'],
      ['2027-01-02'],
      ['2027-01-03', 'last'],
    ],
  );
});

test('the number for a day is the own one, and what is spread leaves room where it was', () => {
  const all = [...many(3, 'late', '2026-11-01'), ...many(4, 'today', today), row('other', '2026-11-23')];
  assert.deepEqual(spread(all, all.slice(0, 6), 3), [
    ['2026-11-20', 'late0', 'late1'],
    ['2026-11-23', 'late2', 'today0'],
    ['2026-11-24', 'today1', 'today2'],
  ]);
});

test('to plan is what is open and overdue or due today, but for what was placed on today', () => {
  const all = [
    row('done', '2026-11-19', { state: 'DONE' }),
    row('late', '2026-11-19'),
    row('back', '2026-11-19'),
    row('today', today),
    row('placed', today),
    row('tomorrow', '2026-11-21'),
  ];
  assert.deepEqual(
    rowsToPlan(all, new Set(['placed', 'back']), today).map(({ key }) => key),
    ['late', 'back', 'today'],
  );
});

test('placing on a day is a step, also on its own, and all steps since one can be undone', async () => {
  const { actions, rows, row: at, saved, told, toasts, pass } = await benchHistory('a', 'b', 'c');
  actions.setImportance([at(0)], 'HIGH');
  const before = actions.steps.value.at(-1)?.number ?? 0;
  actions.move([at(0)], '2026-11-20', 'place');
  actions.move([at(1)], '2026-11-25', 'place');
  assert.deepEqual(
    actions.steps.value.map(({ changes, places }) => [changes.length, places]),
    [
      [1, false],
      [1, true],
      [1, true],
    ],
  );
  assert.deepEqual([told.at(-1), toasts.list.value.length], ['Wednesday, November 25: b', 0]);
  actions.finish([at(1)]);
  actions.undoSince(before);
  await pass();
  assert.deepEqual(saved(), ['a 2026-11-20 TODO', 'b 2026-11-20 TODO', 'c 2026-11-20 TODO']);
  assert.deepEqual([told.at(-1), rows()[0]?.fields.importance], ['3 changes undone', 'HIGH']);
});

test('spreading is one step, which says how far it goes, and goes back as one', async () => {
  const { actions, rows, told } = await benchHistory('a', 'b', 'c', 'd', 'e', 'f');
  const dates = () => rows().map(({ fields }) => fields.dueDate);
  actions.spread(rows());
  assert.deepEqual(new Set(dates()), new Set(['2026-11-23', '2026-11-24']));
  actions.undo();
  assert.deepEqual(new Set(dates()), new Set(['2026-11-20']));
  assert.deepEqual(told, ['6 tasks: 5 a day until Tuesday, November 24', '6 changes undone']);
});

test('without overdue tasks nothing moves', () => assert.deepEqual(spread([row('today', today)]), []));

const rowDue = (dueDate: string, state: Fields['state'] = 'TODO') => ({
  key: dueDate + state,
  fields: { description: 'x', dueDate, importance: 'LOW', state } as const,
  saved: null,
  write: null,
});
const rows = [
  rowDue('2026-11-20', 'DONE'),
  rowDue('2026-11-21', 'WORKING'),
  rowDue('2026-11-23'),
  rowDue('2026-11-23', 'DONE'),
  rowDue('2026-11-24'),
];

test('what is left today is open, and due today or overdue', () => {
  assert.equal(leftToday(rows, '2026-11-23'), 2);
  assert.equal(leftToday(rows, '2026-11-24'), 3, 'the next day');
  assert.equal(leftToday([], '2026-11-24'), 0);
});
