import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The version of a release of this tree: that of package.json if the commit has its tag and nothing is changed, else with the
 * commit, and with the tree of the files if they are not those of the commit: "0.3.0-dev+abc1234.def5678". So archives of two trees
 * never have one name.
 */
export function versionOfTree(root, version) {
  const commit = git(root, ['rev-parse', '--short=7', 'HEAD']);
  // An archive of the sources has no history.
  if (commit === undefined) return `${version}-dev`;
  const isChanged = git(root, ['status', '--porcelain']) !== '';
  const tags = git(root, ['tag', '--points-at', 'HEAD'])?.split('\n') ?? [];
  if (!isChanged && tags.includes(`v${version}`)) return version;
  return `${version}-dev+${isChanged ? `${commit}.${treeOf(root)}` : commit}`;
}

/** The hash of all files that git would keep, without a change of its index. */
function treeOf(root) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-index-'));
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
  try {
    git(root, ['read-tree', 'HEAD'], env);
    git(root, ['add', '--all'], env);
    return git(root, ['write-tree'], env)?.slice(0, 7);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function git(root, parts, env = process.env) {
  const { status, stdout } = spawnSync('git', parts, { cwd: root, env, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
