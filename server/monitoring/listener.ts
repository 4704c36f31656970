import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { Config } from '../config.ts';
import { probePaths } from '../http/server.ts';
import { textFormat } from './metrics.ts';

/**
 * Serves metrics and the service's own health on `monitoring.port`, if the profile has one. The service counts as not ready while
 * it does not listen. Rejects with the system's error when the address cannot be used.
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
