import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { env, stdout } from 'node:process';
import { stripVTControlCharacters } from 'node:util';

/** A command of a test run. `hasTests`: it is `node --test` or Playwright, and ends with their counts. */
export type Step = Readonly<{
  name: string;
  command: readonly string[];
  hasTests?: boolean;
  env?: Readonly<Record<string, string>>;
}>;

type Result = Awaited<ReturnType<typeof runStep>>;

/**
 * Runs the stages one after another, also after a failure; of a stage, two steps at a time. Prints what has failed, what was
 * skipped and why, and `N passed, N failed` at the end. With CI=true a skipped test is a failure. Returns the exit code.
 */
export async function runStages(stages: readonly (readonly Step[])[]): Promise<number> {
  const results: Result[] = [];
  for (const stage of stages) {
    const waiting = [...stage];
    const work = async () => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
        results.push(await runStep(step, stage.length === 1));
    };
    await Promise.all([work(), work()]);
  }
  return report(results);
}

async function runStep(step: Step, isAlone: boolean) {
  const startedMs = performance.now();
  const { isOk, output } = await outputOf(step, isAlone);
  const counts = countsOf(step, isOk, output);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
  console.log(`${counts.failed > 0 ? 'FAILED' : 'ok    '} ${seconds} s  ${step.name}`);
  return { name: step.name, output, ...counts };
}

/** Collects what a step prints, so that two steps do not mix. What a step that runs alone prints is shown at once. */
function outputOf({ command, env: own }: Step, isShown: boolean) {
  const [program = '', ...args] = command;
  return new Promise<{ isOk: boolean; output: string }>((resolve) => {
    const child = spawn(program, args, {
      cwd: join(import.meta.dirname, '..'),
      env: { ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (isShown) stdout.write(text);
      });
    child.on('error', ({ message }) => resolve({ isOk: false, output: message }));
    child.on('close', (code) =>
      resolve({ isOk: code === 0, output: stripVTControlCharacters(output) }),
    );
  });
}

/** A runner that ends without counts, runs no test, or fails outside any test counts as one failure. */
function countsOf({ hasTests }: Step, isOk: boolean, output: string) {
  if (!hasTests) return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 };
  const sum = (...words: string[]) =>
    words.reduce((total, word) => total + lastNumber(output, word), 0);
  const passed = sum('pass', 'passed');
  const failed = sum('fail', 'cancelled', 'failed', 'flaky', 'interrupted', 'did not run');
  const skipped = sum('skipped');
  const isFine = isOk && passed + failed + skipped > 0;
  return { passed, failed: isFine ? failed : Math.max(failed, 1), skipped };
}

/** The number in the summary of `node --test`, such as `ℹ pass 12`, or of Playwright, such as `  12 passed (3.4s)`. */
function lastNumber(output: string, word: string): number {
  const found = output.matchAll(new RegExp(`^(?:ℹ ${word} (\\d+)|  (\\d+) ${word}\\b.*)$`, 'gm'));
  const [, ofNode, ofPlaywright] = [...found].at(-1) ?? [];
  return Number(ofNode ?? ofPlaywright ?? 0);
}

function report(results: readonly Result[]): number {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, result) => total + result[key], 0);
  for (const { name, output } of results.filter((result) => result.failed > 0))
    console.log(`\n== FAILED: ${name}\n${failuresIn(output)}`);
  const reasons = results.flatMap(({ output }) => [...output.matchAll(/^\s*﹣ .*# (.+)$/gm)]);
  for (const reason of new Set(reasons.map(([, text]) => text)))
    console.log(`\nSkipped: ${reason}`);
  const isStrict = env['CI'] === 'true';
  const passed = sum('passed');
  const skipped = sum('skipped');
  const failed = sum('failed') + (isStrict ? skipped : 0);
  // A run that runs no test proves nothing.
  const told = passed + failed === 0 ? 1 : failed;
  const rest = skipped > 0 && !isStrict ? `, ${skipped} skipped` : '';
  console.log(`\n${passed} passed, ${told} failed${rest}`);
  return told === 0 ? 0 : 1;
}

const mostLines = 60;

/** The failed tests, which both runners print at the end, or the end of what another program printed. */
function failuresIn(output: string): string {
  const begin = output.search(/^(✖ failing tests:| {2}1\) )/m);
  const lines = output.slice(Math.max(begin, 0)).trimEnd().split('\n');
  return (begin < 0 ? lines.slice(-mostLines) : lines.slice(0, mostLines)).join('\n');
}
