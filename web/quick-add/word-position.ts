import { comparable } from '../words/language.ts';
import type { QuickAddOptions } from './options.ts';

/** A run of characters without white space. `end` is after `tail`, the punctuation at its end. */
export type Word = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly tail: string;
  readonly hasCapital: boolean;
};

/** The longest text that is read, in UTF-16 units: a longer one was pasted, not typed. */
export const longestRead = 1000;

/**
 * The words of a text, with comparable keys; none of a text over `longestRead`. A parenthesis around words is a word of its own.
 * A word that is even partly in quotation marks has no key and no tail. "3D" has a capital letter.
 */
export function splitWords(text: string): Word[] {
  if (text.length > longestRead) return [];
  const quotes = [...text.matchAll(quoted)];
  let at = 0;
  return runsOf(text).map(({ run, start }) => {
    const end = start + run.length;
    for (
      let quote = quotes[at];
      quote && quote.index + quote[0].length <= start;
      quote = quotes[at]
    )
      at += 1;
    const hasQuote = (quotes[at]?.index ?? end) < end;
    const hasCapital = /^(?:\p{Lu}|\d+D)/u.test(run);
    if (hasQuote) return { start, end, key: '', tail: '', hasCapital };
    const tail = /(?<![.,;:!?…])[.,;:!?…]*$/.exec(run)?.[0] ?? '';
    return {
      start,
      end,
      key: comparable(run.slice(0, run.length - tail.length)),
      tail,
      hasCapital,
    };
  });
}

/** The runs of characters without white space, also split before and after the parentheses around words. */
function runsOf(text: string) {
  const marks = [...text.matchAll(parentheses)].flatMap(({ 0: inner, index }) => [
    index,
    index + 1,
    index + inner.length - 1,
  ]);
  const cuts = new Set(marks);
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) => {
    const starts = [index];
    for (let at = index + 1; at < index + run.length; at += 1) if (cuts.has(at)) starts.push(at);
    return starts.map((start, each) => ({
      start,
      run: text.slice(start, starts[each + 1] ?? index + run.length),
    }));
  });
}

/** Runs of characters without white space. "Freitagabend" is two: German writes a weekday and a part of the day in one word. */
const runs =
  /(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?=(?:früh|morgen|(?:vor|nach)?mittag|abend|nacht)(?![a-zäöü]))|\S+/gi;

/** From the start of a word to the end of a word: not "f(x)". */
const parentheses = /(?<!\S)\([^()]+\)(?=[.,;:!?…]*(?!\S))/g;

/** True for a word that is even partly in quotation marks. */
export const isQuoted = ({ key, tail }: Word): boolean => key === '' && tail === '';

// Single marks are also apostrophes: they quote only from the start of a word to the end of a word.
const quoted =
  /"[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|»[^«]*«|‹[^›]*›|(?<![\p{L}\p{N}])(?:'\S.*?'|[‘‚]\S.*?[’‘])(?![\p{L}\p{N}])/gsu;

/**
 * A position among the words, at which a rule looks for a date. `line` has the key and tail of every word, after one space each;
 * `starts` has the position of each word in it.
 */
export type WordPosition = {
  readonly words: readonly Word[];
  readonly line: string;
  readonly starts: readonly number[];
  readonly index: number;
  readonly options: QuickAddOptions;
};

/** The position of the first word. */
export function firstPosition(words: readonly Word[], options: QuickAddOptions): WordPosition {
  let line = '';
  const starts = words.map(({ key, tail }) => {
    const start = line.length + 1;
    line += ` ${key}${tail}`;
    return start;
  });
  return { words, line, starts, index: 0, options };
}

export const movedBy = (position: WordPosition, count: number): WordPosition => ({
  ...position,
  index: position.index + count,
});
