import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Cleanup } from '../folder.ts';
import { listenAnywhere } from '../http.ts';
import type { TestProvider } from './provider.ts';
import { startProvider } from './provider.ts';

/** The provider of the tests on a loopback port, for services in processes of their own. Its clock is the machine's. */
export async function serveProvider(t: Cleanup, idTokenSeconds = 3600): Promise<TestProvider> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listenAnywhere(server, t)}`;
  const provider = await startProvider(t, { nowMs: Date.now, issuer, idTokenSeconds });
  server.on('request', answersOf(provider));
  t.after(() => server.closeAllConnections());
  return provider;
}

/** Passes the requests of a server to the provider. */
export function answersOf({ issuer, fetch }: TestProvider): RequestListener {
  const answer = async (request: IncomingMessage): Promise<Response> => {
    const { method = 'GET', url = '/', headers } = request;
    const { authorization } = headers;
    return fetch(issuer + url, {
      method,
      headers: authorization === undefined ? {} : { authorization },
      body: new URLSearchParams(await text(request)),
      redirect: 'manual',
    });
  };
  return (request, response) =>
    void answer(request).then(
      async (answered) => {
        response.writeHead(answered.status, Object.fromEntries(answered.headers));
        response.end(Buffer.from(await answered.arrayBuffer()));
      },
      // A service that is killed during its request reads no response.
      () => response.destroy(),
    );
}
