import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

import { steps } from '../e2e/steps.ts';
import { longestKeptSeconds } from '../server/http/cookie.ts';
import { keptMs } from '../server/sign-in/renew.ts';
import { idempotencyLifetimeMs } from '../server/store/store.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('docs/README.md is the table of contents: it has every page that is not in a folder with its own', () => {
  const contents = read('docs/README.md');
  const pages = globSync('docs/**/*.md', { cwd: root }).map((page) => relative('docs', page));
  const listed = pages.filter((page) => !/^(decisions|providers)\/|^README/.test(page));
  assert.ok(listed.length > 15, `only ${listed.length} pages were found`);
  assert.deepEqual(
    listed.filter((page) => !contents.includes(`](${page})`)),
    [],
  );
});

test('every release of the changelog has upgrade notes, in the same order, and this one is the first', () => {
  const releases = [...read('CHANGELOG.md').matchAll(/^## (\S+)$/gm)].map(([, version]) => version);
  const notes = [...read('docs/upgrading.md').matchAll(/^### To (\S+)$/gm)].map(([, version]) => version);
  assert.deepEqual(notes, releases);
  const [latest] = releases.filter((version) => version !== 'Unreleased');
  assert.match(read('package.json'), new RegExp(`"version": "${latest}"`));
});

test('docs/reference/retention.md says how long the service keeps what it removes by itself', () => {
  const page = read('docs/reference/retention.md');
  for (const time of [
    `| ${idempotencyLifetimeMs / 3_600_000} hours`,
    `| ${keptMs / 1000} seconds`,
    `| ${longestKeptSeconds / 86_400} days`,
  ])
    assert.ok(page.includes(time), time);
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
  assert.deepEqual(decisionFaults('planted', `${planted} | - |`).at(-1), 'planted: 359 words');
});

test('no style sheet has more than 300 lines, as the linter says of code', () => {
  const files = globSync('{web,local-provider}/**/*.css', { cwd: root });
  assert.ok(files.length > 15, `only ${files.length} files were found`);
  const long = files.filter((file) => read(file).trimEnd().split('\n').length > 300);
  assert.deepEqual(long, []);
});

test('docs/web-quality.md has the steps that the browser tests count, and nowhere are there more than elsewhere', () => {
  const counted = Object.entries(steps).flatMap(([task, ways]) =>
    Object.entries(ways).map(([way, count]) => ({ task, way, count })),
  );
  const rows = [...read('docs/web-quality.md').matchAll(/^\| (\w.*?) +\| ((?:keys|clicks|taps)\b.*?) +\| +(\d+) +\|(.*)\|$/gm)]; // prettier-ignore
  assert.deepEqual(
    rows.map(([, task, way, count]) => ({ task, way, count: Number(count) })),
    counted,
  );
  // Where the documentation of another names no way there is no number.
  for (const [row, , , here, others = ''] of rows)
    for (const [other] of others.matchAll(/\d+/g)) assert.ok(Number(here) <= Number(other), row);
});

/** Words are counted as `wc -w` does: the lines of a table are words, too. */
function decisionFaults(page: string, text: string): string[] {
  const parts = ['Context', 'Decision', 'Consequences', 'What would change it'];
  const missing = parts.filter((part) => !text.includes(`**${part}.**`));
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  return [
    ...missing.map((part) => `${page}: no ${part}`),
    ...(words > 350 ? [`${page}: ${words} words`] : []),
  ];
}
