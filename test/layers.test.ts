import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { test } from 'node:test';

import { packages, rooms, subjects, values } from './rooms.ts';

const root = join(import.meta.dirname, '..');

test('every file imports only from the rooms that its own room may know', () => {
  const files = sourceFiles();
  assert.ok(files.length > 40, `the house has ${files.length} files; the search for them is broken`);
  for (const room of Object.keys(rooms).filter((name) => name.includes('/') && !name.endsWith('config')))
    assert.ok(
      files.some((file) => isWithin(file, room)),
      `no file was seen in ${room}`,
    );
  assert.deepEqual(
    Object.keys(subjects).toSorted(),
    Object.keys(rooms).toSorted(),
    'rooms that say what they know',
  );
  for (const file of files) {
    assert.ok(hasRoom(file), `${file} is in a folder that is no room`);
    assert.deepEqual(faultsOf(file, readFileSync(join(root, file), 'utf8')), []);
  }
});

test('the model of the page uses nothing of a browser window', () => {
  for (const file of sourceFiles().filter((each) => values.some((room) => isWithin(each, room))))
    assert.doesNotMatch(codeOf(file), windowOnly, file);
  assert.match('const open = document.querySelector(a)', windowOnly);
});

test('a bad import is caught, be it static, dynamic, of a type, re-exported or of a package', () => {
  const planted = [
    ['server/session/planted.ts', "import type { Attempt } from '../sign-in/attempts.ts';"],
    ['server/store/planted.ts', "export { guard } from '../session/guard.ts';"],
    ['server/routes/planted.ts', "await import('../store/sqlite/sqlite-store.ts');"],
    ['web/planted.ts', "import '../server/app.ts';"],
    ['server/routes/planted.ts', "import * as oauth from 'oauth4webapi';"],
  ] as const;
  for (const [file, source] of planted)
    assert.equal(faultsOf(file, source).length, 1, `${file}: ${source} was not caught`);
});

/** What only a page has: a service worker or a test in Node would fail on it. */
const windowOnly = /(?<![.\w'])(document|window|localStorage|requestAnimationFrame)[.(]/;

const codeOf = (file: string) =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*\*.*?\*\/|\/\/.*$/gms, '');

function sourceFiles(): string[] {
  return globSync('{contract,server,command,web,local-provider}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.split(sep).join(posix.sep))
    .filter((file) => !/(\.test\.tsx?|-(suite|fixture)\.ts|vite\.config\.ts)$/.test(file))
    .toSorted();
}

function faultsOf(file: string, source: string): string[] {
  return importsOf(source)
    .filter((target) => !mayImport(file, target))
    .map((target) => `${file} imports ${target}`);
}

function importsOf(source: string): string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"]([^'"]+)['"]/g;
  return [...source.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}

function mayImport(file: string, specifier: string): boolean {
  if (!specifier.startsWith('.')) return mayUsePackage(file, specifier);
  const target = relative(root, join(root, dirname(file), specifier))
    .split(sep)
    .join(posix.sep);
  const room = roomOf(file);
  return roomOf(target) === room || (rooms[room] ?? []).some((open) => isWithin(target, open));
}

function mayUsePackage(file: string, specifier: string): boolean {
  const name = Object.keys(packages).find(
    (known) => specifier === known || specifier.startsWith(`${known}/`),
  );
  return name === undefined || (packages[name] ?? []).some((room) => isWithin(file, room));
}

function roomOf(file: string): string {
  const owners = Object.keys(rooms).filter((room) => isWithin(file, room));
  return owners.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

/** A folder of the server or the page is a room of its own, or lies in one. */
const hasRoom = (file: string): boolean =>
  dirname(file) === roomOf(file) || !['server', 'web'].includes(roomOf(file));

function isWithin(file: string, room: string): boolean {
  return file === room || file.startsWith(`${room}/`) || file.replace(/\.tsx?$/, '') === room;
}
