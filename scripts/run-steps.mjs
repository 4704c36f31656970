import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { failuresText } from './failures.mjs';
import { SetupError, root } from './project.mjs';

/**
 * Runs all steps, also after a failure: two at a time, then one by one those that need the machine `alone`. Prints the
 * failures and `N passed, N failed` at the end. Returns the exit code.
 */
export async function runSteps(steps, env) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-steps-'));
  try {
    const run = (step) => runStep(step, env, join(folder, `${steps.indexOf(step)}.json`));
    const results = [
      ...(await runTwoAtOnce(
        steps.filter(({ alone }) => !alone),
        run,
      )),
    ];
    for (const step of steps.filter(({ alone }) => alone)) results.push(await run(step));
    console.log('');
    for (const { name, seconds, failed } of results)
      console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
    const failures = results.flatMap((result) => result.failures);
    if (failures.length > 0) console.log(`\n${failuresText(failures)}`);
    const sum = (key) => results.reduce((total, result) => total + result[key], 0);
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    return sum('failed') === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

async function runStep(step, env, countsFile) {
  const { name, alone, readCounts } = step;
  if (alone) console.log(`\n== ${name}`);
  const startedMs = performance.now();
  const { ok, output } = await outcomeOf(
    step,
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: countsFile },
    countsFile,
  );
  if (!alone) console.log(`\n== ${name}\n${output}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const counts = countsOf(ok, readCounts, countsFile);
  return { name, seconds, ...counts, failures: failuresOf(name, counts, output) };
}

// A step that fails without a failed test shows the end of what it printed.
function failuresOf(name, { failed, failures = [] }, output) {
  if (failed === 0 || failures.length > 0) return failures;
  return [{ name, message: output.split('\n').slice(-10).join('\n') }];
}

async function outcomeOf({ prepare, command, alone }, env, countsFile) {
  let prepared;
  try {
    prepared = prepare?.();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { ok: false, output: error.message };
  }
  const [program, ...args] = command.map((part) => part.replace('$COUNTS', countsFile));
  return runToOutcome(program, args, {
    cwd: root,
    env: { ...env, ...prepared },
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
}

/** Collects the output of a step, which is printed when the step has ended, so that two steps do not mix. */
function runToOutcome(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, options);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) =>
      resolve({ ok: code === 0, output: Buffer.concat(printed).toString().trimEnd() }),
    );
  });
}

// A runner that ends before it has counted, or fails outside any test, counts as one failure.
function countsOf(ok, readCounts, countsFile) {
  const only = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (readCounts === undefined) return only;
  try {
    const { passed, failed, failures } = readCounts(JSON.parse(readFileSync(countsFile, 'utf8')));
    return { passed, failures, failed: ok ? failed : Math.max(failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
