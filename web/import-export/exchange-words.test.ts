import assert from 'node:assert/strict';
import { test } from 'node:test';

import { options as regions } from '../quick-add/options-fixture.ts';
import * as de from '../words/de.ts';
import { exchange as german } from '../words/de/exchange.ts';
import { en } from '../words/en.ts';
import { exchange as english } from '../words/en/exchange.ts';
import * as fr from '../words/fr.ts';
import { exchange as french } from '../words/fr/exchange.ts';
import { languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { sayColumns, sayEntryFault } from './exchange-words.ts';
import { readFile } from './read-file.ts';
import type { EntryFault } from './read-file.ts';

const wordsIn = { en: [en, english], de: [de, german], fr: [fr, french] } as const;
function say(language: Language, fault: EntryFault): string {
  const [{ fields }, { importing }] = wordsIn[language];
  return sayEntryFault(fields, importing, fault);
}

async function faultsIn(text: string) {
  const options = { existing: [], ...regions.gb };
  const { faulty } = await readFile(new Blob([text]), options);
  return faulty[0]?.faults ?? assert.fail('no fault');
}

test('a wrong date is quoted as the file has it, in each language', async () => {
  const [fault] = await faultsIn('task,due\nBread,2026-02-30');
  assert.ok(fault);
  assert.deepEqual(
    languages.map((language) => say(language, fault)),
    [
      'Due date: “2026-02-30” is not a date.',
      'Fällig am: „2026-02-30“ ist kein Datum.',
      'Échéance\u202f: «\u202f2026-02-30\u202f» n’est pas une date.',
    ],
  );
});

test('a long text in place of a date is cut short', async () => {
  const [fault] = await faultsIn(`task,due\nBread,${'soon '.repeat(100)}`);
  assert.ok(fault);
  assert.equal(say('en', fault).length, 'Due date: “” is not a date.'.length + 81);
});

test('columns of a calendar are named in words, once each', () => {
  const names = [
    'VALARM',
    'ATTENDEE',
    'X-APPLE-A',
    'X-B',
    '',
    'Sensitivity',
    'constructor',
    ' (2)',
  ];
  assert.deepEqual(
    languages.map((language) => sayColumns(wordsIn[language][1].importing, names)),
    [
      'reminders, guests, data of its own program, a column without a name, Sensitivity, constructor',
      'Erinnerungen, Gäste, eigene Daten des Programms, eine Spalte ohne Namen, Sensitivity, constructor',
      'rappels, invités, données propres au logiciel, une colonne sans nom, Sensitivity, constructor',
    ],
  );
});

test('every other fault has its own words', async () => {
  assert.deepEqual(
    (await faultsIn('task,due,prio\n,2026-01-01,9,7')).map((fault) => say('en', fault)),
    ['This line has more cells than there are columns.', 'Task: Describe the task.'],
  );
});
