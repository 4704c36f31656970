import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { built, sources } from '../scripts/service.mjs';
import type { Tidy } from './folder.ts';
import { emptyFolder } from './folder.ts';

/** The real program in a process of its own, with a data folder and ports of its own. */
export type ServiceProcess = Readonly<{
  address: string;
  port: number;
  pid: number;
  /** Resolves with the first line, of those printed from the start, that matches. Rejects when the process ends without. */
  line: (pattern: RegExp) => Promise<string>;
  /** The same for what only several lines together tell: looks until it is not undefined. */
  until: <Found>(look: (lines: readonly string[]) => Found | undefined) => Promise<Found>;
  signal: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code and everything printed. */
  ended: Promise<Readonly<{ code: number | null; output: string }>>;
}>;

/** From `npm test`: the cache of compiled code, and whether the service is built. */
// oxlint-disable-next-line node/no-process-env -- the runner has no other way to tell
const { NODE_COMPILE_CACHE: compileCache, DUELINE_BUILT: isBuilt } = process.env;

/** The log line of a service that is ready. */
export const ready = /"level":"info".*"msg":"Dueline is ready at http:\/\/localhost:\d+"\}$/;

/** Where this release lies. */
export const projectFolder = join(import.meta.dirname, '..');

/**
 * Starts the service in the local profile, as `npm start` does under `npm test`; else, and in the folder of another release,
 * from its sources. What the test leaves running is killed with it.
 */
export async function startProcess(
  t: Tidy,
  env: Record<string, string> = {},
  releaseFolder = projectFolder,
  program: readonly string[] = isBuilt && releaseFolder === projectFolder ? built : sources,
): Promise<ServiceProcess> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, program, {
    cwd: releaseFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
      PORT: String(port),
      LOCAL_PROVIDER_PORT: String(await freePort()),
      DATA: emptyFolder(t),
      ...env,
    },
  });
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      for (const look of watchers) look();
    });
  }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output: lines.join('\n') }));

  const until = <Found>(find: (lines: readonly string[]) => Found | undefined) =>
    new Promise<Found>((resolve, reject) => {
      const look = () => {
        const found = find(lines);
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
      void ended.then(({ output }) => reject(new Error(`ended without it:\n${output}`)));
    });

  return {
    address: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? -1,
    line: (pattern) => until((printed) => printed.find((each) => pattern.test(each))),
    until,
    signal: (signal) => void child.kill(signal),
    ended,
  };
}

/**
 * A port that nobody listens at just now. Not one of those that the system gives to outgoing connections: such a port could be
 * taken again before it is used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
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
