import type { LogFn, Logger } from 'pino';

import { StoreError } from '../store/store.ts';
import type { RepeatedFaults } from './repeated-faults.ts';
import { reduceFaults } from './repeated-faults.ts';

/** Makes pino's hook for each line: it passes the line on, unless the last minute has told the same fault of the store. */
export function makeFaultFilter(nowMs: () => number) {
  let faults: RepeatedFaults = new Map();
  return function write(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [details, message] = args;
    const error = level < warnLevel ? undefined : storeErrorIn(details);
    if (error === undefined) return method.apply(this, args);
    const { code } = error;
    const text = `${level} ${code} ${error.message} ${String(message)}`;
    const counted = reduceFaults(faults, { text, nowMs: nowMs() });
    faults = counted.faults;
    const { telling } = counted;
    if (telling.kind === 'first') method.apply(this, args);
    if (telling.kind === 'repeated') {
      const { times, sinceMs } = telling;
      const since = new Date(sinceMs).toISOString();
      method.apply(this, [
        { code, times },
        `${String(message)} (${times} times more since ${since})`,
      ]);
    }
  };
}

const warnLevel = 40;

/** The error of the store in the details of a line, or among its causes. */
function storeErrorIn(details: unknown): StoreError | undefined {
  if (typeof details !== 'object' || details === null || !('err' in details)) return undefined;
  let error = details.err;
  while (error instanceof Error && !(error instanceof StoreError)) error = error.cause;
  return error instanceof StoreError ? error : undefined;
}
