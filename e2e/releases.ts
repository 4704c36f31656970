import { createServer, request as ask } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { makeNextNames } from '../test/next-files.ts';

/** The release that answers a request for the page or one of its files. */
export type Release = 'this' | 'next';

/**
 * The service behind a proxy with two replicas: one of this release, and one of the next, whose scripts and styles all have other
 * names. `choose` selects the replica of a request; the HTTP interface is the same in both.
 */
export async function startReleases(port: number) {
  const asNext = makeNextNames(await (await fetch(`http://localhost:${port}/worker.js`)).text());
  const chooser: { choose: (path: string) => Release } = { choose: () => 'this' };

  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const isFile = !url.startsWith('/api/');
    const isNext = isFile && chooser.choose(url) === 'next';
    const isMissing =
      /\.(js|css)$/.test(url) && url.startsWith('/assets/') && url.includes('-next.') !== isNext;
    const path = isMissing ? '/assets/missing.js' : url.replace('-next.', '.');
    const whole = { ...headers, 'accept-encoding': 'identity', 'if-none-match': '' };
    const forward = (done: (answer: IncomingMessage) => void) =>
      request.pipe(ask({ port, method, path, headers: isFile ? whole : headers }, done));
    forward((answer) => {
      const { statusCode = 502 } = answer;
      if (!isNext || !/html|javascript|css/.test(answer.headers['content-type'] ?? '')) {
        response.writeHead(statusCode, answer.headers);
        answer.pipe(response);
        return;
      }
      const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
      response.writeHead(statusCode, rest);
      void text(answer).then((file) => response.end(asNext(file)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return Object.assign(chooser, {
    address: `http://localhost:${address.port}`,
    close: () => void server.close(),
  });
}
