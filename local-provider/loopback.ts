import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { hasCode } from '../server/config/kept-file.ts';

export type Loopback = Readonly<{
  port: number;
  answerWith: (listener: RequestListener) => void;
  close: () => Promise<void>;
}>;

/**
 * Listens on this port of 127.0.0.1 and, if the machine has it, of ::1: browsers try either for localhost. Port 0 chooses
 * a free port. Throws an error with a plain message when the port is taken.
 */
export async function listenOnLoopback(port: number): Promise<Loopback> {
  const first = await listen('127.0.0.1', port);
  const taken = addressOf(first).port;
  try {
    const second = await listen('::1', taken).catch(ignoreMissingIpv6);
    const servers = second === undefined ? [first] : [first, second];
    return {
      port: taken,
      answerWith: (listener) => servers.forEach((server) => server.on('request', listener)),
      close: async () => void (await Promise.all(servers.map(close))),
    };
  } catch (error) {
    await close(first);
    throw error;
  }
}

function listen(host: string, port: number): Promise<Server> {
  // Cookies are not bound to a port: several kilobytes of the service's cookies on the same host arrive here too.
  const server = createServer({ maxHeaderSize: 32_768 });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(hasCode(error, 'EADDRINUSE') ? portTaken(port, error) : error));
    server.listen(port, host, () => resolve(server));
  });
}

const portTaken = (port: number, cause: unknown) =>
  new Error(
    `Port ${port} of the local provider is taken by another program. End that program, or name a free port in ` +
      'LOCAL_PROVIDER_PORT.',
    { cause },
  );

function ignoreMissingIpv6(error: unknown): undefined {
  if (!hasCode(error, 'EADDRNOTAVAIL') && !hasCode(error, 'EAFNOSUPPORT')) throw error;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address;
}
