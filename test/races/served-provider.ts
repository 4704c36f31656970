import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Tidy } from '../process.ts';
import { freePort } from '../process.ts';
import type { TestProvider } from '../provider/provider.ts';
import { startProvider } from '../provider/provider.ts';

/** The provider of the tests behind a real socket, for services in processes of their own. Its clock is the machine's. */
export async function serveProvider(t: Tidy): Promise<TestProvider> {
  const port = await freePort();
  const provider = await startProvider(t, { nowMs: Date.now, issuer: `http://127.0.0.1:${port}` });
  const server = createServer((request, response) => void answer(provider, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return provider;
}

async function answer(provider: TestProvider, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '', headers } = request;
  const said = await provider.fetch(provider.issuer + url, {
    method,
    headers: { authorization: headers.authorization ?? '' },
    ...(method === 'POST' ? { body: new URLSearchParams(await text(request)) } : {}),
    redirect: 'manual',
  });
  response.writeHead(said.status, Object.fromEntries(said.headers)).end(await said.text());
}
