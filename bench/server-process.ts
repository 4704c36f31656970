import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import type { PortAnswer } from '../test/http.ts';
import { toPort } from '../test/http.ts';
import { killAtExit } from '../test/kill-at-exit.ts';
import { freePort } from '../test/process.ts';
import { pinned } from './machine.ts';
import { packageFolder } from './options.ts';

/** The Host of every request, which is in the profile's allowed hosts. */
export const host = 'dueline.example.com';

/** The start command of a server. It gets its port as PORT. */
export type Program = Readonly<{
  /** Node's arguments. */
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}>;

export type ServerProcess = Readonly<{
  pid: number;
  port: number;
  /** The time from the start of the process to the first 200. */
  startedAfterMs: number;
  stop: () => Promise<void>;
}>;

const longestStartMs = 20_000;
/** Longer than a request may wait. */
const longestAnswerMs = 30_000;
const pauseMs = 2;

/**
 * Starts a server on these processors, and waits until it responds to `probe` with 200, or without a probe to a request for /. Its
 * output is shown only if it does not start.
 */
export async function startServer(
  { args, env }: Program,
  processors: string,
  probe?: Request,
): Promise<ServerProcess> {
  const port = await freePort();
  const [command = '', ...rest] = pinned(processors, [process.execPath, ...args]);
  const startMs = performance.now();
  const child = spawn(command, rest, {
    cwd: packageFolder,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  killAtExit(child, 'SIGKILL');
  while (!(await answers(port, probe))) {
    if (child.exitCode !== null || performance.now() - startMs > longestStartMs)
      throw new Error(`${args.join(' ')} does not answer\n${complaint}`);
    await wait(pauseMs);
  }
  return {
    pid: child.pid ?? -1,
    port,
    startedAfterMs: performance.now() - startMs,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function answers(port: number, probe?: Request): Promise<boolean> {
  try {
    const { statusCode } = await ask(port, probe ?? { path: '/', cookie: '' });
    return probe === undefined || statusCode === 200;
  } catch {
    return false;
  }
}

export type Request = Readonly<{
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  cookie: string;
  ifNoneMatch?: string | undefined;
  /** Seconds that the request may wait for a change. */
  wait?: number;
  body?: object;
}>;

/** Sends one request over a new connection. */
export function ask(
  port: number,
  { method = 'GET', path, cookie, ifNoneMatch, wait: waits, body }: Request,
): Promise<PortAnswer> {
  return toPort({ port, timeoutMs: longestAnswerMs })({
    method,
    path,
    headers: {
      host,
      cookie,
      ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
      ...(waits && { prefer: `wait=${waits}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
}

/** The bytes of a request, as wrk sends them. */
export function bytesOf(request: Request): string {
  const { method = 'GET', path, cookie, ifNoneMatch, wait: waits, body } = request;
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `cookie: ${cookie}`,
    ...(ifNoneMatch ? [`if-none-match: ${ifNoneMatch}`] : []),
    ...(waits ? [`prefer: wait=${waits}`] : []),
    ...(body
      ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]
      : []),
  ];
  return `${headers.join('\r\n')}\r\n\r\n${content}`;
}
