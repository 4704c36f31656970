import { comparable } from '../words/language.ts';

/** One run of text without white space. `end` includes `tail`, the punctuation that closes it. */
export type Word = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly tail: string;
};

/** The words of a text, with comparable keys. What is in quotation marks, even partly, has neither key nor tail. */
export function splitWords(text: string): Word[] {
  const quotes = [...text.matchAll(quoted)];
  return [...text.matchAll(/\S+/g)].map(({ 0: run, index: start }) => {
    const end = start + run.length;
    const isQuoted = quotes.some(({ 0: quote, index }) => index < end && start < index + quote.length);
    if (isQuoted) return { start, end, key: '', tail: '' };
    const tail = /[.,;:!?…]*$/.exec(run)?.[0] ?? '';
    return { start, end, key: comparable(run.slice(0, run.length - tail.length)), tail };
  });
}

// Single marks are apostrophes too: they quote only from the beginning of a word to the end of one.
const quoted =
  /"[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|»[^«]*«|‹[^›]*›|(?<![\p{L}\p{N}])(?:'\S.*?'|[‘‚]\S.*?[’‘])(?![\p{L}\p{N}])/gsu;
