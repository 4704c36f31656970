import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';

/** Where metrics are counted, and how they are read in Prometheus' text format. */
export type MetricsSource = Readonly<{ registry: Registry; read: () => Promise<string> }>;

export type Metrics = ReturnType<typeof makeMetrics>;

/** What the service counts, in `source`, which may hold others already. Labels have few values: no user, no id, no address. */
export function makeMetrics({ registry, read }: MetricsSource = openRegistry()) {
  const registers = [registry];
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const signIns = new Counter({
    name: 'dueline_sign_ins_total',
    help: 'Callbacks from the provider, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const renewals = new Counter({
    name: 'dueline_renewals_total',
    help: 'Requests with an expired ID token, by outcome of the renewal',
    labelNames: ['outcome'],
    registers,
  });
  return {
    contentType: registry.contentType,
    read,
    countResponse: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const route = request.routeOptions.url ?? 'unknown';
      const method = knownMethods.has(request.method) ? request.method : 'other';
      answers.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    },
    countSignIn: (outcome: string) => signIns.inc({ outcome }),
    countRenewal: (outcome: string) => renewals.inc({ outcome }),
  };
}

function openRegistry(): MetricsSource {
  const registry = new Registry();
  return { registry, read: () => registry.metrics() };
}

/** A client can invent methods, and each would be a new series. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);
