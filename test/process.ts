import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { programPath } from '../scripts/programs.ts';
import { built, sources } from '../scripts/service.mjs';
import type { Cleanup } from './folder.ts';
import { emptyFolder } from './folder.ts';
import { reservePort } from './ports.ts';
import { killAtExit } from './kill-at-exit.ts';

type Variables = Readonly<Record<string, string>>;
type Start = Readonly<{ cwd: string; env?: Variables; lastSignal?: 'SIGKILL' | 'SIGTERM' }>;

/** A program that runs in the foreground during the test. */
export type Child = ReturnType<typeof startChild>;

/**
 * Starts a program without the environment of the test. `lastSignal` is the signal that it gets when the test process ends
 * first.
 */
export function startChild(
  program: string,
  args: readonly string[],
  { cwd, env = {}, lastSignal = 'SIGKILL' }: Start,
) {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(program, args, {
    cwd,
    env: { PATH: programPath, ...env },
    stdio: [...stdio],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    output: written.trimEnd(),
  }));
  killAtExit(child, lastSignal);
  const early = ended.then(() => Promise.reject(new Error(`${program} has ended:\n${written}`)));
  early.catch(() => {});

  return {
    pid: child.pid ?? -1,
    /** The output so far, of both streams. */
    written: () => written,
    /** Resolves with the first line of the whole output that matches. Rejects when the program ends without such a line. */
    line: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const found = written
            .split('\n')
            .slice(0, -1)
            .find((line) => pattern.test(line));
          if (found === undefined) return;
          for (const stream of [child.stdout, child.stderr]) stream.off('data', look);
          resolve(found);
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        early.catch(reject);
        look();
      }),
    /** Resolves when `isSo` is true. Rejects when the program ends before. */
    until: async (isSo: () => Promise<boolean>) => {
      while (!(await Promise.race([isSo(), early]))) await wait(20);
    },
    /** Resolves with the exit code, null after a signal, and the whole output. */
    ended,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Sends SIGTERM and waits for the end of the program. */
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs a program and waits for its end; `written` has both streams. */
export function runToEnd(program: string, args: readonly string[]) {
  const options = { env: { PATH: programPath }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, written: `${stdout}${stderr}` };
}

/** The real program in a process of its own, with a data folder and ports of its own. */
export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>;

/** Set by `npm test`: the cache of compiled code, and `yes` when the service is built. */
// oxlint-disable-next-line node/no-process-env -- the runner has no other way to pass them
const { NODE_COMPILE_CACHE: compileCache, DUELINE_BUILT: isBuilt } = process.env;

export const ready = /"level":"info".*"msg":"Dueline is ready at http:\/\/localhost:\d+"\}$/;

/** The folder of this release. */
export const projectFolder = join(import.meta.dirname, '..');

/** The variables that the production profile requires. */
export const production = {
  PROFILE: 'production',
  SESSION_SECRET: 'a session secret of thirty-two bytes or more',
  ALLOWED_HOSTS: 'tasks.example.com',
};

/**
 * Starts the service in the local profile. Under `npm test` it runs the build, as `npm start` does; otherwise, and in the folder
 * of another release, the sources. A process that still runs at the end of the test is killed.
 */
export async function startProcess(
  t: Cleanup,
  env: Variables = {},
  releaseFolder = projectFolder,
  program: readonly string[] = isBuilt && releaseFolder === projectFolder ? built : sources,
) {
  const port = Number(env['PORT'] ?? (await freePort()));
  const child = startChild(process.execPath, program, {
    cwd: releaseFolder,
    env: {
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
      PORT: String(port),
      LOCAL_PROVIDER_PORT: String(await freePort()),
      DATA: emptyFolder(t),
      ...env,
    },
  });
  t.after(() => child.signal('SIGKILL'));
  return {
    ...child,
    address: `http://127.0.0.1:${port}`,
    port,
    /** Stops the service, which must end with exit code 0. Resolves with its output. */
    stop: async (): Promise<string> => {
      child.signal('SIGTERM');
      const { code, output } = await child.ended;
      assert.equal(code, 0, output);
      return output;
    },
  };
}

/** The same, and waits until it is ready. */
export async function startReady(...start: Parameters<typeof startProcess>) {
  const service = await startProcess(...start);
  await service.line(/Dueline is ready/);
  return service;
}

let nextPort = randomInt(10_000, 29_000);

/**
 * A free port, never the same one twice, because two listeners of HAProxy may share a port. Other test processes do not get it.
 * The range is below the ports that the system gives to outgoing connections: such a port could be in use again before the test
 * uses it.
 */
export async function freePort(): Promise<number> {
  nextPort += 1;
  const port = nextPort;
  if (!reservePort(port)) return freePort();
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
