import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';

import * as Type from 'typebox';
import { Check } from 'typebox/value';

const Ready = Type.Object({ isReady: Type.Literal(true) });

/** Reports to the primary that the store of this worker is open. */
export function reportReady(): void {
  process.send?.({ isReady: true });
}

/** Resolves when a worker has reported this. Called before any worker starts. */
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
