import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import type { Cleanup } from '../folder.ts';

/** One subject. Its inputs are texts, so that the corpus can store them; for each text the promise must hold. */
export type Subject = Readonly<{
  promise: string;
  begin: (t: Cleanup) => Promise<Trial> | Trial;
}>;

export type Trial = Readonly<{
  inputs: fc.Arbitrary<string>;
  check: (input: string) => unknown;
  /** Fails when the inputs so far have not reached the code under test. */
  assertReached?: () => unknown;
}>;

/** The characters of a header field value (RFC 9110, section 5.5). */
export const headerText = (maxLength: number) =>
  fc.stringMatching(new RegExp(`^[\\t\\x20-\\x7e\\x80-\\xff]{0,${maxLength}}$`));

/** A valid text with one to four changes, mostly insertions of these pieces. */
export function changed(good: string, ...pieces: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(good.length),
    drop: fc.nat(12),
    insert: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })),
  });
  const change = (
    text: string,
    { at, drop, insert }: { at: number; drop: number; insert: string },
  ) => text.slice(0, at) + insert + text.slice(at + drop);
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => edits.reduce(change, good));
}

/** The property of a trial; `count` is called for each input. */
export const propertyOf = ({ inputs, check }: Trial, count: () => void = () => {}) =>
  fc.asyncProperty(inputs, async (input) => {
    count();
    await check(input);
  });

/** Earlier findings: the input, and the seed that produced it. */
const Corpus = Type.Record(
  Type.String(),
  Type.Array(Type.Object({ input: Type.String(), seed: Type.Optional(Type.Integer()) })),
);

export const corpusFile = join(import.meta.dirname, 'corpus.json');
export const readCorpus = () => Parse(Corpus, JSON.parse(readFileSync(corpusFile, 'utf8')));
