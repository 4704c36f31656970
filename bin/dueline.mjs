#!/usr/bin/env node
import { join } from 'node:path';

import { runToEnd } from '../scripts/run-to-end.mjs';
import { environment, flags } from '../scripts/service.mjs';
import { findInstalled, main, root } from '../scripts/setup.mjs';

// Runs the command with the pinned Node, in the folder in which it was called. It installs nothing: a backup at night must
// not wait for a registry.
await main(() => {
  const { node, env } = findInstalled();
  const args = process.argv.slice(2);
  const entry = [join(root, 'command', 'main.ts'), ...args];
  const cwd = process.cwd();
  return args[0] === 'serve'
    ? runToEnd({ node, env: { ...environment, ...env }, cwd }, [...flags, ...entry])
    : runToEnd({ node, env, cwd }, entry);
});
