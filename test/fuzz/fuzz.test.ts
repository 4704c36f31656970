import assert from 'node:assert/strict';
import { env } from 'node:process';
import { test } from 'node:test';

import fc from 'fast-check';

import { callback, cookies } from './requests.ts';
import type { Subject } from './subject.ts';
import { imports, loader, production, profile } from './texts.ts';

const subjects: Readonly<Record<string, Subject>> = { cookies, callback, profile, imports };

// The same inputs each time, or with MINUTES=10 new ones for so long, or with SEED=7 others.
const endMs = Number(env['MINUTES'] ?? 0) * 60_000;
const settings = {
  ...(endMs === 0 ? { numRuns: 1_000 } : { numRuns: 1e9, interruptAfterTimeLimit: endMs }),
  ...((endMs === 0 || env['SEED'] !== undefined) && { seed: Number(env['SEED'] ?? 20_261_001) }),
};

for (const [name, { promise, begin }] of Object.entries(subjects))
  test(`${name}: ${promise}`, async (t) => {
    const { inputs, check, assertReached } = await begin(t);
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => void (await check(input))),
      settings,
    );
    await assertReached?.();
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
