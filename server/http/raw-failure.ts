import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import type { FastifyBaseLogger } from 'fastify';

import type { CountProblem } from './failure.ts';
import { renderProblem } from './failure.ts';
import { problemOf } from './problems.ts';

/** Answers what Node's HTTP parser refuses before Fastify sees a request: 431, 408 or 400. Logs it and closes the connection. */
export function answerRawFailure(
  error: Error & { rawPacket?: unknown },
  socket: Socket,
  parts: Readonly<{
    headers: Readonly<Record<string, string>>;
    log: Pick<FastifyBaseLogger, 'info'>;
    countProblem: CountProblem;
  }>,
): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const problem = problemOf(Object.assign(error, { statusCode: 400 }));
  parts.countProblem(problem.code);
  const requestId = randomUUID();
  const { headers, body } = renderProblem(problem, requestId, 'GET', acceptOf(error.rawPacket));
  const lines = Object.entries({
    ...parts.headers,
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${problem.message}`, ...lines, '', body].join('\r\n'));
  parts.log.info({ requestId, method: null, route: null, path: null, status: problem.status }, 'answered');
}

/** The packet may hold only a part of the request; its Accept header decides only between HTML and JSON. */
function acceptOf(rawPacket: unknown): string | undefined {
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  return /^accept:(.*)$/im.exec(rawPacket.toString('latin1'))?.[1]?.trim();
}
