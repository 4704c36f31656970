import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { openSettings } from '../device/settings.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import { chooseLanguage, countEnglish, countFrench, countGerman, languages } from './language.ts';
import * as de from './de.ts';
import { dates as germanDates } from './de/dates.ts';
import { exchange as germanExchange } from './de/exchange.ts';
import { palette as germanPalette } from './de/palette.ts';
import { en } from './en.ts';
import { dates as englishDates } from './en/dates.ts';
import { exchange as englishExchange } from './en/exchange.ts';
import { palette as englishPalette } from './en/palette.ts';
import * as fr from './fr.ts';
import { dates as frenchDates } from './fr/dates.ts';
import { exchange as frenchExchange } from './fr/exchange.ts';
import { palette as frenchPalette } from './fr/palette.ts';
import { openReading } from './reading.ts';
import type { Reading } from './reading.ts';

// The texts of export and import, and of the palette, are separate.
const all = {
  en: { ...en, exchange: englishExchange, palette: englishPalette },
  de: { ...de, exchange: germanExchange, palette: germanPalette },
  fr: { ...fr, exchange: frenchExchange, palette: frenchPalette },
};

test('the language is the first of the browser’s that the page has, else English; the region that of its first', () => {
  for (const [wishes, language, locale] of [
    [['de-AT', 'en-US'], 'de', 'de-AT'],
    [['pl-PL', 'pl', 'en-US'], 'en', 'en-PL'],
    [['zh-Hant-TW'], 'en', 'en-TW'],
    [['FR-ca'], 'fr', 'fr-ca'],
    [['ja', 'en-US'], 'en', 'en'],
    [[], 'en', 'en'],
    // Slavey is not German.
    [['den'], 'en', 'en'],
  ] as const)
    assert.deepEqual(chooseLanguage('browser', wishes), { language, locale }, wishes.join());
});

test('a chosen language wins, with the browser’s region', () => {
  assert.deepEqual(chooseLanguage('de', ['en-GB', 'de-CH']), { language: 'de', locale: 'de-GB' });
  assert.deepEqual(chooseLanguage('de', []), { language: 'de', locale: 'de' });
});

test('words and dates follow the settings while the page is open', async () => {
  const settings = openSettings(storageInMemory());
  const { reading, ready } = openReading(settings.current, ['de-AT']);
  await ready;
  assert.equal(reading.value.words, de);
  assert.equal(reading.value.days.locale, 'de-AT');
  assert.equal(reading.value.days.firstDayOfWeek, 1);
  const changed = new Promise<Reading>((resolve) =>
    reading.subscribe((next) => next.words === de || resolve(next)),
  );
  settings.set('week', 'sunday');
  settings.set('language', 'fr');
  await changed;
  assert.equal(reading.value.words, fr);
  assert.equal(reading.value.language, 'fr');
  assert.equal(reading.value.days.firstDayOfWeek, 7);
});

test('the last of two wishes holds, whichever language comes first', async () => {
  const settings = openSettings(storageInMemory());
  const { reading, ready } = openReading(settings.current, ['en']);
  await ready;
  settings.set('language', 'fr');
  settings.set('language', 'en');
  await import('./fr.ts');
  await turnOfTheLoop();
  assert.equal(reading.value.language, 'en');
});

test('numbers are counted as each language counts', () => {
  assert.deepEqual(
    [0, 1, 2, 1234].map((n) => countEnglish(n, 'task', 'tasks')),
    ['0 tasks', '1 task', '2 tasks', '1,234 tasks'],
  );
  assert.equal(countFrench(0, 'tâche', 'tâches'), '0 tâche');
  assert.equal(countGerman(1234, 'Aufgabe', 'Aufgaben'), '1.234 Aufgaben');
  assert.deepEqual(
    [en.list.open(8326), en.selection.selected(1000)],
    ['8,326 open', '1,000 selected'],
  );
});

test('every language says all that English says, in words that no other language has', () => {
  const english = sayings(all.en);
  for (const language of languages) {
    const own = sayings(all[language]);
    assert.deepEqual([...own.keys()].toSorted(), [...english.keys()].toSorted(), language);
    for (const [place, text] of own) assert.match(text, /\S/, `${language} ${place}`);
    for (const other of languages.filter((each) => each !== language))
      for (const [place, text] of sayings(all[other]))
        assert.ok(
          text !== own.get(place) || text.length < 16,
          `${language} and ${other} ${place} are the same: ${text}`,
        );
  }
});

test('each language has names of its own for all that a page reads before it has the other languages', () => {
  const named = ['weekdays', 'shortWeekdays', 'months', 'units', 'counts'] as const;
  for (const [language, dates] of Object.entries({ de: germanDates, fr: frenchDates }))
    for (const table of named) {
      const entries = Object.keys(englishDates[table]);
      const own: object = dates[table] ?? {};
      for (const entry of entries)
        assert.ok(Object.hasOwn(own, entry), `${language} ${table} ${entry}`);
    }
});

test('German and French are set as their printers set them', () => {
  for (const [place, text] of sayings(all.de))
    assert.doesNotMatch(text, /["“](?=\p{L})|(?<=\p{L})"/u, place);
  for (const [place, text] of sayings(all.fr)) {
    assert.doesNotMatch(text, /(^|[^\u202f])[;:?!»](\s|$)|«(?!\u202f)|["“”]/, `${place}: ${text}`);
    assert.doesNotMatch(text, /\p{L}'\p{L}/u, place);
  }
});

test('each language speaks to a person in one way', () => {
  for (const [place, text] of sayings(all.de))
    assert.doesNotMatch(text, /\b(Ihr|Ihre[mnrs]?|Ihnen)\b|\b\p{L}+en Sie\b/u, place);
  for (const [place, text] of sayings(all.fr))
    assert.doesNotMatch(text, /(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})|(?<!\p{L})t’/u, place);
});

/** Every text by its path; functions are called with sample arguments. */
function sayings(words: unknown, place = ''): Map<string, string> {
  if (typeof words === 'string') return new Map([[place, words]]);
  if (typeof words === 'function') return new Map([[place, String(words(2, 'x', 'y'))]]);
  if (typeof words !== 'object' || words === null) return assert.fail(`${place} is no text`);
  return new Map(
    Object.entries(words).flatMap(([name, each]) => [...sayings(each, `${place}/${name}`)]),
  );
}
