import { env } from 'node:process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { lackOf } from '../scripts/programs.ts';
import type { ProgramName } from '../scripts/programs.ts';

/**
 * The options of tests that need these programs. Without one of them the tests are skipped, with the command that brings it; with
 * CI=true their file fails.
 */
export function needs(...names: readonly ProgramName[]) {
  const isThere = (name: ProgramName) => name === 'postgres' && Boolean(env['TEST_DATABASE_URL']);
  const lack = lackOf(names.filter((name) => !isThere(name)));
  if (lack !== undefined && env['CI'] === 'true') throw new Error(lack);
  return { skip: lack ?? false };
}

/** The function `test` for tests that need these programs. */
export function testWith(...names: readonly ProgramName[]) {
  const options = needs(...names);
  return (name: string, run: (t: TestContext) => Promise<void> | void): void =>
    void test(name, options, run);
}
