import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Cleanup } from '../folder.ts';
import { listenAnywhere } from '../http.ts';

/** A request as it arrived through the proxy. */
export type Received = Readonly<{
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}>;

/** A substitute for a replica, which records its requests: they show the changes that a proxy makes. */
export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/** Starts a substitute, which ends with the test. Its response depends on the path. */
export async function startUpstream(t: Cleanup) {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    if (url === '/health/ready') return response.end();
    received.push({ method, url, headers, body });
    if (url.endsWith('hang-up')) return response.destroy();
    // Eight cookies of 4 KB: the largest session that fits into a request header of 32768 bytes.
    const name = (index: number) => `q_session_chunk_${index + 1}=${'x'.repeat(4056)}`;
    if (url === '/signed-in')
      response.writeHead(302, {
        location: '/',
        'set-cookie': Array.from({ length: 8 }, (_, index) => name(index)),
      });
    return response.end('ok');
  };
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    // A client that disconnects before the end of the body gets no response.
    take(request, response).catch(() => response.destroy());
  });
  const port = await listenAnywhere(server, t);
  t.after(() => server.closeAllConnections());
  return {
    address: `127.0.0.1:${port}`,
    /** Every request except health checks, in order. */
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
