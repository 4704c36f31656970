import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import fc from 'fast-check';

import type { Subject } from './subject.ts';
import { propertyOf } from './subject.ts';
import { subjects } from './subjects.ts';

// npm run fuzz -- [--minutes 10] [--seed number] [subject ...]
const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in subjects));
if (unknown.length > 0) throw new Error(`no subject: ${unknown.join(', ')}`);

for (const [name, subject] of Object.entries(subjects))
  if (positionals.length === 0 || positionals.includes(name)) await fuzz(name, subject);

/** Tries inputs of one subject for so long, or until one breaks its promise. */
async function fuzz(name: string, subject: Subject): Promise<void> {
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  let isKept: boolean;
  do {
    const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
    const ends: Array<() => unknown> = [];
    // Each round has a service of its own, whose log does not grow without end.
    const trial = await subject.begin({ after: (end) => void ends.push(end) });
    const plugins = [fc.interruptAfterTimeLimit(endMs - performance.now())];
    const found = await fc.check(propertyOf(trial), { seed, numRuns: 5_000, plugins });
    for (const end of ends.toReversed()) await end();
    isKept = !found.failed;
    const broken = isKept
      ? ''
      : `, broken by ${JSON.stringify(found.counterexample)}: ${String(found.errorInstance)}`;
    console.log(`${name}: seed ${seed}, ${found.numRuns} inputs${broken}`);
  } while (isKept && values.seed === undefined && performance.now() < endMs);
  if (!isKept) process.exitCode = 1;
}
