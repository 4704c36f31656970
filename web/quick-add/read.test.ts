import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fc } from '../../test/generated.ts';
import { isDate } from '../dates/calendar.ts';
import { blankNewTask, setByHand, writeNewTask } from './draft.ts';
import { readEdit, readNewTask, readQuickAdd } from './all-words.ts';
import { longestRead } from './word-position.ts';
import type { Kinds } from './read.ts';
import { options, todayIso } from './options-fixture.ts';
import type { Fields } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';
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
    assert.deepEqual(
      [read.description, read.importance, read.state],
      ['x', importance, state],
      text,
    );
  }
  assert.deepEqual(
    readQuickAdd('a/todo b!high !4 !highest p4 p12 (p1) !!!1', options.en).chips,
    [],
  );
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

const dateWord = fc.constantFrom(
  ...'today morgen demain next week friday Montag vendredi dec Dezember mars on am le the 3 3. 3rd'.split(
    ' ',
  ),
  ...'12/4 3.12. 5.4.21 in dans 2 weeks Wochen jours before vor avant every jeden room Version'.split(
    ' ',
  ),
);
const aName = fc.constantFrom('Zed', 'Zed,', 'Zed12', '#Zed', 'Zed.');

test('a text that is read never loses a name, wherever it stands among the words of dates', () => {
  const wordsOfText = fc.array(fc.oneof({ arbitrary: dateWord, weight: 4 }, aName), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(wordsOfText, anyOptions, (words, given) => {
      const { description } = readQuickAdd(words.join(' '), given);
      const namesOf = (text: string) => text.split(/\s+/).filter((word) => word.includes('Zed'));
      assert.deepEqual(namesOf(description), namesOf(words.join(' ')));
    }),
    { numRuns: 2000 },
  );
});

const later = { ...options.gb, todayIso: '2026-11-21' };
const typed = (text: string, draft: NewTaskDraft = blankNewTask(later.todayIso)): NewTaskDraft =>
  writeNewTask(draft, text, later.todayIso) ?? assert.fail('nothing is left of the draft');
const fieldsOf = (draft: NewTaskDraft) => readNewTask(draft, later).fields;

test('date, importance and state are read from the words, which leave the description', () => {
  assert.deepEqual(fieldsOf(typed('Call Grace tomorrow !high /working')), {
    description: 'Call Grace',
    dueDate: '2026-11-22',
    importance: 'HIGH',
    state: 'WORKING',
  });
});

test('a form reads what was typed into the words, and nothing that stood there before', () => {
  const opened = {
    description: 'Plan tomorrow !high',
    dueDate: '2026-11-30',
    importance: 'LOW',
    state: 'TODO',
  } as const;
  const edited = (description: string, parts: Partial<Fields> = {}, literal: Kinds = []) =>
    readEdit({ ...opened, description, ...parts }, opened, later, literal).fields;
  assert.deepEqual(edited(opened.description), opened);
  const longer = 'My plan tomorrow !high ';
  assert.deepEqual(edited(longer), { ...opened, description: longer });
  const closed = 'My plan !high, TOMORROW.';
  assert.deepEqual(edited(closed), { ...opened, description: closed });
  assert.deepEqual(edited('Plan tomorrow'), { ...opened, description: 'Plan tomorrow' });
  assert.deepEqual(edited('Plan today tomorrow !high /done'), {
    ...opened,
    description: 'Plan today tomorrow !high',
    state: 'DONE',
  });
  const typedDate = 'Plan tomorrow !high on Friday';
  assert.deepEqual(edited(typedDate), {
    ...opened,
    description: 'Plan tomorrow !high',
    dueDate: '2026-11-27',
  });
  const byHand = { dueDate: '2026-12-01' };
  assert.deepEqual(edited(typedDate, byHand), { ...opened, ...byHand, description: typedDate });
  assert.deepEqual(edited(typedDate, {}, ['date']), { ...opened, description: typedDate });
  assert.equal(edited('Plan every friday !high').dueDate, '2026-11-27');
  assert.equal(
    edited('Plan every week !high').dueDate,
    opened.dueDate,
    'a rule without a day keeps it',
  );
});

test('words that are perhaps a day are told, unless there is a date', () => {
  for (const [text, language, unclear] of [
    ['Call Ana 3 weeks', 'en', '3 weeks'],
    ['Hotel Montag', 'de', 'Montag'],
    ['Appeler Ana dans quelques jours', 'fr', 'quelques jours'],
    ['Pay rent Friday 29 November', 'en', 'Friday 29 November'],
    ['Call Ana 3 weeks today', 'en', undefined],
    ['Swim 2 weeks every hour', 'en', undefined],
  ] as const) {
    const told: { unclear?: string } = readQuickAdd(text, options[language]);
    assert.equal(told.unclear, unclear, text);
  }
  const byHand = setByHand(typed('Call Ana 3 weeks'), 'date', { dueDate: later.todayIso });
  assert.equal('unclear' in readNewTask(byHand, later), false);
});

test('a form tells words that are perhaps a day once they are typed', () => {
  const opened = {
    description: 'Call Ana 3 weeks',
    dueDate: later.todayIso,
    importance: 'LOW',
    state: 'TODO',
  } as const;
  const told = (description: string) =>
    readEdit({ ...opened, description }, opened, later, []).unclear;
  assert.equal(told('Call Ana 3 weeks'), undefined);
  assert.equal(told('Call Ana 5 weeks'), '5 weeks');
});

test('a value set by hand holds, whatever words come after it', () => {
  const draft = setByHand(typed('Call Grace'), 'date', { dueDate: '2026-12-24' });
  assert.deepEqual(fieldsOf(typed('Call Grace tomorrow !low', draft)), {
    description: 'Call Grace tomorrow',
    dueDate: '2026-12-24',
    importance: 'LOW',
    state: 'TODO',
  });
});

test('words that are kept as words are read no more, also when their value is the usual one', () => {
  const draft = setByHand(typed('Read USA today'), 'date', { dueDate: later.todayIso });
  assert.deepEqual(readNewTask(draft, later).chips, []);
  assert.equal(fieldsOf(draft).description, 'Read USA today');
});

test('a draft that is kept until its day has passed is for today, also when its date was kept as words', () => {
  const kept = setByHand(typed('Read USA today'), 'date', { dueDate: '2026-11-20' });
  assert.equal(fieldsOf(kept).dueDate, later.todayIso);
  assert.equal(writeNewTask(kept, '', later.todayIso), null);
});

test('nothing is left of a draft without words, unless something was set by hand', () => {
  assert.equal(writeNewTask(typed('Call'), '', later.todayIso), null);
  const draft = setByHand(typed('Call'), 'importance', { importance: 'HIGH' });
  assert.equal(writeNewTask(draft, '', later.todayIso)?.importance, 'HIGH');
});
