import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { failuresText } from './failures.mjs';
import { commandFor, provide } from './programs.mjs';
import { root } from './project.mjs';

/**
 * Runs all steps, also after a failure: two at a time, then one by one the steps that need the machine `alone`. A step is skipped
 * when it needs a program that is missing and cannot be installed. Prints the failures, the skipped steps with the command that
 * installs the program, and `N passed, N failed` at the end. With `CI=true` a skipped step is a failure. Returns the exit code.
 */
export async function runSteps(steps, env) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-steps-'));
  try {
    const found = new Map(
      [...new Set(steps.flatMap(needsOf))].map((program) => [program, provide(program)]),
    );
    const run = (step) => runStep(step, env, found, join(folder, `${steps.indexOf(step)}.json`));
    const results = [
      ...(await runTwoAtOnce(
        steps.filter(({ alone }) => !alone),
        run,
      )),
    ];
    for (const step of steps.filter(({ alone }) => alone)) results.push(await run(step));
    return report(env.CI === 'true' ? results.map(withoutSkips) : results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log('');
  for (const { name, seconds, passed, failed } of results) {
    const word = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'not run';
    console.log(`${word.padEnd(7)} ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  }
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n${failuresText(failures)}`);
  const skips = results.flatMap((result) => result.skips);
  if (skips.length > 0)
    console.log(`\n${[...skips.map(skipText), ...commandForAll(skips)].join('\n')}`);
  const skipped = skips.length === 0 ? '' : `, ${skips.length} skipped`;
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  return sum('failed') === 0 ? 0 : 1;
}

const skipText = ({ name, reason }) => `Not run here: ${name} ${reason}`;

function commandForAll(skips) {
  const lacking = skips.filter(({ missing }) => missing !== undefined);
  if (lacking.length < 2) return [];
  return [`For all of these tests: ${commandFor(lacking.flatMap(({ missing }) => missing))}`];
}

const withoutSkips = ({ skips, ...result }) => ({
  ...result,
  skips: [],
  failed: result.failed + skips.length,
  failures: [
    ...result.failures,
    ...skips.map((skip) => ({ name: skip.name, message: skipText(skip) })),
  ],
});

const needsOf = ({ needs = [] }) => needs;

async function runTwoAtOnce(steps, run) {
  const results = new Map();
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      results.set(step, await run(step));
  };
  await Promise.all([work(), work()]);
  return steps.map((step) => results.get(step));
}

async function runStep(step, env, found, countsFile) {
  const { name, alone, readCounts, command, env: own } = step;
  const missing = needsOf(step).filter((program) => found.get(program) === undefined);
  if (missing.length > 0)
    return {
      name,
      seconds: 0,
      passed: 0,
      failed: 0,
      failures: [],
      skips: [{ name, reason: reasonFor(missing), missing }],
    };
  if (alone) console.log(`\n== ${name}`);
  const startedMs = performance.now();
  const variables = needsOf(step).flatMap((program) =>
    program.variable === undefined ? [] : [[program.variable, found.get(program)]],
  );
  const [program, ...args] = command.map((part) => part.replace('$COUNTS', countsFile));
  const { ok, output } = await runToOutcome(program, args, {
    cwd: root,
    env: {
      ...env,
      ...own,
      PLAYWRIGHT_JSON_OUTPUT_FILE: countsFile,
      ...Object.fromEntries(variables),
    },
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (!alone) console.log(`\n== ${name}\n${output}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const counts = countsOf(ok, readCounts, countsFile);
  return { skips: [], ...counts, name, seconds, failures: failuresOf(name, counts, output) };
}

function reasonFor(missing) {
  const names = missing.map(({ name }) => name).join(', ');
  return `(${names} ${missing.length === 1 ? 'is' : 'are'} missing): ${commandFor(missing)}`;
}

// A step that fails without a failed test shows the end of its output.
function failuresOf(name, { failed, failures = [] }, output) {
  if (failed === 0 || failures.length > 0) return failures;
  return [{ name, message: output.split('\n').slice(-10).join('\n') }];
}

/** Collects the output of a step. It is printed when the step has ended, so that the outputs of two steps do not mix. */
function runToOutcome(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, options);
    const printed = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => printed.push(part));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) =>
      resolve({ ok: code === 0, output: Buffer.concat(printed).toString().trimEnd() }),
    );
  });
}

// A runner that ends without counts, runs no test or fails outside any test counts as one failure.
function countsOf(ok, readCounts, countsFile) {
  const only = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (readCounts === undefined) return only;
  try {
    const counts = readCounts(JSON.parse(readFileSync(countsFile, 'utf8')));
    const isFine = ok && counts.passed + counts.failed + (counts.skips?.length ?? 0) > 0;
    return { ...counts, failed: isFine ? counts.failed : Math.max(counts.failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
