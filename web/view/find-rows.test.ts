import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countingSteps, longestInput } from '../../test/fuzz/steps.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import * as de from '../words/de.ts';
import { en } from '../words/en.ts';
import type { Words } from '../words/en.ts';
import * as fr from '../words/fr.ts';
import { findRows } from './find-rows.ts';
import { markedParts, namedDates, namedIn, namedMonths } from './search-terms.ts';
import { piecesOf } from './pieces.ts';
import { everything } from './query.ts';
import { keysOf, rowOf } from './rows-fixture.ts';
import type { Query } from './query.ts';

const day = { todayIso: '2026-11-20', firstDayOfWeek: 1 } as const;
const row = (description: string, { dueDate = day.todayIso, ...parts }: Partial<Fields> = {}) =>
  rowOf(description, dueDate, parts);

const rows = [
  row('Zürich: Fahrkarten kaufen', { dueDate: '2026-11-19', importance: 'HIGH' }),
  row('Call the café', { state: 'WORKING' }),
  row('Old and done', { dueDate: '2026-11-01', state: 'DONE' }),
  row('On Sunday', { dueDate: '2026-11-22', importance: 'LOW' }),
  row('On Monday', { dueDate: '2026-11-23' }),
];
const firstWords = (all: readonly Row[]) => keysOf(all).map((words) => words.split(' ')[0]);
const found = (query: Partial<Query>) =>
  firstWords(findRows(rows, { ...everything, ...query }, day));

test('every word has to be there, in any order, whatever the case and the accents', () => {
  assert.deepEqual(found({ text: 'CAFE call' }), ['Call']);
  assert.deepEqual(found({ text: 'zurich' }), ['Zürich:']);
  const written = [row('Œufs, Straße')];
  assert.equal(findRows(written, { ...everything, text: 'oeufs strasse' }, day).length, 1);
  assert.deepEqual(found({ text: 'cafe zurich' }), []);
  assert.equal(found({ text: '  ' }).length, rows.length);
});

test('the names of days and of high importance find what they mean, and the texts in which they stand', () => {
  const written = [
    ...rows,
    row('High chair', { dueDate: '2026-11-21' }),
    row('En retard pour demain'),
  ];
  const those = (words: Words, text: string) => {
    const named = namedIn(words, day);
    return firstWords(findRows(written, { ...everything, text }, { ...day, named }));
  };
  assert.deepEqual(those(en, 'high'), ['Zürich:', 'High']);
  assert.deepEqual(those(en, 'Overdue HIGH'), ['Zürich:']);
  assert.deepEqual(those(en, 'tomorrow'), ['High']);
  assert.deepEqual(those(de, 'überfällig'), ['Zürich:']);
  assert.deepEqual(those(de, 'heute caf'), ['Call']);
  assert.deepEqual(those(fr, 'en retard'), ['Zürich:', 'En']);
  assert.deepEqual(those(fr, 'aujourd’hui caf'), ['Call']);
});

test('every importance and state, spans of days, months, dates and "no tag" find what they mean', () => {
  const written = [
    row('Pay the rent #home', { dueDate: '2026-12-03', importance: 'LOW' }),
    row('Ask about December', { dueDate: '2026-11-29' }),
    row('Old bill', { dueDate: '2026-12-03', state: 'DONE' }),
    row('Now', { state: 'WORKING', dueDate: '2026-11-20' }),
  ];
  const those = (text: string, dates: Parameters<typeof namedDates>[0] = []) => {
    const months = namedMonths(text, 'en-US');
    const named = new Map([...namedIn(en, day), ...months, ...namedDates(dates)]);
    return firstWords(findRows(written, { ...everything, text }, { ...day, named }));
  };
  assert.deepEqual(those('low'), ['Pay']);
  assert.deepEqual(those('medium'), ['Ask', 'Old', 'Now']);
  assert.deepEqual(those('working'), ['Now']);
  assert.deepEqual(those('done'), ['Old']);
  assert.deepEqual(those('this week'), ['Now']);
  assert.deepEqual(those('No Tag done'), ['Old']);
  assert.deepEqual(those('december'), ['Pay', 'Ask', 'Old']);
  assert.deepEqual(those('december low'), ['Pay']);
  assert.deepEqual(those('dec 3 rent', [{ text: 'dec 3', ending: '2026-12-03' }]), ['Pay']);
  assert.deepEqual(those('nov 29.', [{ text: 'nov 29.', ending: '-11-29' }]), ['Ask']);
  assert.deepEqual(those('dec 3 (', [{ text: 'dec 3', ending: '2026-12-03' }]), []);
});

