import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

const workerFile = 'worker.js';
/** Files that a page without a connection does not need. */
const isLeftOut = (name: string) => name === workerFile || /\.(png|txt|map)$/.test(name);

/** Writes the list of this version's files into the service worker. A changed file makes a changed worker. */
export function listShell(): Plugin {
  let publicDir = '';
  return {
    name: 'dueline-shell',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (publicDir = config.publicDir),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[workerFile];
        if (worker?.type !== 'chunk' || worker.imports.length > 0)
          throw new Error('The worker must be one file');
        const built = Object.values(bundle).map(
          (file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const,
        );
        const fixed = globSync('**/*.*', { cwd: publicDir }).map(
          (name) => [name, readFileSync(join(publicDir, name))] as const,
        );
        const files = [...built, ...fixed]
          .filter(([name]) => !isLeftOut(name))
          .toSorted(([a], [b]) => (a < b ? -1 : 1));
        const hash = createHash('sha256').update(worker.code);
        for (const [name, content] of files) hash.update(name).update(content);
        const version = hash.digest('base64url').slice(0, 16);
        const paths = files.map(([name]) => (name === 'index.html' ? '/' : `/${name}`));
        worker.code = `const SHELL=${JSON.stringify({ version, paths })};${worker.code}`;
      },
    },
  };
}
