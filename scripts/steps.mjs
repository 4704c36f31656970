import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SetupError, root } from './setup.mjs';

const tested = [
  '{contract,server,local-provider,web,scripts}/**/*.test.{ts,mjs}',
  'test/{*,!(proxies|providers)/**/*}.test.ts',
];

// Far above what any file takes: a test that hangs is a failure, not a wait.
const minute = 60_000;

/** The fast part: under a minute together. */
export const fastSteps = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint'] },
  ...['contract', 'server', 'web', 'web/offline/worker', 'e2e'].map((side) => ({
    name: `types of ${side}`,
    command: ['tsc', '-p', side],
  })),
  { name: 'unused', command: ['knip', '--no-progress'] },
  nodeTests('tests in Node', { timeoutMs: 3 * minute, files: tested }),
];

/** In Chromium, behind proxies, with providers and by itself. `findChromium` may take its time, and throws with the ways to get one. */
export const chromiumSteps = (findChromium) => {
  const prepare = () => ({ CHROMIUM_PATH: findChromium() });
  return [
    {
      ...nodeTests('tests behind real proxies', {
        timeoutMs: 5 * minute,
        files: ['test/proxies/*.test.ts'],
        inTurn: true,
      }),
      prepare,
    },
    {
      ...nodeTests('tests with real providers', {
        timeoutMs: 5 * minute,
        files: ['test/providers/*.test.ts'],
        inTurn: true,
      }),
      prepare,
    },
    {
      name: 'tests in the browser',
      prepare,
      command: ['playwright', 'test', '--reporter=list,json'],
      readCounts: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
    },
  ];
};

/** In engines besides Chromium; how each is found is as above. */
export const otherBrowserSteps = ({ findFirefox, findWebKit }) => [
  {
    ...nodeTests('tests in Firefox', {
      timeoutMs: 20 * minute,
      files: ['test/browsers/firefox.browser.ts'],
    }),
    prepare: () => ({ FIREFOX_PATH: findFirefox() }),
  },
  {
    ...nodeTests('tests in WebKitGTK', {
      timeoutMs: 20 * minute,
      files: ['test/browsers/webkit.browser.ts'],
    }),
    prepare: findWebKit,
  },
];

function nodeTests(name, { timeoutMs, files, inTurn = false }) {
  return {
    name,
    command: [
      'node',
      '--test',
      `--test-timeout=${timeoutMs}`,
      ...(inTurn ? ['--test-concurrency=1'] : []),
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/count-reporter.mjs',
      '--test-reporter-destination=$COUNTS',
      ...files,
    ],
    readCounts: ({ passed, failed, cancelled }) => ({ passed, failed: failed + cancelled }),
  };
}

/** Runs every step, whatever became of the one before, and closes with `N passed, N failed`. Returns the exit code. */
export function runSteps(steps, env) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-steps-'));
  try {
    const results = steps.map((step, index) => runStep(step, env, join(folder, `${index}.json`)));
    console.log('');
    for (const { name, seconds, failed } of results)
      console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
    const sum = (key) => results.reduce((total, result) => total + result[key], 0);
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    return sum('failed') === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runStep({ name, prepare, command, readCounts }, env, countsFile) {
  console.log(`\n== ${name}`);
  const startedMs = performance.now();
  const ok = isRun(prepare, command, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: countsFile }, countsFile);
  const seconds = (performance.now() - startedMs) / 1000;
  return { name, seconds, ...countsOf(ok, readCounts, countsFile) };
}

function isRun(prepare, command, env, countsFile) {
  let prepared;
  try {
    prepared = prepare?.();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return false;
  }
  const [program, ...args] = command.map((part) => part.replace('$COUNTS', countsFile));
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...env, ...prepared },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) console.error(error.message);
  return status === 0;
}

// A runner that dies before it has counted, or fails outside any test, is a failure of its own.
function countsOf(ok, readCounts, countsFile) {
  const alone = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (readCounts === undefined) return alone;
  try {
    const { passed, failed } = readCounts(JSON.parse(readFileSync(countsFile, 'utf8')));
    return { passed, failed: ok ? failed : Math.max(failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
