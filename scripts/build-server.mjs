import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'rolldown';

import { root } from './project.mjs';
import { flags } from './service.mjs';

/** The programs of the build: each becomes a file of dist/server, which needs no packages. */
const entries = {
  main: 'server/main.ts',
  dueline: 'command/main.ts',
};

/** Folders that a source file reads beside itself. In the build they are beside the file that contains it. */
const readAtRunTime = ['server/store/migrations'];

const folder = join(root, 'dist', 'server');

rmSync(folder, { recursive: true, force: true });
await build({
  cwd: root,
  input: entries,
  platform: 'node',
  // An addon that `pg` loads only when it is asked for.
  external: ['pg-native'],
  checks: { eval: false },
  output: {
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: ({ name }) => (name.startsWith('packages') ? 'packages-[hash].mjs' : '[name].mjs'),
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Packages are apart from the project's code, each in the chunk of the programs that use it.
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
  },
  plugins: [
    { name: 'maps-of-own-code', generateBundle: dropMapsOfPackages },
    { name: 'http-without-fetch', resolveId: nameHttp, load: loadHttp },
  ],
});
for (const read of readAtRunTime)
  cpSync(join(root, read), join(folder, read.split('/').at(-1)), { recursive: true });
compileAhead();

/**
 * Loads the service once without starting it, so that Node's compile cache (NODE_COMPILE_CACHE) has its code before the
 * folder may be read-only. The cache is of this user, this Node and these flags; without it a start compiles.
 */
function compileAhead() {
  const url = pathToFileURL(join(folder, 'start.mjs')).href;
  spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', `import '${url}'`]);
}

/**
 * An import of `node:http` reads all that it exports, and one of them is Node's WebSocket, which is loaded with all of
 * `fetch`: 25 ms. The built service gets the module as `require` does, which reads nothing in advance.
 */
function nameHttp(source, _importer, { kind }) {
  return source === 'node:http' && kind === 'import-statement' ? '\0http' : undefined;
}

function loadHttp(id) {
  return id === '\0http' ? "module.exports = process.getBuiltinModule('node:http');" : undefined;
}

/** A stack names the functions of packages without a map, and reading theirs would stop the service for 0.1 s. */
function dropMapsOfPackages(_options, bundle) {
  for (const file of Object.keys(bundle)) if (/^packages.*\.map$/.test(file)) delete bundle[file];
}
