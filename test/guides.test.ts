import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import * as Type from 'typebox';

import { metricsReference } from '../scripts/metrics-reference.ts';
import { Profile } from '../server/config/profile.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('docs/operations.md has every key of a profile, and every variable of the production one', () => {
  const guide = read('docs/operations.md');
  const keys = keysOf(Profile);
  assert.ok(keys.length > 20, `a profile has ${keys.length} keys; the search for them is broken`);
  const variables = [...read('config/production.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
  assert.ok(variables.length > 10, `the profile has ${variables.length} variables`);
  const missing = [...keys, ...variables].filter((name) => !guide.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

test('docs/reference/metrics.md is what `npm run reference` makes of the definitions', () => {
  assert.equal(read('docs/reference/metrics.md'), metricsReference());
});

test('a decision has four parts in at most 350 words', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root });
  assert.ok(decisions.length > 10, `only ${decisions.length} decisions were found`);
  assert.deepEqual(
    decisions.toSorted().flatMap((page) => decisionFaults(page, read(page))),
    [],
  );
  const planted = `**Context.** **Decision.** **What would change it.** ${'word '.repeat(350)}`;
  assert.deepEqual(decisionFaults('planted', planted), ['planted: no Consequences', 'planted: 356 words']);
});

/** Signs alone, such as the lines of a table, are no words. */
function decisionFaults(page: string, text: string): string[] {
  const parts = ['Context', 'Decision', 'Consequences', 'What would change it'];
  const missing = parts.filter((part) => !text.includes(`**${part}.**`));
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return [
    ...missing.map((part) => `${page}: no ${part}`),
    ...(words > 350 ? [`${page}: ${words} words`] : []),
  ];
}

/** Such as `http.port`, and `id` for what each entry of a list has. */
function keysOf(schema: Type.TSchema, prefix = ''): string[] {
  if (Type.IsObject(schema)) {
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      keysOf(property, prefix === '' ? name : `${prefix}.${name}`),
    );
  }
  return Type.IsArray(schema) && Type.IsObject(schema.items)
    ? Object.keys(schema.items.properties)
    : [prefix];
}
