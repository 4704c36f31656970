import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';

import type { Config } from '../config.ts';
import { isProbe } from './probe.ts';

/** Where log lines go; standard output when absent. */
export type LogStream = { write: (line: string) => void };

/** Where something is told about one request: its lines carry the request's id. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** The log of a process; those of its requests are made of it. */
export type ProcessLog = FastifyBaseLogger;

/** JSON lines. By construction there is no header, no query and no body in them. */
export function makeLog(level: Config['log']['level'], stream?: LogStream): ProcessLog {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, req: () => ({}), res: () => ({ statusCode: '' }) },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/** A hook that writes one line for each request that was answered. */
export async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const line = {
    method: request.method,
    route: request.routeOptions.url ?? null,
    path: request.url.split('?')[0]?.slice(0, 200),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  request.log[isProbe(request) ? 'debug' : 'info'](line, 'answered');
}

/** Own members of an error, such as a provider's answer or a row of a table, stay out. */
function describeError(error: Error): { type: string; message: string; stack: string; causes: unknown[] } {
  return { type: error.name, message: error.message, stack: error.stack ?? '', causes: causesOf(error) };
}

function causesOf(error: Error): unknown[] {
  const { cause } = error;
  if (!(cause instanceof Error)) return [];
  const code = 'code' in cause ? { code: String(cause.code) } : {};
  return [{ type: cause.name, ...code, message: cause.message, stack: cause.stack }, ...causesOf(cause)];
}
