import { pino } from 'pino';

import type { ProcessLog } from './log.ts';
import { makeLog } from './log.ts';

/**
 * Begins the log of this process. From now on every line is JSON, including Node's warnings and an uncaught error, which
 * ends the process. Starts and stops are logged at any log level of the profile.
 */
export function startProcessLog(): ProcessLog {
  const log = makeLog('info', writeInBatches());
  // Node's default listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'The process ends because of an uncaught error');
    process.exit(1);
  });
  return log;
}

/** A write of at most this size stays whole in a pipe that several writers share (POSIX, PIPE_BUF). */
const largestBatch = 4096;
const longestDelayMs = 100;
const warnLevel = pino.levels.values['warn'] ?? 0;

/**
 * Standard output in batches of whole lines, because a system call for each line costs a request more than the line does.
 * Warnings and errors are written at once, with the lines before them; the last lines at the exit.
 */
function writeInBatches() {
  // It retries a write to a full pipe. Its own batches end with fsync, which stops the process until the disk has them.
  const output = pino.destination({ sync: true });
  let batch = '';
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (batch !== '') output.write(batch);
    batch = '';
    bytes = 0;
  };
  process.on('exit', flush);
  return {
    // pino then sets `lastLevel` before each write.
    [pino.symbols.needsMetadataGsym]: true as const,
    lastLevel: 0,
    write(line: string): void {
      const size = Buffer.byteLength(line);
      if (bytes + size > largestBatch) flush();
      batch += line;
      bytes += size;
      if (this.lastLevel >= warnLevel) flush();
      else timer ??= setTimeout(flush, longestDelayMs).unref();
    },
  };
}
