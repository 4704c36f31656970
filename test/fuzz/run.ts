import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import fc from 'fast-check';

import type { Subject } from './subject.ts';
import { corpusFile, propertyOf, readCorpus } from './subject.ts';
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

/** Tries inputs of one subject for --minutes. An input that breaks its promise is added to the corpus, which `npm test` runs. */
async function fuzz(name: string, subject: Subject): Promise<void> {
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  let inputs = 0;
  let seed: number;
  do {
    seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
    const ends: Array<() => unknown> = [];
    // Each round has a service of its own, so that the log does not grow without limit.
    const trial = await subject.begin({ after: (end) => void ends.push(end) });
    const found = await fc.check(
      propertyOf(trial, () => (inputs += 1)),
      { seed, numRuns: 5_000, plugins: [fc.interruptAfterTimeLimit(endMs - performance.now())] },
    );
    for (const end of ends.toReversed()) await end();
    if (!found.failed) continue;
    const input = String([found.counterexample].flat()[0]);
    console.log(`${name}: seed ${seed}: ${JSON.stringify(input)}: ${String(found.errorInstance)}`);
    const corpus = readCorpus();
    corpus[name] = [...(corpus[name] ?? []), { seed, input }];
    writeFileSync(corpusFile, `${JSON.stringify(corpus, null, 2)}\n`);
    process.exitCode = 1;
    break;
  } while (values.seed === undefined && performance.now() < endMs);
  console.log(`${name}: ${inputs} inputs, the last with seed ${seed}`);
}
