import { env } from 'node:process';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

import { listPackages } from '../scripts/bundled-packages.ts';
import { devServer } from './build/dev-server.ts';
import { inlineHead } from './build/inline-head.ts';
import { listShell } from './build/list-shell.ts';
import { writeShapes } from './build/write-shapes.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Makes Chromium compile the first file on another thread while it loads, not function by function in the first render. */
const compileAtOnce: Plugin = {
  name: 'dueline-compile-at-once',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry)
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

// Only inlineHead writes into the page. All else is a file, because the page's Content-Security-Policy allows no data: URLs.
export default defineConfig({
  root: folder('.'),
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: folder('index.html') },
      output: {
        // The first load needs one file, which also has the modules that later parts share with it.
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
      },
    },
  },
  plugins: [
    devServer(env['DUELINE_SOCKET'] ?? ''),
    writeShapes(),
    inlineHead(folder('first.js')),
    compileAtOnce,
    listShell(folder('sync/worker/worker.ts'), folder('public')),
    // ui/numerals.woff2 is made from this font.
    listPackages('web', ['node_modules/@fontsource-variable/fraunces']),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
