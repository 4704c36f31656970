import { randomUUID } from 'node:crypto';

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';

import type { Config } from '../config.ts';
import { isProbe } from '../http/probe.ts';
import { traceOf } from './trace.ts';
import { nameSources } from './source-names.ts';

/** Where log lines go; standard output when absent. */
export type LogStream = { write: (line: string) => void };

/** The log of one request: its lines carry the request's id. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** The log of a process, from which the logs of its requests are made. */
export type ProcessLog = FastifyBaseLogger;

/** Writes JSON lines, which never contain a header, a query or a body. */
export function makeLog(level: Config['log']['level'], stream?: LogStream): ProcessLog {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, req: () => ({}), res: () => ({ statusCode: '' }) },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/** What is logged and counted of an answered request. */
export type Answered = Readonly<{
  method: string;
  route: string | null;
  path: string | undefined;
  status: number;
  ms: number;
}>;

export const answeredOf = (request: FastifyRequest, reply: FastifyReply): Answered => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  path: request.url.split('?')[0]?.slice(0, 200),
  status: reply.statusCode,
  ms: reply.elapsedTime,
});

/** Writes one line for each answered request. */
export function logRequest(request: FastifyRequest, answered: Answered): void {
  request.log[isProbe(request) ? 'debug' : 'info'](lineOf(answered), 'answered');
}

/** Writes the same line for a request that was answered without a log of its own. */
export function logAnswered(log: Log, traceparent: string | undefined, answered: Answered): void {
  log.info({ requestId: randomUUID(), ...traceOf(traceparent), ...lineOf(answered) }, 'answered');
}

const lineOf = (answered: Answered): Answered => ({ ...answered, ms: Math.round(answered.ms * 10) / 10 });

/** Leaves out further members of an error, such as a provider's response or a database row. */
function describeError(error: Error): { type: string; message: string; stack: string; causes: unknown[] } {
  return {
    type: error.name,
    message: error.message,
    stack: nameSources(error.stack ?? ''),
    causes: causesOf(error),
  };
}

function causesOf(error: Error): unknown[] {
  const { cause } = error;
  if (!(cause instanceof Error)) return [];
  const code = 'code' in cause ? { code: String(cause.code) } : {};
  return [
    { type: cause.name, ...code, message: cause.message, stack: nameSources(cause.stack ?? '') },
    ...causesOf(cause),
  ];
}
