import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Tidy } from '../folder.ts';
import { listenAnywhere } from '../http.ts';
import type { TestProvider } from './provider.ts';
import { startProvider } from './provider.ts';

/** The provider of the tests behind a socket of loopback, for services in processes of their own. Its clock is the machine's. */
export async function serveProvider(t: Tidy, idTokenSeconds = 3600): Promise<TestProvider> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listenAnywhere(server, t)}`;
  const provider = await startProvider(t, { nowMs: Date.now, issuer, idTokenSeconds });
  server.on('request', answersOf(provider));
  t.after(() => server.closeAllConnections());
  return provider;
}

/** Passes what a server is asked on to the provider. */
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
      // A service that is killed while it asks reads no answer.
      () => response.destroy(),
    );
}
