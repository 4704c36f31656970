import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';

import * as Type from 'typebox';
import { Check } from 'typebox/value';

const Ready = Type.Object({ isReady: Type.Literal(true) });

/** Tells the process that has started this worker that its store is open. */
export function tellReady(): void {
  process.send?.({ isReady: true });
}

/** Resolves when a worker has told so. Asked for before any of them starts. */
export function oneWorkerReady(): Promise<void> {
  return new Promise((resolve) => {
    const look = (_worker: Worker, message: unknown) => {
      if (!Check(Ready, message)) return;
      cluster.off('message', look);
      resolve();
    };
    cluster.on('message', look);
  });
}
