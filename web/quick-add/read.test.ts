import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { isDate } from '../dates/calendar.ts';
import { longestRead, readQuickAdd } from './read.ts';
import { options, todayIso } from './options-fixture.ts';
import type { Language } from '../words/language.ts';

test('a line without any mark is a description, due today, MEDIUM and TODO', () => {
  assert.deepEqual(readQuickAdd('  Water the plants ', options.en), {
    description: 'Water the plants',
    dueDate: todayIso,
    importance: 'MEDIUM',
    state: 'TODO',
    chips: [],
  });
});

test('of several dates, importances or states the last is read and the others stay', () => {
  const read = readQuickAdd('Friday notes !low tomorrow /todo !high /done', options.en);
  assert.equal(read.description, 'Friday notes !low /todo');
  assert.deepEqual([read.dueDate, read.importance, read.state], ['2025-11-22', 'HIGH', 'DONE']);
  assert.deepEqual(
    read.chips.map((chip) => chip.text),
    ['tomorrow', '!high', '/done'],
  );
});

test('importance and state are read in words and numbers of each language', () => {
  for (const [who, text, importance, state] of [
    ['en', 'x !1 /working', 'LOW', 'WORKING'],
    ['en', 'x !2 /todo', 'MEDIUM', 'TODO'],
    ['en', 'x !3 /done', 'HIGH', 'DONE'],
    ['de', 'x !niedrig /Läuft', 'LOW', 'WORKING'],
    ['de', 'x !hoch /erledigt', 'HIGH', 'DONE'],
    ['fr', 'x !élevée /encours', 'HIGH', 'WORKING'],
    ['fr', 'x !basse /termine', 'LOW', 'DONE'],
    ['fr', 'x !high! /working.', 'HIGH', 'WORKING'],
    ['de', 'x p1 /done', 'HIGH', 'DONE'],
    ['en', 'x P3 /done', 'LOW', 'DONE'],
    ['fr', 'x !!2. /done', 'MEDIUM', 'DONE'],
  ] as const) {
    const read = readQuickAdd(text, options[who]);
    assert.deepEqual([read.description, read.importance, read.state], ['x', importance, state], text);
  }
  assert.deepEqual(readQuickAdd('a/todo b!high !4 !highest p4 p12 (p1) !!!1', options.en).chips, []);
});

test('quoted text is never read', () => {
  for (const text of [
    'Read "today" aloud',
    'Read “all of today” aloud',
    'Lies „ab heute nun“ vor',
    'Lire «demain à !high» ici',
    "Sing 'Sunday /done tomorrow' now",
    'Say"now or tomorrow "',
  ])
    for (const who of ['en', 'de', 'fr'] as const)
      assert.deepEqual(readQuickAdd(text, options[who]).chips, [], text);
  assert.equal(readQuickAdd("Don't call today, it's late", options.en).dueDate, todayIso);
  assert.equal(readQuickAdd('A "quote that never ends tomorrow', options.en).dueDate, '2025-11-22');
});

test('if nothing else is left, the words stay as the description', () => {
  const read = readQuickAdd(' tomorrow !high ', options.en);
  assert.equal(read.description, 'tomorrow !high');
  assert.deepEqual([read.dueDate, read.importance], ['2025-11-22', 'HIGH']);
});

test('text too long to be typed is not read', () => {
  const text = `${'word '.repeat(longestRead / 5)}tomorrow`;
  assert.deepEqual(readQuickAdd(text, options.en).chips, []);
  assert.equal(readQuickAdd(text, options.en).description, text);
});

const anyOf = (pieces: string) => ({ arbitrary: fc.constantFrom(...pieces.split(' ')), weight: 4 });
const piece = fc.oneof(
  anyOf('today heute demain in 3 Tagen next week fri Montag'),
  anyOf('3. dec 3.12. 12/3 31/2 2026-02-30 of the le 2024'),
  anyOf(`!high ! / /done " ' « „ ” , … \n \t`),
  { arbitrary: fc.string({ unit: 'binary' }), weight: 2 },
);
const anyText = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '  ', '', '\u00a0')))
  .map((parts) => parts.flat().join(''));
const anyOptions = fc.record({
  todayIso: fc.constantFrom(todayIso, '0001-01-01', '9999-12-31', '2024-02-29'),
  language: fc.constantFrom<Language[]>('en', 'de', 'fr'),
  locale: fc.constantFrom('en-US', 'en-GB', 'de', 'fr', 'ja', 'pt-BR'),
  firstDayOfWeek: fc.constantFrom(1, 6, 7),
});

test('no text makes it throw, no unread text is lost, and every chip is where it says', () => {
  fc.assert(
    fc.property(anyText, anyOptions, (text, given) => {
      const { description, dueDate, chips } = readQuickAdd(text, given);
      assert.equal(/\S/.test(description), /\S/.test(text));
      assert.ok(isDate(dueDate));
      assert.equal(new Set(chips.map((chip) => chip.kind)).size, chips.length);
      let unread = '';
      let at = 0;
      for (const chip of chips) {
        assert.ok(chip.start >= at && chip.end > chip.start && chip.end <= text.length);
        assert.equal(chip.text, text.slice(chip.start, chip.end));
        unread += text.slice(at, chip.start);
        at = chip.end;
      }
      unread += text.slice(at);
      const solid = (value: string) => value.replace(/\s/g, '');
      assert.equal(solid(description), solid(unread) || solid(text));
    }),
    { numRuns: 2000 },
  );
});
