import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { emptyFolder } from '../folder.ts';
import { installPackage, isInstalled, runToEnd } from './child.ts';
import { editText } from './proxy.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('systemd finds nothing wrong with deploy/dueline.service', (t) => {
  const { status, written } = runToEnd('systemd-analyze', ['verify', unitHere(t)]);
  assert.equal(written, '');
  assert.equal(status, 0);
});

test('systemd rates the exposure of deploy/dueline.service at 1.5 of 10 or better', (t) => {
  const analysis = ['security', '--offline=true', '--no-pager', '--threshold=15', unitHere(t)];
  const { status, written } = runToEnd('systemd-analyze', analysis);
  assert.equal(status, 0, written);
});

test('deploy/dueline.env.example has what the production profile must be given, and nothing that it does not know', () => {
  const profile = read('config/production.yaml');
  const known = [...profile.matchAll(/\$\{(\w+)(:-)?/g)].map(([, name, otherwise]) => ({ name, otherwise }));
  const example = [...read('deploy/dueline.env.example').matchAll(/^#?(\w+)=/gm)].map(([, name]) => name);
  const missing = known.filter(({ name, otherwise }) => otherwise === undefined && !example.includes(name));
  assert.deepEqual(missing, []);
  assert.deepEqual(
    example.filter((name) => name !== 'PROFILE' && !known.some((variable) => variable.name === name)),
    [],
  );
});

/** A copy of the shipped unit with this checkout in place of the installed one. */
function unitHere(t: TestContext): string {
  if (!isInstalled('systemd-analyze')) installPackage('systemd');
  const folder = emptyFolder(t);
  const path = join(folder, 'dueline.service');
  writeFileSync(path, editText(read('deploy/dueline.service'), [['/opt/dueline', root]]));
  return path;
}
