import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder } from '../process.ts';

/** The release before this one. */
export const before = { version: '0.2.0', commit: '13c68ff' };

const hasCommit =
  spawnSync('git', ['cat-file', '-e', before.commit], { cwd: projectFolder }).status === 0;

/** What the tests of the release before lack: a shallow clone has not its commit. */
export const historyLack = hasCommit
  ? undefined
  : `the commit of ${before.version} is missing in this shallow clone: git fetch --unshallow`;

/** The archives of the release before, which is made once, and of today's, and the sums of today's. */
export function makeArchives(folder: string) {
  const cached = join(projectFolder, 'node_modules/.cache/releases', before.commit);
  if (!existsSync(cached)) {
    const older = join(folder, 'older');
    run('git', ['clone', '--quiet', '--no-checkout', projectFolder, older]);
    run('git', ['-C', older, 'checkout', '--quiet', before.commit]);
    cpSync(join(projectFolder, 'node_modules'), join(older, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('/node_modules/.cache'),
    });
    mkdirSync(join(cached, '..'), { recursive: true });
    release(older, `${cached}.new`);
    renameSync(`${cached}.new`, cached);
  }
  const made = join(folder, 'today');
  release(projectFolder, made);
  return { before: archiveIn(cached), today: archiveIn(made), sums: join(made, 'SHA256SUMS') };
}

export type Archives = ReturnType<typeof makeArchives>;

const release = (tree: string, to: string) =>
  run('node', ['scripts/release.mjs', '--to', to], { cwd: tree });

function archiveIn(folder: string): string {
  const [archive = assert.fail(folder)] = readdirSync(folder).filter((name) =>
    name.endsWith('.tar.gz'),
  );
  return join(folder, archive);
}

/** Runs a program to its end, which must be good. */
export function run(
  program: string,
  args: readonly string[],
  options: Readonly<{ cwd?: string; env?: Record<string, string> }> = {},
): void {
  const { status, stderr } = spawnSync(program, args, {
    cwd: projectFolder,
    encoding: 'utf8',
    ...options,
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stderr}`);
}
