import { randomUUID } from 'node:crypto';
import { on } from 'node:events';
import cluster from 'node:cluster';

import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { MetricsSource } from './request/metrics.ts';

/** The metrics of this process; read in a worker, those of all workers: a scrape reaches any one of them. */
export function openProcessMetrics(): MetricsSource {
  const registry = new Registry();
  registry.setDefaultLabels({ worker: String(cluster.worker?.id ?? 0) });
  collectDefaultMetrics({ register: registry });
  if (cluster.isPrimary) return { registry, read: () => registry.metrics() };
  // From here on this worker answers when the primary gathers.
  AggregatorRegistry.setRegistries(registry);
  void new AggregatorRegistry();
  return { registry, read: async () => (await askPrimary()) ?? registry.metrics() };
}

/** Makes the primary answer its workers with the metrics of all of them. */
export function gatherWorkerMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (!Check(Question, message)) return;
    const tell = (metrics: string | null) =>
      worker.send({ ...message, metrics }, () => {
        // It ended before it was told.
      });
    // A worker that hangs, or still starts, does not answer.
    all.clusterMetrics().then(tell, () => tell(null));
  });
}

/** Longer than the primary waits for its workers, which is 5 s. */
const patienceMs = 7_000;

const Question = Type.Object({ gatherMetrics: Type.String() });
const Answer = Type.Object({
  gatherMetrics: Type.String(),
  metrics: Type.Union([Type.String(), Type.Null()]),
});

/** undefined: not all of them could be gathered. */
async function askPrimary(): Promise<string | undefined> {
  const question = { gatherMetrics: randomUUID() };
  const messages = on(process, 'message', { signal: AbortSignal.timeout(patienceMs) });
  process.send?.(question);
  try {
    for await (const [message] of messages) {
      if (Check(Answer, message) && message.gatherMetrics === question.gatherMetrics) {
        return message.metrics ?? undefined;
      }
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
  return undefined;
}
