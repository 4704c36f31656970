import { playwrightFailures } from './failures.mjs';
import { ensureChromium, ensureFirefox, ensureWebKit } from './programs.mjs';
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

/** Tests in Chromium: alone, behind proxies, and with providers. */
export const chromiumSteps = (node) => {
  const prepare = () => ({ CHROMIUM_PATH: ensureChromium(node) });
  return [
    ...['proxies', 'providers'].map((others) => ({
      ...nodeTestStep(`tests with real ${others}`, {
        timeoutMs: 5 * minute,
        files: [`test/${others}/*.test.ts`],
        options: ['--test-concurrency=1'],
      }),
      prepare,
    })),
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

/** Tests in other engines than Chromium. */
export const otherBrowserSteps = (node) => [
  browserStep('Firefox', () => ({ FIREFOX_PATH: ensureFirefox(node) })),
  browserStep('WebKit', () => ensureWebKit(node)),
];

const browserStep = (engine, prepare) => ({
  ...nodeTestStep(`tests in ${engine}`, {
    timeoutMs: 20 * minute,
    files: [`test/browsers/${engine.toLowerCase()}.browser.ts`],
  }),
  prepare,
  alone: true,
});

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
