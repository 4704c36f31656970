import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { programPath as path } from '../../scripts/programs.mjs';

/** A program that runs in the foreground beside the test. */
export type Child = Readonly<{
  /** Everything that it has written so far, on both streams. */
  written: () => string;
  /** Resolves with the first match in what it writes; rejects when the program ends before. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Rejects with all that it has written when the program ends; never resolves. */
  ended: Promise<never>;
  /** Ends it with SIGTERM and waits until it is gone. */
  stop: () => Promise<void>;
}>;

type Start = Readonly<{
  cwd: string;
  env?: Readonly<Record<string, string>>;
  lastSignal?: 'SIGKILL' | 'SIGTERM';
}>;

/**
 * Starts a program with nothing of the test's own environment. `lastSignal` is what it gets when the test process ends
 * before it.
 */
export function startChild(
  program: string,
  args: readonly string[],
  { cwd, env = {}, lastSignal = 'SIGKILL' }: Start,
): Child {
  const child = spawn(program, args, { cwd, env: { PATH: path, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'close');
  // A test that fails before it ends this must not leave it behind.
  const kill = () => child.kill(lastSignal);
  process.once('exit', kill);
  const ended = gone.then(() => Promise.reject(new Error(`${program} has ended:\n${written}`)));
  ended.catch(() => {});
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (written += text));

  return {
    written: () => written,
    says: (pattern) =>
      Promise.race([
        ended,
        new Promise<RegExpExecArray>((resolve) => {
          const look = () => {
            const match = pattern.exec(written);
            if (match) resolve(match);
          };
          look();
          for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        }),
      ]),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      process.off('exit', kill);
    },
  };
}

/** Runs a program and waits for its end; `written` has both streams. */
export function runToEnd(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const options = { env: { PATH: path, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, written: `${stdout}${stderr}` };
}
