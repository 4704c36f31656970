import type { ProcessLog } from './request/log.ts';
import { makeLog } from './request/log.ts';

/**
 * Begins the log of this process. From here on every line is JSON, also Node's warnings and an error that nobody caught,
 * which ends the process. What starts and ends is told whatever level the profile has for the service.
 */
export function beginProcessLog(): ProcessLog {
  const log = makeLog('info');
  // Node's own listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'The process ends: nobody caught this error');
    process.exit(1);
  });
  return log;
}
