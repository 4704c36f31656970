import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { listenAnywhere } from '../http.ts';

/** A request as it came through the proxy. */
export type Received = Readonly<{ method: string; url: string; headers: IncomingHttpHeaders; body: string }>;

/** A stand-in for a replica, which keeps what it was asked: what proxies do to a request can be seen nowhere else. */
export type Upstream = Readonly<{
  address: string;
  /** Every request but those for its health, in order. */
  received: readonly Received[];
  close: () => Promise<void>;
}>;

/** The page with which the service answers while it cannot serve. */
export const busyPage = '<!doctype html><title>Not now</title>';

/** Starts a stand-in; what it does depends on the path that it is asked for. */
export async function startUpstream(): Promise<Upstream> {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    if (url === '/health/ready') return response.end();
    received.push({ method, url, headers, body });
    if (url.endsWith('hang-up')) return response.destroy();
    return (answers[url] ?? answerPlainly)(response);
  };
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    // Someone who goes away before the end of the body gets no answer.
    take(request, response).catch(() => response.destroy());
  });
  const port = await listenAnywhere(server);
  // A test that fails before it closes this must not hang.
  server.unref();
  return {
    address: `127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const answerPlainly = (response: ServerResponse) => response.end('ok');

const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/busy': (response) =>
    response.writeHead(503, { 'retry-after': '7', 'content-type': 'text/html' }).end(busyPage),
  // Eight cookies of 4 KB: a session as large as it can be and still come back in a header of 32768 bytes.
  '/signed-in': (response) =>
    response
      .writeHead(302, {
        location: '/',
        'set-cookie': Array.from(
          { length: 8 },
          (_, index) => `q_session_chunk_${index + 1}=${'x'.repeat(4056)}`,
        ),
      })
      .end(),
};
