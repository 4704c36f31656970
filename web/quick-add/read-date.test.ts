import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readQuickAdd } from './read.ts';
import type { QuickAddOptions } from './place.ts';

/** A Friday. */
const todayIso = '2025-11-21';
const options: Record<'en' | 'gb' | 'de' | 'fr', QuickAddOptions> = {
  en: { todayIso, language: 'en', locale: 'en-US', firstDayOfWeek: 7 },
  gb: { todayIso, language: 'en', locale: 'en-GB', firstDayOfWeek: 1 },
  de: { todayIso, language: 'de', locale: 'de-DE', firstDayOfWeek: 1 },
  fr: { todayIso, language: 'fr', locale: 'fr-FR', firstDayOfWeek: 1 },
};

/** Asserts, for each line, which words are left and which date was read; `-` is today, by default. */
function reads(
  who: keyof typeof options,
  lines: readonly (readonly [text: string, left: string, date: string])[],
) {
  for (const [text, left, date] of lines) {
    const { description, dueDate, chips } = readQuickAdd(text, options[who]);
    assert.equal(description, left, text);
    assert.equal(dueDate, date === '-' ? todayIso : date, text);
    assert.equal(chips.length, date === '-' ? 0 : 1, text);
  }
}

test('English dates are read anywhere, as whole words, with the words that lead to them', () => {
  reads('en', [
    ['Call mum today', 'Call mum', '2025-11-21'],
    ['Tomorrow call mum', 'call mum', '2025-11-22'],
    ['Call tomorrow mum', 'Call mum', '2025-11-22'],
    ['Swim the day after tomorrow', 'Swim', '2025-11-23'],
    ['Pay by Friday', 'Pay', '2025-11-28'],
    ['Pay next saturday', 'Pay', '2025-11-22'],
    ['Pay on mon', 'Pay', '2025-11-24'],
    ['Report in 3 days', 'Report', '2025-11-24'],
    ['Report in two weeks', 'Report', '2025-12-05'],
    ['Report in a month', 'Report', '2025-12-21'],
    ['Report in 1 year', 'Report', '2026-11-21'],
    ['Report next month', 'Report', '2025-12-01'],
    ['Party 3 dec', 'Party', '2025-12-03'],
    ['Party on Dec 3rd, bring cake', 'Party bring cake', '2025-12-03'],
    ['Party on the 3rd of December 2026', 'Party', '2026-12-03'],
    ['Party 2026-02-01.', 'Party', '2026-02-01'],
    ['Mondayish todays tomorrows', 'Mondayish todays tomorrows', '-'],
    ['I may march', 'I may march', '-'],
    ['Buy sun cream', 'Buy sun cream', '-'],
    ['Enjoy the sun', 'Enjoy the sun', '-'],
    ['Lunch 30 feb', 'Lunch 30 feb', '-'],
    ['Install 3.12', 'Install 3.12', '-'],
    ['In, 3 days', 'In, 3 days', '-'],
    ['In 3, days', 'In 3, days', '-'],
  ]);
});

test('German dates are read as well, English ones too', () => {
  reads('de', [
    ['Heute Brot kaufen', 'Brot kaufen', '2025-11-21'],
    ['Brot kaufen morgen', 'Brot kaufen', '2025-11-22'],
    ['Zahnarzt Übermorgen', 'Zahnarzt', '2025-11-23'],
    ['Zahnarzt u\u0308bermorgen', 'Zahnarzt', '2025-11-23'],
    ['Bericht bis zum Montag', 'Bericht', '2025-11-24'],
    ['Chor nächsten Freitag', 'Chor', '2025-11-28'],
    ['Tee am Mi', 'Tee', '2025-11-26'],
    ['In drei Tagen Arzt', 'Arzt', '2025-11-24'],
    ['In 2 Wochen Arzt', 'Arzt', '2025-12-05'],
    ['In vierzehn Tagen Arzt', 'Arzt', '2025-12-05'],
    ['In einem Monat Arzt', 'Arzt', '2025-12-21'],
    ['Urlaub nächste Woche', 'Urlaub', '2025-11-24'],
    ['Urlaub Mittwoch in der nächsten Woche', 'Urlaub', '2025-11-26'],
    ['Fest am 3. Dezember', 'Fest', '2025-12-03'],
    ['Fest 3. Dez. 2026', 'Fest', '2026-12-03'],
    ['Fest 3.12.', 'Fest', '2025-12-03'],
    ['Fest am 3.12', 'Fest', '2025-12-03'],
    ['Fest 3.12.26', 'Fest', '2026-12-03'],
    ['Call tomorrow', 'Call', '2025-11-22'],
    ['Guten Morgen sagen', 'Guten Morgen sagen', '-'],
    ['Montag Morgen Müll', 'Morgen Müll', '2025-11-24'],
    ['So ist es, do it mi', 'So ist es, do it mi', '-'],
  ]);
});

