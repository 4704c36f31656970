import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { SetupError } from './setup.mjs';
import { runSteps } from './run-steps.mjs';

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

test('a step that lacks a program says how to install it and fails, and the others run', async (t) => {
  const said = t.mock.method(console, 'error', () => undefined);
  const prepare = () => {
    throw new SetupError('Get it there.');
  };
  const lacking = { name: 'lacking', prepare, ...counting(0, { passed: 1, failed: 0 }) };
  const { lines } = await run(t, [lacking, { name: 'passes', command: ends(0) }]);
  assert.equal(lines.at(-1), '\n1 passed, 1 failed');
  assert.deepEqual(said.mock.calls[0]?.arguments, ['Get it there.']);
});

test('steps run two at a time, and one that needs the machine alone after the others', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-steps-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name) => JSON.stringify(join(folder, name));
  // Each of the two ends only when the other one has begun.
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

async function run(t, steps) {
  const lines = [];
  const log = t.mock.method(console, 'log', (line) => lines.push(line));
  const code = await runSteps(steps, process.env);
  log.mock.restore();
  return { code, lines };
}
