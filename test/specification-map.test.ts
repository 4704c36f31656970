import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const map = readFileSync(join(root, 'docs/specification-map.md'), 'utf8');

test('every rule of the specification map names a test that exists', () => {
  const rows = rowsOf(map);
  assert.ok(rows.length > 60, `only ${rows.length} rules were found in the map`);
  assert.deepEqual(rows.flatMap(faultOf), []);
});

test('a rule without a file, and one without its test, are caught', () => {
  const [absent, unnamed] = rowsOf(
    [
      '| a rule | `test/flows/absent.test.ts` | a test |',
      '| a rule | `test/specification-map.test.ts` | a name that no test has |',
    ].join('\n'),
  );
  assert.match(String(absent && faultOf(absent)[0]), /no such file/);
  assert.match(String(unnamed && faultOf({ ...unnamed, name: `${unnamed.name}!` })[0]), /has no test/);
});

type Row = { rule: string; file: string; name: string };

function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (.+?) +\| `([^`]+)` +\| (.+?) +\|$/gm)].map((match) => ({
    rule: match[1] ?? '',
    file: match[2] ?? '',
    name: match[3] ?? '',
  }));
}

function faultOf({ rule, file, name }: Row): string[] {
  const path = join(root, file);
  if (!existsSync(path)) return [`${rule}: no such file: ${file}`];
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``, `'${name.replaceAll("'", "\\'")}'`];
  return quoted.some((text) => readFileSync(path, 'utf8').includes(text))
    ? []
    : [`${rule}: ${file} has no test "${name}"`];
}
