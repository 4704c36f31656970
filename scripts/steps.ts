import type { Step } from './run-stages.ts';
import { groupTests } from './test-files.ts';

const { together, withProcesses, withPrograms } = groupTests();
const isOfTheWhole = (file: string) => file.startsWith('test/');

/** Runs `atOnce` test files at a time. The longest time is far above that of any file: it ends only a test that hangs. */
const nodeTests = (name: string, options: string, files: readonly string[], atOnce = 2): Step => ({
  name,
  command: `node --test --test-reporter=spec --test-concurrency=${atOnce} ${options}`
    .split(' ')
    .concat(files),
  hasTests: true,
});

/** Test files that share one Node process. */
export const testsTogether = (name: string, files: readonly string[]): Step =>
  nodeTests(name, '--test-timeout=180000 --test-isolation=none', files);

const types: readonly Step[] = ['contract', 'server', 'web', 'web/sync/worker', 'e2e'].map(
  (side) => ({
    name: `types of ${side}`,
    command: [
      ...`tsc -p ${side} --incremental --tsBuildInfoFile`.split(' '),
      `node_modules/.cache/types/${side.replaceAll('/', '-')}`,
    ],
  }),
);

/** Lint and types after a change of these files, in a few seconds. */
export function checksAfter(files: readonly string[]): readonly Step[] {
  const code = files.filter((file) => /\.(tsx?|m?js)$/.test(file));
  const lint: Step = { name: 'lint', command: ['oxlint', ...code] };
  return code.length > 0 ? [...types, lint] : [];
}

/** What starts no process and no database, and needs no program besides Node. */
const check: readonly Step[] = [
  testsTogether('tests of the whole', together.filter(isOfTheWhole)),
  testsTogether(
    'tests beside the files',
    together.filter((file) => !isOfTheWhole(file)),
  ),
  ...types,
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
];

const processes = nodeTests('tests with processes', '--test-timeout=180000', withProcesses);

const programs = nodeTests(
  'tests with programs',
  '--test-timeout=300000 --test-global-setup=test/postgres/cluster.ts',
  withPrograms,
  // They wait for programs more than they work.
  4,
);

const inChromium = (variables: Step['env'] = {}): Step => ({
  name: 'tests in Chromium',
  command: ['playwright', 'test', '--reporter=list'],
  env: variables,
  hasTests: true,
});

const faults: Step = {
  ...nodeTests('proofs of reliability', '--test-timeout=900000', ['test/faults/*.fault.ts']),
  env: { FAULTS: 'short' },
};

const threeWalks =
  '--test-name-pattern=the.whole.story.on.a.desktop|moved.on.the.board.by.its.menu.on.a.phone|the.date.of.a.task';

const inFirefoxAndWebKit = ['firefox', 'webkit'].map((browser) =>
  nodeTests(`tests in ${browser}`, `--test-timeout=1200000 ${threeWalks}`, [
    `test/browsers/${browser}.browser.ts`,
  ]),
);

/** The stages of each suite. Browsers and programs get the machine for themselves: their tests have limits of time. */
export const suites = {
  check: [check],
  main: [[processes, ...check], [inChromium({ TESTS: 'main' })]],
  all: [[processes, ...check], [programs], [inChromium()], inFirefoxAndWebKit, [faults]],
};
