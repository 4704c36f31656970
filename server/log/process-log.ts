import type { ProcessLog } from './log.ts';
import { makeLog } from './log.ts';

/**
 * Begins the log of this process. From now on every line is JSON, including Node's warnings and an uncaught error, which
 * ends the process. Starts and stops are logged at any log level of the profile.
 */
export function startProcessLog(): ProcessLog {
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
