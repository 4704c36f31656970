#!/usr/bin/env node
import { join } from 'node:path';

import { isBuilt } from '../scripts/dist.mjs';
import { root } from '../scripts/project.mjs';
import { runToEnd } from '../scripts/run-to-end.mjs';
import { flags } from '../scripts/service.mjs';
import { findInstalled, main } from '../scripts/setup.mjs';

// Runs the command with the pinned Node, in the folder in which it was called: as it is built, or its sources when they have
// changed since. It installs and builds nothing: a backup at night must not wait for a registry.
await main(() => {
  const { node, env } = findInstalled();
  const program = join(root, isBuilt('server') ? 'dist/server/dueline.mjs' : 'command/main.ts');
  const cwd = process.cwd();
  return runToEnd({ node, env, cwd }, [...flags, program, ...process.argv.slice(2)]);
});
