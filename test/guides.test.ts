import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { limitsReference } from '../scripts/limits-reference.ts';
import { metricsReference } from '../scripts/metrics-reference.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('docs/reference/metrics.md is what `npm run reference` makes of the definitions', () => {
  assert.equal(read('docs/reference/metrics.md'), metricsReference());
});

test('docs/reference/limits.md is what `npm run reference` makes of the constants of the service', () => {
  assert.equal(read('docs/reference/limits.md'), limitsReference());
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

test('no file of code has more than 200 lines', () => {
  const files = globSync(
    '{bin,bench,command,contract,e2e,local-provider,scripts,server,test,web}/**/*.{ts,tsx,mjs,js,css}',
    { cwd: root, exclude: ['**/node_modules/**'] },
  );
  assert.ok(files.length > 500, `only ${files.length} files were found`);
  const long = files.filter((file) => read(file).trimEnd().split('\n').length > 200);
  assert.deepEqual(long, []);
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
