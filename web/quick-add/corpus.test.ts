import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import type { Repeat } from '../dates/repeat.ts';
import { readQuickAdd, repeatIn } from './all-words.ts';
import { ruleOfNewTask } from './last-day.ts';
import { options as regions } from './options-fixture.ts';
import type { QuickAddOptions } from './options.ts';

/**
 * Each line of a corpus: the input, the date (`-` for none), `repeats` with its rule (`?` if it is not understood) and `told` with
 * the words that are perhaps a day, importance and state (`-` for the default), and the description (`=` if it is the whole input).
 */
function corpusOf(language: string) {
  const lines = readFileSync(new URL(`corpus/${language}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [input = '', ...expected] = line.split(' | ');
    return { input, expected: expected.join(' | ') };
  });
}

function read(input: string, options: QuickAddOptions) {
  const { description, dueDate, importance, state, chips, repeat, unclear } = readQuickAdd(
    input,
    options,
  );
  const date = chips.some(({ kind }) => kind === 'date') ? [dueDate] : [];
  const said = [
    ...date,
    ...(repeat === undefined ? [] : [`repeats ${codeOf(repeat.rule)}`]),
    ...(unclear === undefined ? [] : [`told ${unclear}`]),
  ];
  const usual = [importance === 'MEDIUM' ? '-' : importance, state === 'TODO' ? '-' : state];
  return {
    chips,
    repeat,
    unclear,
    row: [said.join(' ') || '-', ...usual, description === input ? '=' : description].join(' | '),
  };
}

/**
 * `2 week 1,3` is every other Monday and Wednesday, `1 year 12-24` every Christmas Eve; `!` counts from the day of finishing, and
 * `< 2026-05-31` has the last day.
 */
function codeOf(rule: Repeat | undefined): string {
  if (rule === undefined) return '?';
  const { every, unit, weekdays, month, monthDay, isFromDone, until } = rule;
  const day =
    weekdays?.join(',') ?? [month, monthDay].filter((each) => each !== undefined).join('-');
  const parts = [`${isFromDone ? '!' : ''}${every}`, unit, day, until && `< ${until}`];
  return parts.filter(Boolean).join(' ');
}

for (const options of [regions.en, regions.de, regions.fr]) {
  test(`every input of the ${options.language} corpus is read as its row says`, () => {
    const corpus = corpusOf(options.language);
    assert.ok(
      corpus.length >= 300 && new Set(corpus.map(({ input }) => input)).size === corpus.length,
    );
    for (const { input, expected } of corpus)
      assert.equal(read(input, options).row, expected, input);
  });

  test(`a name anywhere in an input of the ${options.language} corpus is never lost`, () => {
    for (const { input } of corpusOf(options.language)) {
      const words = input.split(' ');
      for (let at = 0; at <= words.length; at += 1) {
        const text = words.toSpliced(at, 0, 'Zed').join(' ');
        assert.match(readQuickAdd(text, options).description, /Zed/, text);
      }
    }
  });

  test(`the words that are saved of the ${options.language} corpus recur as the chip says, with a day before them too`, () => {
    for (const { input } of corpusOf(options.language))
      for (const before of ['', 'Tomorrow ', 'am Freitag ', 'vendredi ']) {
        const { description, dueDate, repeat } = readQuickAdd(before + input, options);
        const saved = repeatIn(description, options);
        const rule = saved && ruleOfNewTask(saved, dueDate);
        assert.equal(codeOf(rule), codeOf(repeat?.rule), before + input);
      }
  });

  test(`whatever stands before it, an input of the ${options.language} corpus is read alike`, () => {
    for (const { input } of corpusOf(options.language)) {
      const alone = read(input, options);
      const after = read(`Zed Kim ${input}`, options);
      const textsOf = ({ chips, repeat, unclear }: typeof alone) => [
        repeat?.text,
        unclear,
        codeOf(repeat?.rule),
        ...chips.map(({ text }) => text),
      ];
      assert.deepEqual(textsOf(after), textsOf(alone), input);
    }
  });
}
