import type { LogFn, Logger } from 'pino';

import { StoreError } from '../store/store.ts';
import type { RepeatedFaults } from './repeated-faults.ts';
import { reduceFaults } from './repeated-faults.ts';

/** Marks the details of a line about a fault that many requests meet; a JSON line does not show it. */
export const sharedFault = Symbol('shared fault');

/** Makes pino's hook for each line: it passes the line on, unless the last minute has told the same shared fault. */
export function makeFaultFilter(nowMs: () => number) {
  let faults: RepeatedFaults = new Map();
  return function write(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [details, message] = args;
    const fault = level < warnLevel ? undefined : faultIn(details);
    if (fault === undefined) return method.apply(this, args);
    const text = `${level} ${fault.text} ${String(message)}`;
    const counted = reduceFaults(faults, { text, nowMs: nowMs() });
    faults = counted.faults;
    const { telling } = counted;
    if (telling.kind === 'first') method.apply(this, args);
    if (telling.kind === 'repeated') {
      const { times, sinceMs } = telling;
      const again = `and ${times} more since ${new Date(sinceMs).toISOString()}`;
      method.apply(this, [{ reason: fault.reason, times }, `${String(message)} (${again})`]);
    }
  };
}

const warnLevel = 40;

type SharedFault = Readonly<{ reason: string; text: string }>;

/** The fault in the details of a line: a marked one, or an error of the store, alone or among the causes of another error. */
function faultIn(details: unknown): SharedFault | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  if (sharedFault in details) {
    const reason = String(details[sharedFault]);
    return { reason, text: reason };
  }
  let error = 'err' in details ? details.err : undefined;
  while (error instanceof Error && !(error instanceof StoreError)) error = error.cause;
  if (!(error instanceof StoreError)) return undefined;
  return { reason: error.code, text: `${error.code} ${error.message}` };
}
