import { on } from 'node:events';
import cluster from 'node:cluster';

import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { Metrics } from './metrics.ts';
import { makeMetrics } from './metrics.ts';

/** The metrics of this process. In a worker `read` returns those of all workers, because a scrape reaches any one of them. */
export function openProcessMetrics(): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ worker: String(cluster.worker?.id ?? 0) });
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const metrics = makeMetrics(registry);
  if (cluster.isPrimary) return metrics;
  // From now on this worker answers when the primary collects metrics.
  AggregatorRegistry.setRegistries(registry);
  void new AggregatorRegistry();
  return { ...metrics, read: async () => (await askPrimary()) ?? metrics.read() };
}

/** Gauges of prom-client that are named like counters, which Prometheus advises against; each has a twin with labels. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Makes the primary answer a worker's request with the metrics of all workers; returns the function that reads them. */
export function gatherWorkerMetrics(): () => Promise<string> {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (!Check(Question, message)) return;
    const send = (metrics: string | null) =>
      worker.send({ metrics }, () => {
        // The worker ended before it got the response.
      });
    // A worker that hangs or is still starting does not answer.
    all.clusterMetrics().then(send, () => send(null));
  });
  return () => all.clusterMetrics();
}

/** Longer than the primary waits for its workers, which is 5 s. */
const timeoutMs = 7_000;

const Question = Type.Object({ gatherMetrics: Type.Literal(true) });
const Answer = Type.Object({ metrics: Type.Union([Type.String(), Type.Null()]) });

/** undefined when a worker or the primary did not answer. Requests at the same time may share a response. */
async function askPrimary(): Promise<string | undefined> {
  const messages = on(process, 'message', { signal: AbortSignal.timeout(timeoutMs) });
  process.send?.({ gatherMetrics: true });
  try {
    for await (const [message] of messages) {
      if (Check(Answer, message)) return message.metrics ?? undefined;
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
  return undefined;
}
