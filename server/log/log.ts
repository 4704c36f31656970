import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

import type { Config } from '../config.ts';
import { makeFaultFilter } from './fault-filter.ts';

/** The log of the process, or of one request, whose lines contain the id of the request. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/**
 * Writes JSON lines, which never contain a header, a query or a body: to `stream`, or to standard output. A fault of the
 * store or of the provider, which every request meets, is one line a minute.
 */
export function makeLog(
  level: Config['log']['level'],
  stream?: { write: (line: string) => void },
  nowMs = Date.now,
) {
  const options = {
    hooks: { logMethod: makeFaultFilter(nowMs) },
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, req: () => ({}), res: () => ({ statusCode: '' }) },
  };
  if (stream === undefined) return pino(options);
  return pino(options, stream);
}

/**
 * Begins the log of this process. From now on every line is JSON, including Node's warnings and an uncaught error, which
 * ends the process. Starts and stops are logged at any log level of the profile.
 */
export function startProcessLog() {
  const log = makeLog('info');
  // Node's default listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'The process ends because of an uncaught error');
    process.exit(1);
  });
  return log;
}

/** Leaves out further members of an error, such as a provider's response or a database row. */
const partsOf = ({ name, message, stack = '' }: Error) => ({ type: name, message, stack });
const describeError = (error: Error) => ({ ...partsOf(error), causes: causesOf(error) });

function causesOf({ cause }: Error): unknown[] {
  if (!(cause instanceof Error)) return [];
  const code = 'code' in cause ? { code: String(cause.code) } : {};
  return [{ ...partsOf(cause), ...code }, ...causesOf(cause)];
}
