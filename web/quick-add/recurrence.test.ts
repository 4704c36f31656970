import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Language } from '../words/language.ts';
import { readQuickAdd } from './read.ts';
import { suggest } from './suggest.ts';

/** A Friday. */
const todayIso = '2025-11-21';
const optionsOf = (language: Language) =>
  ({ todayIso, language, locale: language, firstDayOfWeek: 1 }) as const;

test('a recurrence stays words as a whole, with its times and its first and last day', () => {
  for (const [language, ...repeats] of [
    [
      'en',
      'every tuesday',
      'every mon, wed and fri at 7',
      'every! other week',
      'weekly',
      'twice a month',
      'ev day',
    ],
    [
      'en',
      'every 3 days at 9am starting friday until dec 3',
      'every 2nd tuesday of the month',
      'weekly on monday',
    ],
    [
      'de',
      'jeden Dienstag',
      'alle 2 Wochen',
      'jeden 2. Montag im Monat',
      'montags',
      'täglich um 8 Uhr ab Montag',
    ],
    [
      'fr',
      'chaque mardi',
      'tous les lundis à 9 h',
      'toutes les 2 semaines',
      'tous les jours à partir du lundi',
    ],
  ] as const)
    for (const repeat of repeats) {
      const read = readQuickAdd(`Yoga ${repeat} !high`, optionsOf(language));
      assert.deepEqual([read.description, read.dueDate, read.repeat], [`Yoga ${repeat}`, todayIso, repeat]);
      assert.deepEqual(
        read.chips.map(({ kind }) => kind),
        ['importance'],
        repeat,
      );
    }
});

test('a day beside a recurrence is read, and "every" alone is none', () => {
  const read = readQuickAdd('Weekly report friday', optionsOf('en'));
  assert.deepEqual([read.description, read.dueDate, read.repeat], ['Weekly report', '2025-11-28', 'Weekly']);
  for (const [language, text] of [
    ['en', 'Clean every room tomorrow'],
    ['de', 'Alle so lassen morgen'],
    ['fr', 'Laver tous mes draps demain'],
    ['en', 'Sing "every tuesday" tomorrow'],
  ] as const) {
    const { repeat, dueDate } = readQuickAdd(text, optionsOf(language));
    assert.deepEqual([repeat, dueDate], [undefined, '2025-11-22'], text);
  }
});

test('no day is offered where the whole would not be read', () => {
  assert.deepEqual(suggest('Yoga every tue', 14, optionsOf('en')), []);
  assert.equal(suggest('Yoga tue', 8, optionsOf('en'))[0]?.text, 'Tuesday');
});

test('several days and a day that is over stay words', () => {
  for (const [language, ...texts] of [
    ['en', 'Camp monday to friday', 'Fest 3 - 5 dec', 'Send last monday notes', 'Call monday or tuesday'],
    ['de', 'Urlaub vom 3. bis 5. Dezember', 'Letzten Montag notieren', 'Montag und Dienstag Chor'],
    ['fr', 'Camp du 3 au 5 décembre', 'Notes de lundi dernier', 'Piscine lundi ou mardi'],
  ] as const)
    for (const text of texts) {
      const { description, chips } = readQuickAdd(text, optionsOf(language));
      assert.deepEqual([description, chips], [text, []]);
    }
  assert.equal(readQuickAdd('Buy 2 and tomorrow bake', optionsOf('en')).description, 'Buy 2 and bake');
});
