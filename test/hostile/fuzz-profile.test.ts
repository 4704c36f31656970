import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import fc from 'fast-check';
import { stringify } from 'yaml';

import { ConfigError } from '../../server/config/check.ts';
import { loadConfig } from '../../server/config/load.ts';
import { emptyFolder } from '../folder.ts';

/** The same runs each time; another seed is another thousand. */
const settings = { seed: 20_261_001, numRuns: 1_000 } as const;

const production = readFileSync(join(import.meta.dirname, '../../config/production.yaml'), 'utf8');

test('a profile file changed anywhere starts the service or is a ConfigError, nothing else', (t) => {
  const load = loader(t);
  assert.equal(load(production), 'loaded');
  const syntax = fc.constantFrom(...Array.from('&*!|>%@`{}[]:,-?#\'"~$\\'), '<<: *a', '&a ', '*a', '${', '}', ': ', '- ', '\n', '\t', '--- ', '...', '!!binary ', '!!set ', '\0', '\ufeff', '\u2028', '${SECRET}', '${__proto__}', '${toString}', '.nan', '-.inf', '0x7fffffff', '1e999'); // prettier-ignore
  const edit = fc.record({
    at: fc.nat(production.length),
    drop: fc.nat(12),
    insert: fc.oneof(syntax, fc.string({ unit: 'binary', maxLength: 4 })),
  });
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const text = edits.reduce(
        (changed, { at, drop, insert }) => changed.slice(0, at) + insert + changed.slice(at + drop),
        production,
      );
      outcomes.add(load(text));
    }),
    settings,
  );
  assert.deepEqual([...outcomes].toSorted(), ['loaded', 'refused']);
});

test('a profile file of any structure starts the service or is a ConfigError, nothing else', (t) => {
  const load = loader(t);
  const any = fc.anything({ maxDepth: 2, withNullPrototype: false });
  const sections = ['http', 'auth', 'session', 'store', 'tasks', 'avatars', 'localProvider', 'log', '__proto__']; // prettier-ignore
  const keys = ['enabled', 'tenant', 'providers', 'secrets', 'port', 'url', 'users', 'allowedHosts', 'authorizationParameters', 'constructor']; // prettier-ignore
  const keyed = (names: readonly string[], value: fc.Arbitrary<unknown>, maxKeys: number) =>
    fc.oneof(any, fc.dictionary(fc.constantFrom(...names), value, { maxKeys, noNullPrototype: true }));
  const profile = keyed(sections, keyed(keys, any, 5), 9);
  fc.assert(
    fc.property(profile, (value) => {
      assert.equal(load(stringify(plain(value)) ?? ''), 'refused');
    }),
    settings,
  );
});

test('aliases without end, and a secret where keys should stand, are a ConfigError that shows no secret', (t) => {
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

/** Profiles that are read as production, so that none ever makes a secret anywhere. */
function loader(t: TestContext): (text: string) => 'loaded' | 'refused' {
  const folder = emptyFolder(t);
  const path = join(folder, 'profile.yaml');
  const env = {
    CONFIG: path,
    SESSION_SECRET: 'a session secret of thirty-two bytes or more',
    CLIENT_SECRET: 'a client secret that nobody may see',
    ALLOWED_HOSTS: 'tasks.example.com',
  };
  return (text) => {
    writeFileSync(path, text);
    try {
      loadConfig({ env, packageFolder: folder });
      return 'loaded';
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      assert.ok(error.faults.length > 0);
      for (const secret of [env.SESSION_SECRET, env.CLIENT_SECRET])
        assert.ok(!error.message.includes(secret));
      return 'refused';
    }
  };
}

/** What YAML has no word for is left out. */
function plain(value: unknown): unknown {
  if (typeof value === 'symbol' || typeof value === 'function' || value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  return value;
}
