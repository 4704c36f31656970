import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

import { writeShapes } from './write-shapes.ts';

/** Builds the service worker with a list of this version's files and their hash, so a changed file changes the worker. */
export function listShell(workerInput: string, publicFolder: string): Plugin {
  let workerCode = '';
  return {
    name: 'dueline-shell',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      workerCode = (await buildWorker(workerInput)).code;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = Object.values(bundle).map(
          (file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const,
        );
        const fixed = globSync('**/*.*', { cwd: publicFolder }).map(
          (name) => [name, readFileSync(join(publicFolder, name))] as const,
        );
        const files = [...built, ...fixed]
          // The page does not need these files offline; few browsers need the text font.
          .filter(([name]) => !/\.(png|txt|map)$|\/inter-/.test(name))
          .toSorted(([a], [b]) => (a < b ? -1 : 1));
        const hash = createHash('sha256').update(workerCode);
        for (const [name, content] of files) hash.update(name).update(content);
        const version = hash.digest('base64url').slice(0, 16);
        const paths = files.map(([name]) => (name === 'index.html' ? '/' : `/${name}`));
        const source = `const SHELL=${JSON.stringify({ version, paths })};${workerCode}`;
        // The path of the worker is the same for every version.
        this.emitFile({ type: 'asset', fileName: 'worker.js', source });
      },
    },
  };
}

/** Builds the service worker as one file, with all modules of the page that it imports. */
async function buildWorker(input: string) {
  const build = await rolldown({
    input,
    plugins: [writeShapes()],
    // Only a page shows the path of a difference; without this module the path is `/`.
    external: /difference\.ts$/,
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'es', minify: true });
  await build.close();
  const [worker, ...others] = output;
  if (others.length > 0 || worker.exports.length > 0)
    throw new Error('The worker must be one file');
  return worker;
}
