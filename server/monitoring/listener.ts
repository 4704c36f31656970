import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';

import type { Config } from '../config.ts';
import { probePaths } from '../http/server.ts';
import { textFormat } from './metrics.ts';

type Parts = Readonly<{
  config: Pick<Config, 'http' | 'monitoring'>;
  readMetrics: () => Promise<string>;
}>;

/** Beyond it the service counts as not ready. */
const longestWaitMs = 5000;

/**
 * Serves metrics and health on `monitoring.port`, if the profile has one,. Health is asked of the
 * public port, so that it tells what a request meets. Rejects with the system's error when the address cannot be used.
 */
export async function startMonitoring({ config, readMetrics }: Parts): Promise<() => Promise<void>> {
  const { host, port } = config.monitoring;
  if (port === null) return () => Promise.resolve();
  const health: ReadonlySet<string> = new Set([probePaths.health, probePaths.live, probePaths.ready]);

  async function answer(path: string): Promise<Answer> {
    if (path === probePaths.metrics) return { status: 200, type: textFormat, body: await readMetrics() };
    return health.has(path) ? askService(config.http, path) : notFound;
  }

  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    void (isRead ? answer(path) : Promise.resolve(notFound))
      .catch(() => unavailable)
      .then((found) => send(response, found));
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

type Answer = Readonly<{ status: number; type: string; body: string }>;

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
const notFound = json(404, { paths: Object.values(probePaths) });
const unavailable = json(503, { status: 'not_ready' });

/** The response of the service to a probe. */
async function askService({ host, port }: Config['http'], path: string): Promise<Answer> {
  const address = new URL(path, `http://localhost:${port}`);
  address.hostname = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host);
  const response = await fetch(address, { signal: AbortSignal.timeout(longestWaitMs) });
  const type = response.headers.get('content-type') ?? 'text/plain';
  return { status: response.status, type, body: await response.text() };
}

/** Where a service is asked that listens on every address. */
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
