import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { test } from 'node:test';

import { packages, modules, subjects, values } from './modules.ts';

const root = join(import.meta.dirname, '..');

test('every file imports only from the allowed modules of its module', () => {
  const files = sourceFiles();
  assert.ok(files.length > 40, `only ${files.length} files were found`);
  for (const module of Object.keys(modules).filter(
    (name) => name.includes('/') && !name.endsWith('config'),
  ))
    assert.ok(
      files.some((file) => isWithin(file, module)),
      `no file was seen in ${module}`,
    );
  assert.deepEqual(
    Object.keys(subjects).toSorted(),
    Object.keys(modules).toSorted(),
    'modules with a subject',
  );
  for (const file of files) {
    assert.ok(hasModule(file), `${file} is in a folder that is no module`);
    assert.deepEqual(faultsOf(file, readFileSync(join(root, file), 'utf8')), []);
  }
});

test('the modules of the page import each other in one direction', () => {
  for (const module of Object.keys(modules).filter((name) => name.startsWith('web/')))
    assert.ok(!reachedFrom(module).has(module), `${module} imports itself through other modules`);
});

test('the model of the page uses nothing of a browser window', () => {
  for (const file of sourceFiles().filter((each) =>
    values.some((module) => isWithin(each, module)),
  ))
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

/** Globals of a page: they do not exist in a service worker or a test in Node. */
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
  const module = moduleOf(file);
  return (
    moduleOf(target) === module || (modules[module] ?? []).some((open) => isWithin(target, open))
  );
}

/** The modules of the page that a module imports, also through others. */
function reachedFrom(module: string, reached = new Set<string>()): Set<string> {
  for (const target of (modules[module] ?? []).map(moduleOf)) {
    if (reached.has(target) || !target.startsWith('web/')) continue;
    reached.add(target);
    reachedFrom(target, reached);
  }
  return reached;
}

function mayUsePackage(file: string, specifier: string): boolean {
  const name = Object.keys(packages).find(
    (known) => specifier === known || specifier.startsWith(`${known}/`),
  );
  return name === undefined || (packages[name] ?? []).some((module) => isWithin(file, module));
}

function moduleOf(file: string): string {
  const owners = Object.keys(modules).filter((module) => isWithin(file, module));
  return owners.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

/** True when a folder of the server or the page is a module, or is inside one. */
const hasModule = (file: string): boolean =>
  dirname(file) === moduleOf(file) || !['server', 'web'].includes(moduleOf(file));

function isWithin(file: string, module: string): boolean {
  return file === module || file.startsWith(`${module}/`) || file.replace(/\.tsx?$/, '') === module;
}
