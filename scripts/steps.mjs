import { playwrightFailures } from './failures.mjs';
import { nodeTests } from './test-files.mjs';

// Far above the time of any file: a test that hangs becomes a failure.
const minute = 60_000;
const cache = 'node_modules/.cache/types';

/** All steps that start no process and no database: under a minute together. */
export const fastSteps = () => {
  const { ofRooms, ofTheWhole } = nodeTests();
  return [
    testsTogether('tests of the whole', ofTheWhole),
    testsTogether('tests beside the files', ofRooms),
    ...staticSteps,
  ];
};

/** Steps that check the files without running them. */
export const staticSteps = [
  { name: 'lint', command: ['oxlint'] },
  ...['contract', 'server', 'web', 'web/offline/worker', 'e2e'].map((side) => ({
    name: `types of ${side}`,
    command: [
      'tsc',
      '-p',
      side,
      '--incremental',
      '--tsBuildInfoFile',
      `${cache}/${side.replaceAll('/', '-')}`,
    ],
  })),
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
];

/** Test files that share one Node process. */
export const testsTogether = (name, files) =>
  nodeTestStep(name, { timeoutMs: 3 * minute, files, options: ['--test-isolation=none'] });

/** Tests of whole processes and of PostgreSQL. They wait often, so that two files run at a time. */
export const processSteps = () => [
  nodeTestStep('tests with processes', {
    timeoutMs: 3 * minute,
    files: nodeTests().withProcesses,
    options: ['--test-concurrency=2', '--test-global-setup=test/postgres/shared.ts'],
  }),
];

/** Tests in Chromium: alone, behind proxies, and with providers. `findChromium` may take long; it throws with the ways to install one. */
export const chromiumSteps = (findChromium) => {
  const prepare = () => ({ CHROMIUM_PATH: findChromium() });
  return [
    {
      ...nodeTestStep('tests behind real proxies', {
        timeoutMs: 5 * minute,
        files: ['test/proxies/*.test.ts'],
        options: ['--test-concurrency=1'],
      }),
      prepare,
    },
    {
      ...nodeTestStep('tests with real providers', {
        timeoutMs: 5 * minute,
        files: ['test/providers/*.test.ts'],
        options: ['--test-concurrency=1'],
      }),
      prepare,
    },
    {
      name: 'tests in the browser',
      prepare,
      alone: true,
      command: ['playwright', 'test', '--reporter=list,json'],
      readCounts: ({ stats, ...report }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        failures: playwrightFailures(report),
      }),
    },
  ];
};

/** Tests in other engines than Chromium; each engine is found as above. */
export const otherBrowserSteps = ({ findFirefox, findWebKit }) => [
  {
    ...nodeTestStep('tests in Firefox', {
      timeoutMs: 20 * minute,
      files: ['test/browsers/firefox.browser.ts'],
    }),
    prepare: () => ({ FIREFOX_PATH: findFirefox() }),
    alone: true,
  },
  {
    ...nodeTestStep('tests in WebKitGTK', {
      timeoutMs: 20 * minute,
      files: ['test/browsers/webkit.browser.ts'],
    }),
    prepare: findWebKit,
    alone: true,
  },
];

function nodeTestStep(name, { timeoutMs, files, options = [] }) {
  return {
    name,
    command: [
      'node',
      '--test',
      `--test-timeout=${timeoutMs}`,
      ...options,
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/count-reporter.mjs',
      '--test-reporter-destination=$COUNTS',
      ...files,
    ],
    readCounts: ({ passed, failed, cancelled, failures }) => ({
      passed,
      failed: failed + cancelled,
      failures,
    }),
  };
}
