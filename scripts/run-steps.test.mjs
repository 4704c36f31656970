import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';

import { failuresText, playwrightFailures } from './failures.mjs';
import { root } from './project.mjs';
import { runSteps } from './run-steps.mjs';
import { testsTogether } from './steps.mjs';

const ends = (code) => ['node', '--eval', `process.exit(${code})`];
const counting = (code, counts) => ({
  command: [
    'node',
    '--eval',
    `fs.writeFileSync('$COUNTS', '${JSON.stringify(counts)}'); process.exit(${code})`,
  ],
  readCounts: (read) => read,
});

test('every step runs, also after a failed one, and the last line sums them up', async (t) => {
  const said = await run(t, [
    { name: 'fails', command: ends(1) },
    { name: 'passes', command: ends(0) },
    { name: 'counts', ...counting(1, { passed: 40, failed: 2 }) },
  ]);
  assert.equal(said.code, 1);
  assert.equal(said.lines.at(-1), '\n41 passed, 3 failed');
  assert.match(said.lines.join('\n'), /FAILED .* fails\nok .* passes\nFAILED .* counts/);
});

test('all passed is exit code 0', async (t) => {
  const said = await run(t, [{ name: 'counts', ...counting(0, { passed: 7, failed: 0 }) }]);
  assert.deepEqual([said.code, said.lines.at(-1)], [0, '\n7 passed, 0 failed']);
});

test('a runner that ends before it has counted is a failure, and so is one that fails outside any test', async (t) => {
  const dead = { name: 'dead', command: ends(0), readCounts: (read) => read };
  assert.equal((await run(t, [dead])).lines.at(-1), '\n0 passed, 1 failed');
  const outside = { name: 'outside', ...counting(1, { passed: 3, failed: 0 }) };
  assert.equal((await run(t, [outside])).lines.at(-1), '\n3 passed, 1 failed');
});

test('the failed tests are told at the end, each with its file and its error', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-steps-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sums.test.mjs');
  writeFileSync(
    file,
    `import { suite, test } from 'node:test';
suite('sums', () => test('one and one', () => { throw new Error('first\\nsecond'); }));
test('still to do', { todo: true }, () => { throw new Error('later'); });`,
  );
  const { lines } = await run(t, [
    testsTogether('tests', [file]),
    { name: 'lint', command: ['node', '--eval', "console.log('a.ts: unused'); process.exit(1)"] },
  ]);
  const name = `${relative(root, file)}:2  one and one`;
  assert.deepEqual(lines.slice(-2), [
    `\n${name}\n    first\n    second\n\nlint\n    a.ts: unused`,
    '\n0 passed, 2 failed',
  ]);
});

test('many failures take 60 lines at most', () => {
  const message = '\u001b[31mline\u001b[0m\n\n'.repeat(20);
  const failures = Array.from({ length: 40 }, (_, index) => ({ name: `test ${index}`, message }));
  const lines = failuresText(failures).split('\n');
  assert.ok(lines.length <= 62, String(lines.length));
  assert.deepEqual(lines.slice(0, 3), ['test 0', '    line', '    line']);
  assert.equal(lines.at(-1), 'and 35 more, above');
});

test('a failed test of the browser is told with its project', () => {
  const spec = (title, status) => {
    const tests = [
      { projectName: 'phone-dark', status, results: [{}, { error: { message: 'no such row' } }] },
    ];
    return { title, file: 'tasks.spec.ts', line: 7, tests };
  };
  const suites = [
    { specs: [spec('passes', 'expected')], suites: [{ specs: [spec('fails', 'unexpected')] }] },
  ];
  assert.deepEqual(
    playwrightFailures({ suites, errors: [{ message: 'no page' }], config: { rootDir: '/e2e' } }),
    [
      { name: 'outside any test', message: 'no page' },
      { name: 'fails (phone-dark)', file: '/e2e/tasks.spec.ts:7', message: 'no such row' },
    ],
  );
});