test('each sign in a search is itself, never a pattern', () => {
  for (const sign of `${String.raw`()*{}\[]?+.^$|/-&~#!"'<>%@:;,=`}👍é\u200f`) {
    const written = [row(`before ${sign} after`), row('without')];
    const named = new Map([...namedIn(en, day), ...namedDates([{ text: sign, ending: '-13-32' }])]);
    const hits = findRows(written, { ...everything, text: sign }, { ...day, named });
    assert.equal(hits.length, 1, sign);
    const parts = markedParts(`before ${sign} after`, [sign]);
    assert.equal(parts.map(({ text }) => text).join(''), `before ${sign} after`);
    for (const text of [`${sign}${sign}`, `a${sign}`, `${sign}b`, `${sign} c`])
      findRows(written, { ...everything, text }, { ...day, named });
  }
});

test('the words of a search are marked in a text as they are written there', () => {
  const marked = (text: string, ...terms: string[]) =>
    markedParts(text, terms)
      .map((part) => (part.isFound ? `[${part.text}]` : part.text))
      .join('');
  assert.equal(marked('Call the Café at 9', 'cafe', 'call'), '[Call] the [Café] at 9');
  assert.equal(marked('Œufs, Straße', 'oeuf', 'strasse'), '[Œuf]s, [Straße]');
  assert.equal(marked('fu\u0308r alle', 'fur'), '[fu\u0308r] alle');
  assert.equal(marked('a.b (c)', '(c)', '.'), 'a[.]b [(c)]');
  assert.equal(marked('👍 ok', 'ok'), '👍 [ok]');
  assert.equal(marked('nothing', 'x'), 'nothing');
});

test('a tag that exists is found whole, and others by how they begin', () => {
  const tagged = [row('#work a'), row('b #WORK!'), row('c #workshop')];
  const those = (text: string) => findRows(tagged, { ...everything, text }, day).length;
  assert.equal(those('#Work'), 2);
  assert.equal(those('#wor'), 3);
  assert.equal(those('#workshop c'), 1);
  // A letter and its accent as two code points, as some systems write them.
  assert.equal(piecesOf('#fu\u0308r x')[0]?.text, '#fu\u0308r');
});

test('several values of one kind widen, several kinds narrow', () => {
  assert.deepEqual(found({ states: ['WORKING', 'DONE'] }), ['Call', 'Old']);
  assert.deepEqual(found({ importances: ['HIGH', 'LOW'] }), ['Zürich:', 'On']);
  assert.deepEqual(found({ importances: ['HIGH', 'LOW'], due: 'overdue' }), ['Zürich:']);
});

test('what is done is never overdue; a week ends where the next one begins', () => {
  assert.deepEqual(found({ due: 'overdue' }), ['Zürich:']);
  assert.deepEqual(found({ due: 'today' }), ['Call']);
  assert.equal(found({ due: 'week' }).length, 3);
  assert.deepEqual(found({ due: 'later', text: 'monday' }), ['On']);
});

test('without a question the rows are the very same, so that nothing is drawn anew', () => {
  assert.equal(findRows(rows, { ...everything, order: 'name' }, day), rows);
});

test('no search takes long in words that repeat their parts, nor in a question with them', async () => {
  const parts = [' ', '.', '!', ')', '#', '(#', '#a', '#_', '1', '1:', '1 ', '12:30 ', 'a', '-'];
  const named = namedIn(en, day);
  for (const start of ['', '#', 'https://a', '1', 'x '])
    for (const part of parts)
      for (const end of ['', ' ', 'x', '/'])
        await countingSteps(() => {
          const text = start + part.repeat(longestInput / part.length) + end;
          piecesOf(text);
          findRows([row(text)], { ...everything, text }, { ...day, named });
        });
});
