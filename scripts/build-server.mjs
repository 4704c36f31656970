import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'rolldown';

import { listPackages } from './bundled-packages.ts';
import { leftOut } from './left-out.ts';
import { root } from './project.mjs';
import { flags } from './service.mjs';

/** The programs of the build: each becomes a file of dist/server that needs no packages. */
const entries = {
  main: 'server/main.ts',
  dueline: 'command/main.ts',
};

/** Folders that the source files beside them read at run time. The build has them beside the files with that code. */
const readAtRunTime = ['server/store/migrations'];

const folder = join(root, 'dist', 'server');

rmSync(folder, { recursive: true, force: true });
await build({
  cwd: root,
  input: entries,
  platform: 'node',
  // An addon that `pg` loads only on request.
  external: ['pg-native'],
  checks: { eval: false },
  output: {
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: ({ name }) =>
      name.startsWith('packages') ? 'packages-[hash].mjs' : '[name].mjs',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // The code of packages is in chunks of its own, one for each set of programs that use it.
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
  },
  plugins: [
    { name: 'unused', resolveId: nameUnused, load: loadUnused },
    { name: 'fast-start', generateBundle: finishFiles },
    listPackages('server'),
  ],
});
for (const read of readAtRunTime)
  cpSync(join(root, read), join(folder, read.split('/').at(-1)), { recursive: true });
compileAhead();

/**
 * Loads the service once without starting it, so that Node's compile cache (NODE_COMPILE_CACHE) has its code before the
 * folder becomes read-only. The cache is valid for this user, this Node and these flags; without it each start compiles.
 */
function compileAhead() {
  const url = pathToFileURL(join(folder, 'start.mjs')).href;
  spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', `import '${url}'`]);
}

function nameUnused(source) {
  return Object.hasOwn(leftOut, source) ? `\0unused ${source}` : undefined;
}

function loadUnused(id) {
  const [, name] = /^\0unused (.+)$/.exec(id) ?? [];
  if (name === undefined) return undefined;
  const use = `throw new Error('${name} is not part of the build (scripts/build-server.mjs)');`;
  return `function use() { ${use} } module.exports = new Proxy(use, { get: use });`;
}

function finishFiles(_options, bundle) {
  for (const [file, output] of Object.entries(bundle)) {
    // A stack names the functions of packages without a map too, and reading their maps blocks the service for 0.1 s.
    if (/^packages.*\.map$/.test(file)) delete bundle[file];
    else if (output.type === 'chunk') output.code = escapeWide(requireBuiltIns(output.code));
  }
}

/**
 * An `import` of one of Node's modules reads all of its exports, and reading loads some of them: the WebSocket of `node:http`, with
 * all of `fetch`, takes 25 ms. The built service reads only the exports that it names.
 */
function requireBuiltIns(code) {
  return code.replace(
    /^import \{(.+)\} from ("node:.+");$/gm,
    (_, names, module) =>
      `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule(${module});`,
  );
}

/** Escapes all characters beyond Latin-1: with one of them, V8 stores two bytes for each character of the file. */
function escapeWide(code) {
  return code.replace(
    /[^\0-\xff]/g,
    (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