test('French dates are read as well, English ones too', () => {
  reads('fr', [
    ['Appeler mon frère aujourd’hui', 'Appeler mon frère', '2025-11-21'],
    ["Appeler aujourd'hui", 'Appeler', '2025-11-21'],
    ['Demain piscine', 'piscine', '2025-11-22'],
    ['Piscine après-demain', 'Piscine', '2025-11-23'],
    ['Loyer pour lundi', 'Loyer', '2025-11-24'],
    ['Loyer vendredi prochain', 'Loyer', '2025-11-28'],
    ['Dentiste dans 3 jours', 'Dentiste', '2025-11-24'],
    ['Dentiste dans deux semaines', 'Dentiste', '2025-12-05'],
    ['Dentiste dans quinze jours', 'Dentiste', '2025-12-06'],
    ['Dentiste dans un mois', 'Dentiste', '2025-12-21'],
    ['Finir la semaine prochaine', 'Finir', '2025-11-24'],
    ['Finir mardi de la semaine prochaine', 'Finir', '2025-11-25'],
    ['Fête le 1er décembre', 'Fête', '2025-12-01'],
    ['Fête 3 aout 2026', 'Fête', '2026-08-03'],
    ['Fête 3/12', 'Fête', '2025-12-03'],
    ['Call tomorrow', 'Call', '2025-11-22'],
    ['La mer et mon sac', 'La mer et mon sac', '-'],
    ['Acheter le Sun', 'Acheter le Sun', '-'],
  ]);
});

test('numbers are read in the order of the locale, or in the other where only that is a day', () => {
  assert.equal(readQuickAdd('x 12/3', options.en).dueDate, '2025-12-03');
  assert.equal(readQuickAdd('x 12/3', options.gb).dueDate, '2026-03-12');
  assert.equal(readQuickAdd('x 25/12', options.en).dueDate, '2025-12-25');
  assert.equal(readQuickAdd('x 12/25', options.gb).dueDate, '2025-12-25');
  assert.equal(readQuickAdd('x 12/3/26', options.en).dueDate, '2026-12-03');
  assert.deepEqual(readQuickAdd('x 13/13 40/1', options.en).chips, []);
});

test('next week begins on the first day of the week of the locale', () => {
  assert.equal(readQuickAdd('x next week', options.en).dueDate, '2025-11-23');
  assert.equal(readQuickAdd('x next week', options.gb).dueDate, '2025-11-24');
  assert.equal(readQuickAdd('x next week sunday', options.en).dueDate, '2025-11-23');
  assert.equal(readQuickAdd('x next week sunday', options.gb).dueDate, '2025-11-30');
});

test('a time of day stays words, and the day beside it is read', () => {
  reads('en', [
    ['Call mum tonight', 'Call mum tonight', '-'],
    ['Call mum tomorrow evening', 'Call mum evening', '2025-11-22'],
    ['Call mum monday at 14:00', 'Call mum at 14:00', '2025-11-24'],
    ['Call mum 2pm tomorrow', 'Call mum 2pm', '2025-11-22'],
    ['Renew next year', 'Renew', '2026-01-01'],
    ['An evening next, year', 'An evening next, year', '-'],
  ]);
  reads('de', [
    ['Heute Abend Mama anrufen', 'Abend Mama anrufen', todayIso],
    ['Anruf um 14 Uhr morgen', 'Anruf um 14 Uhr', '2025-11-22'],
    ['Fertig bis 10.12 Uhr', 'Fertig bis 10.12 Uhr', '-'],
    ['Pass verlängern im nächsten Jahr', 'Pass verlängern', '2026-01-01'],
    ['Nächstes Jahr umziehen', 'umziehen', '2026-01-01'],
    ['Am Abend lesen', 'Am Abend lesen', '-'],
  ]);
  reads('fr', [
    ['Appeler maman ce soir', 'Appeler maman ce soir', '-'],
    ['Réunion à 14 h demain', 'Réunion à 14 h', '2025-11-22'],
    ['Déménager l’année prochaine', 'Déménager', '2026-01-01'],
    ['Un soir tranquille', 'Un soir tranquille', '-'],
  ]);
});

test('the weekend is the next Saturday, and today while it lasts', () => {
  reads('en', [
    ['Garden this weekend', 'Garden', '2025-11-22'],
    ['Garden at the weekend', 'Garden', '2025-11-22'],
    ['Plan the weekend', 'Plan the weekend', '-'],
  ]);
  reads('de', [
    ['Am Wochenende Garten', 'Garten', '2025-11-22'],
    ['Wochenende planen', 'Wochenende planen', '-'],
  ]);
  reads('fr', [
    ['Jardin ce week-end', 'Jardin', '2025-11-22'],
    ['Préparer le week-end', 'Préparer le week-end', '-'],
  ]);
  for (const [day, weekend] of [
    ['2025-11-17', '2025-11-22'],
    ['2025-11-22', '2025-11-22'],
    ['2025-11-23', '2025-11-23'],
  ] as const) {
    assert.equal(readQuickAdd('x this weekend', { ...options.en, todayIso: day }).dueDate, weekend);
  }
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
    assert.ok(chip?.kind === 'date' && chip.note === 'in_the_past' && chip.value === '2025-11-20', text);
  }
});
