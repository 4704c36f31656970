import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

/** A client that reads no byte of a response loses its connection after this time, or after twice this time at the latest. */
export const longestUnreadMs = 15_000;

/**
 * Closes a connection whose client does not read, and all connections when the service stops. When the server closes, Node keeps busy
 * connections, and with them the process, until the client closes them. A connection also counts as busy if its request was answered before
 * the body had arrived, or if it has no bytes yet: browsers open connections ahead of a request. Closing these cuts off no request.
 */
export function watchConnections(
  app: FastifyInstance,
  {
    hasProxy,
    beginStop,
  }: Readonly<{
    hasProxy: boolean;
    /** Called when a response has `Connection: close` from now on. */
    beginStop: () => void;
  }>,
): void {
  // Called when neither side has sent a byte for this time. An incomplete request gets 408 later; an idle connection has its own timeout.
  app.server.setTimeout(longestUnreadMs, (socket) => {
    if (socket.writableLength > 0 || socket.timeout !== longestUnreadMs) socket.destroy();
  });
  let isStopping = false;
  const open = new Set<Socket>();
  const unread = new Set<IncomingMessage>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done();
    if (raw.complete || raw.destroyed) return;
    unread.add(raw);
    raw.once('close', () => unread.delete(raw));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    beginStop();
    for (const request of unread) request.destroy();
    if (hasProxy) await emptyPools(app.server);
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}

/**
 * A proxy may send a request on a pooled connection just as the connection is closed, and must not send a POST again. So new
 * connections are refused first, and each pooled connection closes with its next response; after two seconds few are left.
 */
async function emptyPools(server: Server): Promise<void> {
  const emptied = once(server, 'close');
  // The `close` of the HTTP server would close idle connections too.
  Server.prototype.close.call(server);
  await Promise.race([emptied, wait(2000, undefined, { ref: false })]);
}