const gone = (name, command = 'install') => ({
  name,
  command,
  words: [`${name}-package`],
  find: () => undefined,
  get: () => undefined,
});
const lacking = [
  { name: 'lacks one', needs: [gone('caddy')], ...counting(1, { passed: 0, failed: 1 }) },
  {
    name: 'lacks more',
    needs: [gone('etcd'), gone('patroni'), gone('list', 'update')],
    ...counting(1, { passed: 0, failed: 1 }),
  },
  {
    name: 'skips',
    ...counting(0, { passed: 1, failed: 0, skips: [{ name: 'a test', reason: '(needs root)' }] }),
  },
];

test('what needs a missing program is not run, and is told with the command that brings it', async (t) => {
  const { code, lines } = await run(t, lacking);
  assert.equal(code, 0);
  assert.deepEqual(lines.slice(-2), [
    '\nNot run here: lacks one (caddy is missing): install caddy-package\n' +
      'Not run here: lacks more (etcd, patroni, list are missing): install etcd-package patroni-package && update list-package\n' +
      'Not run here: a test (needs root)\n' +
      'For all of these tests: install caddy-package etcd-package patroni-package && update list-package',
    '\n1 passed, 0 failed, 3 skipped',
  ]);
  assert.match(lines.join('\n'), /not run .* lacks one\nnot run .* lacks more\nok .* skips/);
});

test('in CI what is not run is a failure', async (t) => {
  const { code, lines } = await run(t, lacking, { CI: 'true' });
  assert.equal(code, 1);
  assert.equal(lines.at(-1), '\n1 passed, 3 failed');
  assert.match(
    lines.at(-2),
    /\nlacks one\n    Not run here: lacks one \(caddy is missing\): install caddy-package\n/,
  );
});

test('a missing program that can be installed is, once, and the step is told where it is', async (t) => {
  let installs = 0;
  const program = {
    name: 'installed',
    variable: 'PLACE',
    find: () => (installs > 0 ? '/place' : undefined),
    get: () => (installs += 1),
  };
  const command = ['node', '--eval', "process.exit(process.env.PLACE === '/place' ? 0 : 1)"];
  const steps = ['one', 'other'].map((name) => ({ name, command, needs: [program] }));
  assert.equal((await run(t, steps)).lines.at(-1), '\n2 passed, 0 failed');
  assert.equal(installs, 1);
});

test('a runner that runs no test is a failure', async (t) => {
  const { lines } = await run(t, [{ name: 'none', ...counting(0, { passed: 0, failed: 0 }) }]);
  assert.equal(lines.at(-1), '\n0 passed, 1 failed');
});

test('steps run two at a time, and one that needs the machine alone after the others', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-steps-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name) => JSON.stringify(join(folder, name));
  // Each of the two steps ends only when the other one has begun.
  const meet = (own, other) => ({
    name: own,
    command: ['node', '--eval', `fs.writeFileSync(${file(own)}, ''); ${waitFor(file(other))}`],
  });
  const finds = `process.exit(fs.readdirSync(${JSON.stringify(folder)}).length === 2 ? 0 : 1)`;
  const { lines } = await run(t, [
    { name: 'alone', alone: true, command: ['node', '--eval', finds] },
    meet('first', 'second'),
    meet('second', 'first'),
  ]);
  assert.equal(lines.at(-1), '\n3 passed, 0 failed');
});

const waitFor = (file) =>
  `const endMs = Date.now() + 20000; while (!fs.existsSync(${file})) if (Date.now() > endMs) process.exit(1);`;

test('a missing program is a failure', async (t) => {
  assert.equal((await run(t, [{ name: 'gone', command: ['no-such-program'] }])).code, 1);
});

async function run(t, steps, env = { CI: undefined }) {
  const lines = [];
  const log = t.mock.method(console, 'log', (line) => lines.push(line));
  // The variable is unset because a runner that finds it does not write its own reports.
  const code = await runSteps(steps, { ...process.env, NODE_TEST_CONTEXT: undefined, ...env });
  log.mock.restore();
  return { code, lines };
}
