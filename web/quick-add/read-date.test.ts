import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readQuickAdd } from './all-words.ts';
import { options, todayIso } from './options-fixture.ts';

test('numbers are read in the order of the locale, or in the other where only that is a day', () => {
  assert.equal(readQuickAdd('x 12/3', options.en).dueDate, '2025-12-03');
  assert.equal(readQuickAdd('x 12/3', options.gb).dueDate, '2026-03-12');
  assert.equal(readQuickAdd('x 25/12', options.en).dueDate, '2025-12-25');
  assert.equal(readQuickAdd('x 12/24', options.gb).dueDate, '2025-12-24');
  assert.deepEqual(readQuickAdd('x 12/26', options.gb).chips, [], 'a month and its year');
  assert.equal(readQuickAdd('x 12/3/26', options.en).dueDate, '2026-12-03');
  assert.deepEqual(readQuickAdd('x 13/13 40/1', options.en).chips, []);
});

test('next week is its Monday, and its weekdays are by the first day of the week of the locale', () => {
  for (const [day, us, gb] of [
    ['2025-11-22', '2025-11-24', '2025-11-24'],
    ['2025-11-23', '2025-12-01', '2025-11-24'],
    ['2025-11-24', '2025-12-01', '2025-12-01'],
  ] as const) {
    assert.equal(readQuickAdd('x next week', { ...options.en, todayIso: day }).dueDate, us);
    assert.equal(readQuickAdd('x next week', { ...options.gb, todayIso: day }).dueDate, gb);
  }
  assert.equal(readQuickAdd('x next week sunday', options.en).dueDate, '2025-11-23');
  assert.equal(readQuickAdd('x next week sunday', options.gb).dueDate, '2025-11-30');
});

test('the weekend is the next Saturday, and today while it lasts', () => {
  for (const [day, weekend] of [
    ['2025-11-17', '2025-11-22'],
    ['2025-11-22', '2025-11-22'],
    ['2025-11-23', '2025-11-23'],
  ] as const)
    assert.equal(readQuickAdd('x this weekend', { ...options.en, todayIso: day }).dueDate, weekend);
});

test('a day that is over this year is the next one, and the chip says so', () => {
  const [chip] = readQuickAdd('Party 3 jan', options.en).chips;
  assert.deepEqual(chip, {
    kind: 'date',
    start: 6,
    end: 11,
    text: '3 jan',
    value: '2026-01-03',
    note: 'later_year',
  });
  assert.equal(readQuickAdd('Leap 29 feb', options.en).dueDate, '2028-02-29');
  const [today] = readQuickAdd('Party 21 nov', options.en).chips;
  assert.deepEqual(today, { kind: 'date', start: 6, end: 12, text: '21 nov', value: todayIso });
});

test('a past day that is written with its year is kept, and the chip says so', () => {
  for (const text of ['x 2025-11-20', 'x 20 nov 2025', 'x 20.11.2025']) {
    const [chip] = readQuickAdd(text, options.de).chips;
    assert.ok(
      chip?.kind === 'date' && chip.note === 'in_the_past' && chip.value === '2025-11-20',
      text,
    );
  }
});

test('a recurrence is told with its times and its first and last day', () => {
  for (const [who, repeat] of [
    ['en', 'every 3 days at 9am starting friday until dec 3'],
    ['de', 'täglich um 8 Uhr ab Montag'],
    ['fr', 'tous les jours à partir du lundi'],
    ['en', 'on the 1st of every month'],
    ['de', 'am 1. jedes Monats'],
    ['fr', 'le 5 de chaque mois'],
  ] as const)
    assert.equal(readQuickAdd(`Yoga ${repeat} !high`, options[who]).repeat?.text, repeat);
});

test('a day of the month before or after its rule is the first day', () => {
  for (const [who, text, due] of [
    ['en', 'Pay rent on the 1st of every month', '2025-12-01'],
    ['en', 'every month on the 21st pay rent', todayIso],
    ['de', 'Miete jeden Monat am 1. überweisen', '2025-12-01'],
    ['fr', 'loyer le 5 de chaque mois', '2025-12-05'],
  ] as const)
    assert.equal(readQuickAdd(text, options[who]).dueDate, due, text);
});

test('a day that next month does not have is no date', () => {
  const inOctober = { ...options.en, todayIso: '2025-10-21' };
  assert.equal(readQuickAdd('x on the 30th of next month', inOctober).dueDate, '2025-11-30');
  assert.deepEqual(readQuickAdd('x on the 31st of next month', inOctober).chips, []);
});

test('a long row of days is read in as many steps as it has words', () => {
  for (const [who, day] of [
    ['en', 'the 1st and '],
    ['de', 'am 1. und '],
    ['fr', 'le 5 et '],
  ] as const)
    assert.equal(readQuickAdd(day.repeat(80), options[who]).repeat, undefined);
});
