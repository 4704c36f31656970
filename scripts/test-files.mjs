import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { root } from './project.mjs';

/** The folders of the project's own files; packages that are installed inside are no files of ours. */
export const sources = [
  'bench',
  'bin',
  'command',
  'config',
  'contract',
  'docs',
  'e2e',
  'local-provider',
  'scripts',
  'server',
  'test',
  'web',
];

/**
 * The tests that run in Node without a browser, in three groups. Those of the first two start no process and no database:
 * the files of a group share one Node process, which saves most of their time. The third group is for the others.
 */
export function nodeTests() {
  const files = sourceFiles().filter((file) => /\.test\.(ts|mjs)$/.test(file) && !hasOwnStep.test(file));
  const withProcesses = files.filter((file) => startsProcesses.test(readFileSync(join(root, file), 'utf8')));
  const together = files.filter((file) => !withProcesses.includes(file));
  return {
    ofRooms: together.filter((file) => !file.startsWith('test/')),
    ofTheWhole: together.filter((file) => file.startsWith('test/')),
    withProcesses,
  };
}

const hasOwnStep = /^test\/(proxies|providers)\//;
const startsProcesses = /\b(startProcess|startReplicas|postgresServer|spawn|spawnSync|dueline|runSteps)\(/;

/** Of these tests, those that import one of the changed files, directly or through other files. */
export function testsOf(changed, tests) {
  const importers = new Map();
  for (const file of sourceFiles().filter((each) => /\.(tsx?|mjs)$/.test(each)))
    for (const imported of importsOf(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return tests.filter((file) => reached.has(file));
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    pathOf(join(root, dirname(file), path)),
  );
}

function sourceFiles() {
  return sources.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => pathOf(join(entry.parentPath ?? entry.path, entry.name)))
      .filter((path) => !path.includes('/node_modules/'))
      .toSorted(),
  );
}

const pathOf = (path) => relative(root, path).split(sep).join('/');
