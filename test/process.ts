import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { built, sources } from '../scripts/service.mjs';
import type { Tidy } from './folder.ts';
import { emptyFolder } from './folder.ts';
import { startChild } from './proxies/child.ts';

/** The real program in a process of its own, with a data folder and ports of its own. */
export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>;

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
  const { pid, signal, exitCode, written } = child;
  t.after(() => signal('SIGKILL'));
  const ended = exitCode.then((code) => ({ code, output: written().trimEnd() }));
  const until = <Found>(look: (lines: readonly string[]) => Found | undefined) =>
    child.until((text) => look(text.split('\n').slice(0, -1)));
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    pid,
    signal,
    /** Resolves with the first line, of those printed from the start, that matches. Rejects when the process ends without. */
    line: (pattern: RegExp) => until((lines) => lines.find((line) => pattern.test(line))),
    /** The same for what only several lines together tell: looks until it is not undefined. */
    until,
    /** Resolves with the exit code and everything printed. */
    ended,
    /** Ends it in order, with exit code 0. Gives what it has printed. */
    stop: async (): Promise<string> => {
      signal('SIGTERM');
      const { code, output } = await ended;
      assert.equal(code, 0, output);
      return output;
    },
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
