import { fold } from '../dates/fold.ts';

/** One run of text without white space. `end` takes in `tail`, the punctuation that closes it. */
export type Word = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly tail: string;
};

/** The words of a text, folded. What stands in quotation marks, even partly, has neither key nor tail. */
export function splitWords(text: string): Word[] {
  const quotes = [...text.matchAll(quoted)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  return [...text.matchAll(/\S+/g)].map((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const tail = /[.,;:!?…]*$/.exec(match[0])?.[0] ?? '';
    if (quotes.some(([from, to]) => from < end && start < to)) return { start, end, key: '', tail: '' };
    return { start, end, key: fold(match[0].slice(0, match[0].length - tail.length)), tail };
  });
}

// Single marks are apostrophes too: they quote only from the beginning of a word to the end of one.
const quoted =
  /"[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|»[^«]*«|‹[^›]*›|(?<![\p{L}\p{N}])(?:'\S.*?'|[‘‚]\S.*?[’‘])(?![\p{L}\p{N}])/gsu;
