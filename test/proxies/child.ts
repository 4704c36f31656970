import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { programPath as path } from '../../scripts/programs.mjs';

type Start = Readonly<{
  cwd: string;
  env?: Readonly<Record<string, string>>;
  lastSignal?: 'SIGKILL' | 'SIGTERM';
}>;

/** A program that runs in the foreground beside the test. */
export type Child = ReturnType<typeof startChild>;

/**
 * Starts a program with nothing of the test's own environment. `lastSignal` is what it gets when the test process ends
 * before it.
 */
export function startChild(
  program: string,
  args: readonly string[],
  { cwd, env = {}, lastSignal = 'SIGKILL' }: Start,
) {
  const child = spawn(program, args, { cwd, env: { PATH: path, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'close');
  // A test that fails before it ends this must not leave it behind.
  const kill = () => child.kill(lastSignal);
  process.once('exit', kill);
  void gone.then(() => process.off('exit', kill));
  const ended = gone.then(() => Promise.reject(new Error(`${program} has ended:\n${written}`)));
  ended.catch(() => {});
  let written = '';
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) stream.setEncoding('utf8').on('data', (text: string) => (written += text));

  /** Looks at what it has written until that is found; rejects when the program ends before. */
  const until = <Found>(look: (text: string) => Found | null | undefined) =>
    new Promise<Found>((resolve, reject) => {
      const lookAgain = () => {
        const found = look(written);
        if (found === undefined || found === null) return;
        for (const stream of streams) stream.off('data', lookAgain);
        resolve(found);
      };
      for (const stream of streams) stream.on('data', lookAgain);
      ended.catch(reject);
      lookAgain();
    });

  return {
    pid: child.pid ?? -1,
    /** Everything that it has written so far, on both streams. */
    written: () => written,
    until,
    /** Resolves with the first match in what it writes. */
    says: (pattern: RegExp) => until((text) => pattern.exec(text)),
    /** Rejects with all that it has written when the program ends; never resolves. */
    ended,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Resolves with its exit code, null after a signal. */
    exitCode: gone.then((): number | null => child.exitCode),
    /** Ends it with SIGTERM and waits until it is gone. */
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await gone;
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
