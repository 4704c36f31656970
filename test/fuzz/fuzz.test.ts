import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { countingSteps, longestInput } from './steps.ts';
import { loader, production } from './texts.ts';
import { propertyOf, readCorpus } from './subject.ts';
import { subjects } from './subjects.ts';

/** A fixed seed gives the same inputs in each run; `npm run fuzz` tries others. */
const settings = { seed: 20_261_001, numRuns: 1_000 } as const;
const corpus = readCorpus();

for (const [name, { promise, begin }] of Object.entries(subjects))
  test(`${name}: ${promise}`, async (t) => {
    const trial = await begin(t);
    for (const { input } of corpus[name] ?? []) await trial.check(input);
    await fc.assert(propertyOf(trial), settings);
    await trial.assertReached?.();
  });

test('profile: aliases without end, and a secret where keys should stand, are a ConfigError that shows no secret', (t) => {
  const load = loader(t);
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefghi'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join()}]`)].join('\n'); // prettier-ignore
  const aliases = ['http: *nobody', 'auth: &a [*a]', 'auth: &a { providers: *a }', 'auth: &a { providers: [{ clientId: *a, id: *a }] }', '<<: *a', '<<: 1', '? [a]\n: b', '? *x\n: b']; // prettier-ignore
  const misplaced = [
    production.replace(/session:[^]*?store:/, 'session: ${SESSION_SECRET}\nstore:'),
    production.replace(/secrets:[^]*?store:/, '${SESSION_SECRET}\nstore:'),
    production.replace(/providers:[^]*?session:/, 'providers: ${CLIENT_SECRET}\nsession:'),
    production.replace('access_type: offline', '${CLIENT_SECRET}'),
  ];
  for (const text of [bomb, ...aliases, ...misplaced]) assert.equal(load(text), 'refused', text);
});

test('profile: no search takes long in a value of slashes, blanks or colons', async (t) => {
  const load = loader(t);
  for (const part of ['/', ' ', ':', '@', '/@'])
    await countingSteps(() => {
      const text = JSON.stringify(`${part.repeat(longestInput / part.length)}x`);
      assert.equal(load(production.replace('${PORT:-8080}', text)), 'refused');
    });
});
