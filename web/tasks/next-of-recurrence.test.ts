import assert from 'node:assert/strict';
import { test } from 'node:test';

import { daysToCome } from '../quick-add/last-day.ts';
import { repeatIn } from '../quick-add/all-words.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import type { Fields } from '../sync/fields.ts';
import { languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { loadWords } from '../words/reading.ts';
import { fields as milk } from './history-fixture.ts';
import { nextOf } from './next-of-recurrence.ts';

const optionsOn = (todayIso: string, language: Language): QuickAddOptions => ({
  todayIso,
  language,
  locale: language,
  firstDayOfWeek: 1,
});

test('a monthly task from the last day of a long month keeps its day over shorter ones', () => {
  for (const [language, words, later] of [
    ['en', 'Pay every month at home', 'Pay every month on the 31st at home'],
    ['de', 'Miete jeden Monat', 'Miete jeden Monat am 31.'],
    ['fr', 'Loyer tous les mois', 'Loyer tous les mois le 31'],
    // With a day these words could not be read, so they stay unchanged.
    ['en', 'Pay monthly, on and on', 'Pay monthly, on and on'],
  ] as const) {
    let task: Fields = { ...milk, description: words, dueDate: '2026-12-31' };
    const seen = [1, 2, 3, 4].map(() => {
      const options = optionsOn(task.dueDate, language);
      task = { ...task, ...nextOf(task, { ...task, state: 'DONE' }, options) };
      return `${task.description} ${task.dueDate}`;
    });
    assert.deepEqual(seen.slice(0, 2), [`${words} 2027-01-31`, `${later} 2027-02-28`]);
    if (later !== words)
      assert.deepEqual(seen.slice(2), [`${later} 2027-03-31`, `${later} 2027-04-30`]);
  }
});

test('a recurrence with a last day ends on it, and an amount becomes that day', () => {
  const fiveDays = ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'];
  for (const [language, words, later, days] of [
    ['en', 'Pills daily for 5 days, at 9', 'Pills daily until 2 December 2026, at 9', fiveDays],
    ['en', 'Pills daily until dec 2', 'Pills daily until dec 2', fiveDays],
    ['en', 'Pills daily until wednesday', 'Pills daily until wednesday', fiveDays],
    ['de', 'Pillen täglich 5 Tage lang', 'Pillen täglich bis 2. Dezember 2026', fiveDays],
    [
      'fr',
      'Sirop chaque jour pendant 5 jours',
      'Sirop chaque jour jusqu’au 2 décembre 2026',
      fiveDays,
    ],
    [
      'fr',
      'Sirop chaque jour pendant 4 jours',
      'Sirop chaque jour jusqu’au 1er décembre 2026',
      fiveDays.slice(0, 4),
    ],
    [
      'en',
      'Rent every month until march',
      'Rent every month until march',
      ['2026-11-28', '2026-12-28', '2027-01-28', '2027-02-28'],
    ],
  ] as const) {
    const seen: string[] = [];
    let task: Fields | undefined = { ...milk, description: words, dueDate: '2026-11-28' };
    while (task !== undefined && seen.length < 9) {
      seen.push(`${task.dueDate} ${task.description}`);
      const options = optionsOn(task.dueDate, language);
      task = nextOf(task, { ...task, state: 'DONE' }, options);
    }
    const expected = days.map((day, at) => `${day} ${at === 0 ? words : later}`);
    assert.deepEqual(seen, expected);
  }
});

test('a recurrence counts the days of its amount from its first day, also if that is finished late', () => {
  const options = optionsOn('2026-12-03', 'en');
  const next = (description: string) => {
    const task: Fields = { ...milk, description, dueDate: '2026-11-28' };
    return nextOf(task, { ...task, state: 'DONE' }, options);
  };
  const late = next('Pills daily for 10 days');
  assert.deepEqual(
    [late?.description, late?.dueDate],
    ['Pills daily until 7 December 2026', '2026-12-04'],
  );
  assert.equal(next('Pills daily for 6 days'), undefined);
});

test('a monthly task with a last day keeps its 31st', () => {
  const options = optionsOn('2027-01-31', 'en');
  const task: Fields = { ...milk, description: 'Pay monthly for 3 months', dueDate: '2027-01-31' };
  const next = nextOf(task, { ...task, state: 'DONE' }, options);
  assert.equal(next?.description, 'Pay monthly on the 31st until 29 April 2027');
});

test('a yearly task from 29 February is due on that day again in the next leap year', () => {
  for (const [language, words, later] of [
    ['en', 'Licence every year', 'Licence every year on the 29th of February'],
    ['de', 'Ausweis jedes Jahr', 'Ausweis jedes Jahr am 29. Februar'],
    ['fr', 'Permis chaque année', 'Permis chaque année le 29 février'],
  ] as const) {
    let task: Fields = { ...milk, description: words, dueDate: '2040-02-29' };
    for (const dueDate of ['2041-02-28', '2042-02-28', '2043-02-28', '2044-02-29', '2045-02-28']) {
      const options = optionsOn(task.dueDate, language);
      task = { ...task, ...nextOf(task, { ...task, state: 'DONE' }, options) };
      assert.deepEqual([task.description, task.dueDate], [later, dueDate]);
    }
  }
});

test('the rules that a form offers are understood in each language', async () => {
  for (const language of languages)
    for (const rule of (await loadWords[language]()).fields.repeatRules) {
      const options = optionsOn('2026-11-21', language);
      assert.equal(repeatIn(`Water ${rule}`, options)?.text, rule);
    }
});

test('the days to come of a recurrence are those that finishing each task in time would give', () => {
  const todayIso = '2026-11-21';
  const between = (words: string, dueIso: string, fromIso: string, toIso: string) => {
    const repeat = repeatIn(words, optionsOn(todayIso, 'en'));
    assert.ok(repeat, words);
    return daysToCome(repeat, dueIso, { todayIso, fromIso, toIso }).map((iso) => iso.slice(5));
  };
  assert.deepEqual(
    between('Water the plants every 3 days', '2026-11-23', '2026-11-16', '2026-11-30'),
    ['11-26', '11-29'],
    'not its own day',
  );
  assert.deepEqual(
    between('Call home every Sunday', '2026-11-08', '2026-11-02', '2026-12-06'),
    ['11-22', '11-29', '12-06'],
    'an overdue task is followed by one after today',
  );
  assert.deepEqual(
    between('Pay every month', '2026-12-31', '2027-02-01', '2027-04-30'),
    ['02-28', '03-31', '04-30'],
    'a shorter month does not change the day',
  );
  assert.deepEqual(
    between('Read daily until 24 November', '2026-11-21', '2026-11-16', '2026-12-06'),
    ['11-22', '11-23', '11-24'],
  );
  assert.deepEqual(
    between('Cut the hair every! 4 weeks', '2026-11-21', '2026-11-16', '2027-11-30'),
    [],
    'nobody knows when it will be finished',
  );
});
