import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const ignored = ['node_modules', 'dist', 'data', 'test-results', 'playwright-report'];
const files = globSync('**/*.*', { cwd: root, exclude: (name) => ignored.includes(name) });
const pages = files.filter((file) => file.endsWith('.md'));
const Package = Type.Object({ scripts: Type.Record(Type.String(), Type.String()) });
const { scripts } = Parse(Package, JSON.parse(read('package.json')));

test('every link in the docs leads to a file and a heading that exist', () => {
  assert.ok(pages.flatMap((page) => linksOf(read(page))).length > 30, 'the search for links is broken');
  assert.deepEqual(
    pages.flatMap((page) => deadLinksOf(page, read(page))),
    [],
  );
});

test('every page of the docs is reachable from the README', () => {
  assert.ok(pages.length > 20, `only ${pages.length} pages were found`);
  const reached = reachableFrom('README.md');
  assert.deepEqual(
    pages.filter((page) => !reached.has(page)),
    [],
  );
});

test('every file and every command that the docs name exists', () => {
  const named = pages.flatMap((page) => [...filesNamedIn(read(page)), ...scriptsNamedIn(read(page))]);
  assert.ok(named.length > 100, `only ${named.length} names were found`);
  assert.deepEqual(
    pages.flatMap((page) => unknownNamesIn(page, read(page))),
    [],
  );
});

test('a dead link, a dead anchor, and the names of a missing file and a missing command are caught', () => {
  const planted = [
    'A [file](absent.md), an [anchor](architecture.md#absent), one [here](#nowhere), `store/absent.ts`,',
    '`npm run absent`, `node test/absent.fault.ts`; a [good file](architecture.md), a [good anchor](#a-good-heading),',
    'a [folder](decisions), [elsewhere](https://example.com/x), `store/store.ts`, `npm run bench`.',
    '# A `good` heading!',
    '```sh\n# No heading, [no link](absent.md)\n```',
  ].join('\n');
  assert.deepEqual(deadLinksOf('docs/planted.md', planted), [
    'docs/planted.md: absent.md',
    'docs/planted.md: architecture.md#absent',
    'docs/planted.md: #nowhere',
  ]);
  assert.deepEqual(unknownNamesIn('docs/planted.md', planted), [
    'docs/planted.md: store/absent.ts',
    'docs/planted.md: test/absent.fault.ts',
    'docs/planted.md: npm run absent',
  ]);
});

function deadLinksOf(page: string, text: string): string[] {
  return linksOf(text)
    .filter((link) => !leadsSomewhere(page, text, link))
    .map((link) => `${page}: ${link}`);
}

function leadsSomewhere(page: string, text: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = targetOf(page, path);
  if (path !== '' && !existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(path === '' ? text : read(target)).has(anchor);
}

/** A link to a folder reaches the pages in it, as a repository's site lists them. */
function reachableFrom(start: string): Set<string> {
  const reached = new Set([start]);
  for (const page of reached) {
    const targets = linksOf(read(page)).map((link) => targetOf(page, link.split('#')[0] ?? ''));
    for (const other of pages)
      if (targets.includes(other) || targets.includes(posix.dirname(other))) reached.add(other);
  }
  return reached;
}

function targetOf(page: string, path: string): string {
  return path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
}

/** Without those that lead to another site. */
function linksOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutFences(text).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => heading);
  const words = headings.map((heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, ''));
  return new Set(words.map((heading) => heading.replaceAll(' ', '-')));
}

/** A file may be named by the end of its path: `store/sqlite/sqlite-store.ts`, `write-queue.ts`. */
function unknownNamesIn(page: string, text: string): string[] {
  const absent = filesNamedIn(text).filter(
    (name) => !files.some((file) => file === name || file.endsWith(`/${name}`)),
  );
  const unknown = scriptsNamedIn(text).filter((name) => !(name in scripts));
  return [...absent, ...unknown.map((name) => `npm run ${name}`)].map((name) => `${page}: ${name}`);
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
