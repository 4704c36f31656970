import type { Owner } from '../fair-queue.ts';
import { makeFairQueue } from '../fair-queue.ts';
import { StoreError } from '../store.ts';

export type Admission = Readonly<{
  /** Runs an operation when its owner has a turn. Refuses with `overloaded` when the queue is full or the wait is too long. */
  admit: <T>(owner: Owner, operation: () => Promise<T>) => Promise<T>;
  /** How many operations wait. */
  waiting: () => number;
  /** Admits nothing more; resolves when all running and waiting operations have ended. */
  close: () => Promise<void>;
}>;

type Limits = Readonly<{ poolSize: number; mostWaiting: number; waitTimeoutMs: number }>;

type Waiting = Readonly<{ owner: Owner; begin: () => Promise<void> }>;

/**
 * Runs as many operations at once as there are connections. One owner gets half of them at most, so that an operation of
 * another owner begins at once; the others wait in a fair queue.
 */
export function makeAdmission({ poolSize, mostWaiting, waitTimeoutMs }: Limits): Admission {
  const waiting = makeFairQueue<Waiting>(mostWaiting);
  const mostOfOne = Math.ceil(poolSize / 2);
  const runningOf = new Map<Owner, number>();
  let running = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  const mayBegin = (owner: Owner) => owner === null || (runningOf.get(owner) ?? 0) < mostOfOne;

  function beginWaiting(): void {
    while (running < poolSize) {
      const one = waiting.take(mayBegin);
      if (one === undefined) break;
      count(one.owner, 1);
      void one.begin().finally(() => {
        count(one.owner, -1);
        beginWaiting();
      });
    }
    if (running === 0 && waiting.size() === 0) closing?.resolve();
  }

  function count(owner: Owner, change: 1 | -1): void {
    running += change;
    const ofOwner = (runningOf.get(owner) ?? 0) + change;
    if (ofOwner === 0) runningOf.delete(owner);
    else runningOf.set(owner, ofOwner);
  }

  return {
    admit: (owner, operation) =>
      new Promise((resolve, reject) => {
        if (closing) return reject(new StoreError('unavailable', 'The PostgreSQL database is closed'));
        const begin = () => {
          clearTimeout(timeout);
          return operation().then(resolve, reject);
        };
        const one = { owner, begin };
        if (!waiting.add(owner, one)) {
          const places = `${mostWaiting} in all, a quarter of them for one person`;
          return reject(new StoreError('overloaded', `The queue for PostgreSQL is full: ${places}`));
        }
        const timeout = setTimeout(() => {
          waiting.remove((other) => other === one);
          reject(new StoreError('overloaded', 'No connection to the PostgreSQL database was free in time'));
          beginWaiting();
        }, waitTimeoutMs);
        beginWaiting();
      }),
    waiting: waiting.size,
    close() {
      closing ??= Promise.withResolvers();
      beginWaiting();
      return closing.promise;
    },
  };
}
