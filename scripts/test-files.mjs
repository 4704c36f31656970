import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { root } from './project.mjs';

/** The folders of the project's own files. Packages installed in them do not count. */
export const sources = [
  'bench',
  'bin',
  'command',
  'config',
  'contract',
  'docs',
  'e2e',
  'local-provider',
  'scripts',
  'server',
  'test',
  'web',
];

/** Tests that need programs besides Node, from `programs.mjs`: each is a step of its own. */
export const withPrograms = [
  {
    name: 'Apache httpd',
    file: 'test/proxies/apache.test.ts',
    needs: ['chromium', 'openssl', 'apache'],
  },
  { name: 'Caddy', file: 'test/proxies/caddy.test.ts', needs: ['chromium', 'openssl', 'caddy'] },
  {
    name: 'HAProxy',
    file: 'test/proxies/haproxy.test.ts',
    needs: ['chromium', 'openssl', 'haproxy'],
  },
  { name: 'nginx', file: 'test/proxies/nginx.test.ts', needs: ['chromium', 'openssl', 'nginx'] },
  {
    name: 'Glewlwyd',
    file: 'test/providers/glewlwyd.test.ts',
    needs: ['chromium', 'faketime', 'glewlwyd'],
  },
  {
    name: 'LemonLDAP::NG',
    file: 'test/providers/lemonldap.test.ts',
    needs: ['chromium', 'faketime', 'lemonldap'],
  },
  {
    name: 'oidc-provider',
    file: 'test/providers/oidc-provider.test.ts',
    needs: ['chromium', 'faketime'],
  },
  {
    name: 'a private authority',
    file: 'test/private-network.test.ts',
    needs: ['openssl', 'postgres'],
  },
  { name: 'systemd', file: 'test/proxies/systemd.test.ts', needs: ['systemd'] },
  { name: 'curl', file: 'test/docs-commands.test.ts', needs: ['curl'] },
  { name: 'a release', file: 'test/release.test.ts', needs: ['sshKeygen'] },
  { name: 'promtool', file: 'test/monitoring/prometheus.test.ts', needs: ['promtool'] },
];

/**
 * The other tests that run in Node without a browser, in four groups. Tests of the first two groups start no process and no
 * database: the files of a group share one Node process, which saves most of their time.
 */
export function nodeTests() {
  const own = new Set(withPrograms.map(({ file }) => file));
  const files = sourceFiles().filter((file) => /\.test\.(ts|mjs)$/.test(file) && !own.has(file));
  const withPostgres = testsOf(['test/postgres/database.ts'], files);
  const rest = files.filter((file) => !withPostgres.includes(file));
  const withProcesses = rest.filter((file) =>
    startsProcesses.test(readFileSync(join(root, file), 'utf8')),
  );
  const together = rest.filter((file) => !withProcesses.includes(file));
  return {
    ofRooms: together.filter((file) => !file.startsWith('test/')),
    ofTheWhole: together.filter((file) => file.startsWith('test/')),
    withProcesses,
    withPostgres,
  };
}

const startsProcesses =
  /\b(startProcess|startReady|startReplicas|spawn|spawnSync|dueline|runSteps)\(/;

/** The tests that import one of the changed files, directly or through other files. */
export function testsOf(changed, tests) {
  const importers = new Map();
  for (const file of sourceFiles().filter((each) => /\.(tsx?|mjs)$/.test(each)))
    for (const imported of importsOf(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const reached = new Set(changed);
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  return tests.filter((file) => reached.has(file));
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    pathOf(join(root, dirname(file), path)),
  );
}

function sourceFiles() {
  return sources.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => pathOf(join(entry.parentPath ?? entry.path, entry.name)))
      .filter((path) => !path.includes('/node_modules/'))
      .toSorted(),
  );
}

const pathOf = (path) => relative(root, path).split(sep).join('/');
