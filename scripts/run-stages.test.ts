import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { Step } from './run-stages.ts';
import { runStages } from './run-stages.ts';

const step = (name: string, script: string, more: Partial<Step> = {}): Step => ({
  name,
  command: [process.execPath, '--eval', script],
  ...more,
});
const ends = (name: string, code: number) => step(name, `process.exit(${code})`);
const prints = (name: string, text: string, code = 0) =>
  step(name, `console.log(${JSON.stringify(text)}); process.exit(${code})`, { hasTests: true });

test('every step runs, also after a failed one, and the last line sums them up', async (t) => {
  const ofNode = 'ℹ pass 99\nmore\nℹ pass 40\nℹ fail 2\nℹ cancelled 1\nℹ skipped 0';
  const ofPlaywright = '  1 flaky\n    [desktop] › a test\n  4 did not run\n  30 passed (1.2m)';
  const { code, lines } = await run(t, [
    [ends('fails', 1), ends('passes', 0)],
    [prints('node', ofNode, 1), prints('playwright', ofPlaywright, 1)],
  ]);
  assert.deepEqual([code, lines.at(-1)], [1, '\n71 passed, 9 failed']);
  assert.match(lines.join('\n'), /^FAILED .* fails$/m);
  assert.match(lines.join('\n'), /^ok .* passes$/m);
});

test('all passed is exit code 0', async (t) => {
  const { code, lines } = await run(t, [[prints('node', 'ℹ pass 7')]]);
  assert.deepEqual([code, lines.at(-1)], [0, '\n7 passed, 0 failed']);
});

test('a runner without counts or tests, one that fails outside any test, and a missing program are failures', async (t) => {
  for (const bad of [
    ends('no tests', 0),
    prints('dead', 'Segmentation fault'),
    prints('none', 'ℹ pass 0\nℹ fail 0'),
    prints('outside', 'ℹ pass 3\nℹ fail 0', 1),
    { name: 'gone', command: ['no-such-program'] },
  ].map((each) => ({ ...each, hasTests: true })))
    assert.match((await run(t, [[bad]])).lines.at(-1) ?? '', /^\n[03] passed, 1 failed$/, bad.name);
  assert.deepEqual((await run(t, [])).code, 1);
});

const source = `import { suite, test } from 'node:test';
suite('sums', () => test('one and one', () => { throw new Error('first\\nsecond'); }));
test('still to do', { todo: true }, () => { throw new Error('later'); });
test('with a program', { skip: 'caddy is missing: install caddy' }, () => {});
test('with it too', { skip: 'caddy is missing: install caddy' }, () => {});`;

test('what fails is told at the end with its place and error, and what is skipped with its reason; in CI it is a failure', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-stages-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sums.test.mjs');
  writeFileSync(file, source);
  const command = [process.execPath, '--test', '--test-reporter=spec', file];
  const stages = [
    [
      { name: 'tests', command, hasTests: true },
      step('lint', "console.log('a.ts: unused'); process.exit(1)"),
      ends('passes', 0),
    ],
  ];
  const { lines } = await run(t, stages);
  const text = lines.join('\n');
  assert.match(text, /== FAILED: tests\n✖ failing tests:\n\ntest at .*sums\.test\.mjs:2:/);
  assert.match(text, /one and one .*\n {2}Error: first\n {2}second\n/);
  assert.match(text, /== FAILED: lint\na\.ts: unused$/m);
  assert.equal(text.match(/^Skipped: caddy is missing: install caddy$/gm)?.length, 1);
  assert.equal(lines.at(-1), '\n1 passed, 2 failed, 2 skipped');
  const skips = prints('tests', 'ℹ pass 1\nℹ fail 0\nℹ skipped 2');
  const strict = await run(t, [[skips]], 'true');
  assert.deepEqual([strict.code, strict.lines.at(-1)], [1, '\n1 passed, 2 failed']);
});

test('two steps of a stage run at a time, and the next stage after them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-stages-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => JSON.stringify(join(folder, name));
  // Each of the two steps ends only when the other one has begun.
  const meet = (own: string, other: string) =>
    step(
      own,
      `fs.writeFileSync(${file(own)}, ''); const endMs = Date.now() + 60000;
       while (!fs.existsSync(${file(other)})) if (Date.now() > endMs) process.exit(1);`,
    );
  const finds = `process.exit(fs.readdirSync(${JSON.stringify(folder)}).length === 2 ? 0 : 1)`;
  const { lines } = await run(t, [
    [meet('first', 'second'), meet('second', 'first')],
    [step('alone', finds)],
  ]);
  assert.equal(lines.at(-1), '\n3 passed, 0 failed');
});

async function run(t: TestContext, stages: readonly (readonly Step[])[], isCi = '') {
  const lines: string[] = [];
  const log = t.mock.method(console, 'log', (line: string) => void lines.push(line));
  const { CI, NODE_TEST_CONTEXT } = env;
  env['CI'] = isCi;
  // A runner that finds this variable does not write its own reports.
  delete env['NODE_TEST_CONTEXT'];
  const code = await runStages(stages);
  Object.assign(env, { CI: CI ?? '', ...(NODE_TEST_CONTEXT && { NODE_TEST_CONTEXT }) });
  log.mock.restore();
  return { code, lines };
}
