import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The folders of the project's own files. */
export const sources =
  'bench bin command config contract docs e2e local-provider scripts server test web'.split(' ');

const startsProcesses =
  /\b(startChild|startProcess|startReady|startReplicas|spawn|spawnSync|dueline|runStages)\(/;

/**
 * The test files that run in Node, in three groups: those that need other programs import `test/needs.ts`; those that start
 * processes call one of a few functions; all others share one Node process, which saves most of their time.
 */
export function groupTests() {
  const files = filesOf('*.test.{ts,mjs}');
  const withPrograms = testsOf(['test/needs.ts'], files);
  const rest = files.filter((file) => !withPrograms.includes(file));
  const withProcesses = rest.filter((file) => startsProcesses.test(textOf(file)));
  const together = rest.filter((file) => !withProcesses.includes(file));
  return { withPrograms, withProcesses, together };
}

/** The test files among these that import one of the changed files, directly or through other files. */
export function testsOf(changed: readonly string[], tests: readonly string[]): string[] {
  const imports = filesOf('*.{ts,tsx,mjs}').flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => ({
      file,
      imported: join(dirname(file), path),
    })),
  );
  const reached = new Set(changed);
  for (const each of reached)
    for (const { file, imported } of imports) if (imported === each) reached.add(file);
  return tests.filter((file) => reached.has(file));
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const filesOf = (names: string) =>
  globSync(`{${sources.join(',')}}/**/${names}`, { cwd: root, exclude: ['**/node_modules/**'] });
