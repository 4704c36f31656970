import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import type { Log } from '../log/log.ts';
import { probePaths } from '../http/server.ts';
import type { World } from '../world.ts';
import { isWithin, withTimeout } from '../world.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';
import { textFormat } from './metrics.ts';

type ProbeParts = Pick<World, 'wait' | 'nowMs'> &
  Readonly<{
    store: Pick<Store, 'check' | 'waiting' | 'count'>;
    signIn: Pick<SignIn, 'providerState'>;
    metrics: Metrics;
    /** The number of requests that wait for a change. */
    countWaits: () => number;
    /** false when the metrics have a listener of their own. */
    withMetrics: boolean;
  }>;

/** The timeouts of the store check, for readiness and for the metrics. The second is shorter than the scrape timeout of Prometheus. */
const readyMs = 5000;
const metricsMs = 2000;

type StoreState = Readonly<{ state: 'reachable' | 'unreachable'; trouble?: 'disk_full' }>;

const usableStore: StoreState = { state: 'reachable' };
/** Reads go on, so the service stays ready. */
const fullStore: StoreState = { state: 'reachable', trouble: 'disk_full' };
const lostStore: StoreState = { state: 'unreachable' };

/** Adds the probes for orchestrators and monitoring. An outage of the provider alone does not make the service unready. */
export function addProbes(app: FastifyInstance, parts: ProbeParts): void {
  const { store, signIn, metrics, countWaits, wait, nowMs, withMetrics } = parts;
  /** 'warn' until the store first answers, because opening the store logs its own errors. */
  let level: 'warn' | 'error' = 'warn';

  async function checkStore(longestMs: number, log?: Log): Promise<StoreState> {
    const check = () =>
      store.check().then(
        ({ isDiskFull }) => {
          level = 'error';
          if (isDiskFull) return fullStore;
          return usableStore;
        },
        (error: unknown) => {
          log?.[level]({ err: error }, 'the store does not answer');
          return lostStore;
        },
      );
    return (await withTimeout(wait, longestMs, check)) ?? lostStore;
  }

  async function readiness(request: FastifyRequest, reply: FastifyReply) {
    const state = await checkStore(readyMs, request.log);
    const isReady = state !== lostStore;
    reply.code(isReady ? 200 : 503);
    const status = isReady ? 'ready' : 'not_ready';
    return { status, store: state, provider: signIn.providerState() };
  }

  app.get(probePaths.live, async () => ({ status: 'live' }));
  app.get(probePaths.ready, readiness);

  let stored: Promise<Awaited<ReturnType<Store['count']>> | undefined> = Promise.resolve(undefined);
  let countedMs = -Infinity;
  function countStored() {
    if (isWithin(60_000, countedMs, nowMs())) return stored;
    countedMs = nowMs();
    const before = stored;
    const count = () => store.count().catch(() => undefined);
    // Without an answer of the store the previous numbers stay.
    return (stored = withTimeout(wait, metricsMs, count).then((counts) => counts ?? before));
  }

  metrics.measure({
    countStored,
    isStoreUp: async () => (await checkStore(metricsMs)) !== lostStore,
    isDiskFull: async () => (await checkStore(metricsMs)) === fullStore,
    countWaiting: store.waiting,
    countWaits,
    isProviderUp: () => ['reachable', 'not_asked'].includes(signIn.providerState().state),
  });
  if (!withMetrics) return;
  app.get(probePaths.metrics, async (_request, reply) =>
    reply.type(textFormat).send(await metrics.read()),
  );
}

/**
 * Serves metrics and the health of the service on `monitoring.port`, if the profile has one. The service counts as not ready
 * before it listens. Rejects with the system's error when the address cannot be used. The returned function stops the listener.
 */
export async function startMonitoring(
  app: FastifyInstance,
  { host, port }: Config['monitoring'],
  readMetrics: () => Promise<string>,
): Promise<() => Promise<void>> {
  if (port === null) return () => Promise.resolve();
  const paths: readonly string[] = Object.values(probePaths);
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const notReady = () => send(response, 503, json, JSON.stringify({ status: 'not_ready' }));
    if (!isRead || !paths.includes(path)) send(response, 404, json, JSON.stringify({ paths }));
    else if (path === probePaths.metrics)
      readMetrics().then((metrics) => send(response, 200, textFormat, metrics), notReady);
    else if (app.server.listening) app.routing(request, response);
    else notReady();
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

const json = 'application/json; charset=utf-8';

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
