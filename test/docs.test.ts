import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';

import { steps } from '../e2e/steps.ts';
import { longestKeptSeconds } from '../server/http/cookie.ts';
import { keptMs } from '../server/sign-in/lease.ts';
import { idempotencyLifetimeMs } from '../server/store/store.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const ignored = ['node_modules', 'dist', 'data', 'test-results', 'playwright-report'];
const files = globSync('**/*.*', { cwd: root, exclude: (name) => ignored.includes(name) });
const pages = files.filter((file) => file.endsWith('.md'));
const { scripts } = JSON.parse(read('package.json'));

test('every link in the docs leads to a file and a heading that exist', () => {
  assert.ok(
    pages.flatMap((page) => linksOf(read(page))).length > 30,
    'the search for links is broken',
  );
  const dead = pages.flatMap((page) =>
    linksOf(read(page))
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  assert.deepEqual(dead, []);
});

test('every file and every command that the docs name exists', () => {
  const named = pages.flatMap((page) => [
    ...filesNamedIn(read(page)),
    ...scriptsNamedIn(read(page)),
  ]);
  assert.ok(named.length > 100, `only ${named.length} names were found`);
  for (const page of pages) {
    // A file may be named by the end of its path: `store/sqlite/sqlite-store.ts`, `write-queue.ts`.
    for (const name of filesNamedIn(read(page)))
      assert.ok(
        files.includes(name) || files.some((file) => file.endsWith(`/${name}`)),
        `${page}: ${name}`,
      );
    for (const name of scriptsNamedIn(read(page)))
      assert.ok(name in scripts, `${page}: npm run ${name}`);
  }
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).has(anchor);
}

/** The links to files and headings, without those to other sites. */
function linksOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutFences(text).matchAll(/^#+ +(.+)$/gm)].map(
    ([, heading = '']) => heading,
  );
  const words = headings.map((heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, ''));
  return new Set(words.map((heading) => heading.replaceAll(' ', '-')));
}

function filesNamedIn(text: string): string[] {
  const named = text.matchAll(
    /(?:`|\bnode (?:--test )?)((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|m?js|sql|css|html|yaml))(?=[`\s])/g,
  );
  return [...named].map(([, name = '']) => name);
}

function scriptsNamedIn(text: string): string[] {
  return [...text.matchAll(/\bnpm run ([\w:]+(?:-\w+)*)/g)].map(([, name = '']) => name);
}

const withoutFences = (text: string) => text.replace(/^ *```.*?^ *```$/gms, '');

test('docs/README.md is the table of contents: it has every page that is not in a folder with its own', () => {
  const contents = read('docs/README.md');
  const listed = pages.filter((page) => /^docs\/(?!decisions\/|providers\/|README)/.test(page));
  assert.ok(listed.length > 15, `only ${listed.length} pages were found`);
  for (const page of listed) assert.ok(contents.includes(`](${page.slice('docs/'.length)})`), page);
});

test('every release of the changelog has upgrade notes, in the same order, and this one is the first', () => {
  const releases = [...read('CHANGELOG.md').matchAll(/^## (\S+)$/gm)].map(([, version]) => version);
  const notes = [...read('docs/upgrading.md').matchAll(/^### To (\S+)$/gm)].map(
    ([, version]) => version,
  );
  assert.deepEqual(notes, releases);
  const [latest] = releases.filter((version) => version !== 'Unreleased');
  assert.match(read('package.json'), new RegExp(`"version": "${latest}"`));
});

test('docs/reference/retention.md says how long the service keeps what it removes by itself', () => {
  const page = read('docs/reference/retention.md');
  for (const time of [
    `: ${idempotencyLifetimeMs / 3_600_000} hours`,
    `: ${keptMs / 1000} seconds`,
    `: ${longestKeptSeconds / 86_400} days`,
  ])
    assert.ok(page.includes(time), time);
});

test('a decision has three parts in at most 250 words', () => {
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'));
  assert.ok(decisions.length > 10, `only ${decisions.length} decisions were found`);
  for (const page of decisions) {
    for (const part of ['Context', 'Decision', 'Consequences'])
      assert.ok(read(page).includes(`**${part}.**`), `${page}: no ${part}`);
    // Counted like `wc -w`, which counts the lines of a table as words too.
    const words = read(page).trim().split(/\s+/).length;
    assert.ok(words <= 250, `${page}: ${words} words`);
  }
});

test('no style sheet has more than 300 lines, as the linter says of code', () => {
  const sheets = files.filter((file) => /^(web|local-provider)\/.*\.css$/.test(file));
  assert.ok(sheets.length > 15, `only ${sheets.length} files were found`);
  const long = sheets.filter((file) => read(file).trimEnd().split('\n').length > 300);
  assert.deepEqual(long, []);
});

test('docs/web-quality.md has the steps that the browser tests count, and nowhere are there more than elsewhere', () => {
  const counted = Object.entries(steps).flatMap(([task, ways]) =>
    Object.entries(ways).map(([way, count]) => ({ task, way, count })),
  );
  const cells = /^\| (\w.*?) +\| (\d+:.*?) +\| (\d+:.*?) +\| (\d+:.*?) +\|$/gm;
  const rows = [...read('docs/web-quality.md').matchAll(cells)].flatMap(([, task, ...found]) =>
    ['keys', 'clicks', 'taps'].map((way, at) => {
      const [count = 0, ...others] = (found[at]?.match(/\d+/g) ?? []).map(Number);
      return { task, way, count, others };
    }),
  );
  assert.deepEqual(
    rows.map(({ task, way, count }) => ({ task, way, count })),
    counted,
  );
  // A product whose documentation describes no way has no number.
  for (const { task, way, count, others } of rows)
    for (const other of others) assert.ok(count <= other, `${task} by ${way}`);
});

test('every row of the specification map names files that have tests, and each rule of the endpoints has its test', () => {
  const rows = rowsOf(read('docs/specification-map.md'));
  assert.ok(rows.length > 20, `only ${rows.length} rows were found in the map`);
  assert.deepEqual(rows.flatMap(faultsOfRow), []);
  const rules = read('test/flows/rules.test.ts');
  for (const rule of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    assert.match(rules, new RegExp(`'(rule|rules 8 and) ${rule}: `));
});

test('every answer to a threat names files that have tests', () => {
  const [, threats = ''] = /^## Threats$(.*?)^## /ms.exec(read('docs/security.md')) ?? [];
  const rows = rowsOf(threats);
  assert.ok(rows.length > 25, `only ${rows.length} threats were found`);
  assert.deepEqual(rows.flatMap(faultsOfRow), []);
});

/** The rows of tables whose last cell names files of tests. */
function rowsOf(text: string): { rule: string; named: string[] }[] {
  const rows = text.split('\n').filter((line) => /^\| (?!section |decision |threat |-)/.test(line));
  return rows.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    const named = [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    return { rule: cells[1] ?? '', named };
  });
}

function faultsOfRow({ rule, named }: ReturnType<typeof rowsOf>[number]): string[] {
  if (named.length === 0) return [`${rule}: no test`];
  return named.flatMap((file) => {
    if (!existsSync(join(root, file))) return [`${rule}: no such file: ${file}`];
    return /\b(?:test|it)\(/.test(read(file)) ? [] : [`${rule}: ${file} has no test`];
  });
}
