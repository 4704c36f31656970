import { delimiter, dirname, join } from 'node:path';

import { buildStale, everyBuild } from './dist.mjs';
import { findNode, install, isInstalled } from './packages.mjs';
import { SetupError, modules } from './project.mjs';

// This file and its imports run on Node 20 before any package is installed.

/**
 * Installs missing packages and runs the `builds` of dist/ that are out of date. A second call does nothing. Returns the pinned
 * Node and the environment to run it in. Throws SetupError.
 * @param {{ builds?: string[] }} wanted
 */
export function setUp({ builds = everyBuild } = {}) {
  if (!isInstalled()) install();
  const { node, env } = findPinned();
  buildStale(builds, node, env);
  return { node, env };
}

/** The same without any install or build. Throws SetupError when packages are missing or of another release. */
export function findInstalled() {
  if (isInstalled()) return findPinned();
  throw new SetupError(
    'The packages are missing or of another release. Run this once: npm run build',
  );
}

function findPinned() {
  const node = findNode();
  const env = {
    ...process.env,
    PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compile'),
  };
  return { node, env };
}

/** Runs a script's main part; a SetupError becomes its plain message, the closing line if any, and exit code 1. */
export async function main(run, closingLine = '') {
  try {
    process.exitCode = await run();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}\n`);
    console.log(closingLine);
    process.exitCode = 1;
  }
}
