import { playwrightFailures, playwrightSkips } from './failures.mjs';
import { programs } from './programs.mjs';
import { nodeTests, withPrograms } from './test-files.mjs';

// Timeouts are far above the time of any file: they end only a test that hangs.
const minute = 60_000;
const cache = 'node_modules/.cache/types';

/** All steps that start no process and no database, and need no program besides Node. Together they take less than a minute. */
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
  ...['contract', 'server', 'web', 'web/sync/worker', 'e2e'].map((side) => ({
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

/** Tests of whole processes and of PostgreSQL. They often wait, so two files run at a time. */
export function processSteps() {
  const { withProcesses, withPostgres } = nodeTests();
  const timeoutMs = 3 * minute;
  const options = ['--test-concurrency=2'];
  return [
    nodeTestStep('tests with processes', { timeoutMs, files: withProcesses, options }),
    {
      ...nodeTestStep('tests with PostgreSQL', {
        timeoutMs,
        files: withPostgres,
        options: [...options, '--test-global-setup=test/postgres/cluster.ts'],
      }),
      needs: process.env.TEST_DATABASE_URL ? [] : [programs.postgres],
    },
  ];
}

export const programSteps = withPrograms.map(({ name, file, needs }) => ({
  ...nodeTestStep(`tests with ${name}`, { timeoutMs: 5 * minute, files: [file] }),
  needs: needs.map((each) => programs[each]),
}));

/** Tests in Chromium. Tests that also need curl have the tag @curl. */
export const chromiumSteps = [
  playwrightStep('tests in the browser', ['--grep-invert=@curl'], [programs.chromium]),
  playwrightStep(
    'tests in the browser with curl',
    ['--grep=@curl'],
    [programs.chromium, programs.curl],
  ),
];

const threeWalks =
  'the whole story on a desktop|moved on the board by its menu on a phone|the date of a task';

/** Tests in engines other than Chromium. `isShort`: three walks only, from sign-in to sign-out, the board, and a date. */
export const otherBrowserSteps = ({ isShort }) =>
  [
    { engine: 'Firefox', file: 'firefox', needs: [programs.firefox] },
    { engine: 'WebKit', file: 'webkit', needs: [programs.webKit, programs.xvfb] },
  ].map(({ engine, file, needs }) => ({
    ...nodeTestStep(`tests in ${engine}`, {
      timeoutMs: 20 * minute,
      files: [`test/browsers/${file}.browser.ts`],
      options: isShort ? [`--test-name-pattern=${threeWalks}`] : [],
    }),
    needs,
    alone: true,
  }));

/** One short round of each proof of reliability. A third file at a time would save no time, and delay requests. */
export const faultSteps = [
  {
    ...nodeTestStep('proofs of reliability, one short round each', {
      timeoutMs: 15 * minute,
      files: ['test/faults/*.fault.ts'],
      options: ['--test-concurrency=2'],
    }),
    env: { FAULTS: 'short' },
    needs: ['chromium', 'haproxy', 'openssl', 'patroni', 'pgbouncer', 'postgres'].map(
      (each) => programs[each],
    ),
    alone: true,
  },
];

function playwrightStep(name, options, needs) {
  return {
    name,
    needs,
    alone: true,
    command: ['playwright', 'test', '--reporter=list,json', ...options],
    readCounts: ({ stats, ...rest }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: playwrightFailures(rest),
      skips: playwrightSkips(rest),
    }),
  };
}

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
    readCounts: ({ passed, failed, cancelled, failures, skips }) => ({
      passed,
      failed: failed + cancelled,
      failures,
      skips,
    }),
  };
}
