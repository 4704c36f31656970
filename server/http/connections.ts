import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

/** A connection that takes no byte of a response for this long may be destroyed; after twice this it is. */
export const longestUnreadMs = 15_000;

/**
 * Closes connections that take nothing, and all of them when the service stops. Node keeps connections that are busy when the
 * server closes, and with them the process, until the client closes them. Busy are those whose request was answered before its
 * body had arrived, and those without any bytes: browsers open them before they need them. Closing these cuts off no request.
 */
export function watchConnections(app: FastifyInstance, { hasProxy }: Readonly<{ hasProxy: boolean }>): void {
  // Called when neither side has sent a byte. A request that does not arrive gets 408 later; an idle connection has a time of its own.
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
  app.addHook('onResponse', async ({ raw }) => {
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
    for (const request of unread) request.destroy();
    if (hasProxy) await emptyPools(app.server);
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}

/**
 * A proxy may send a request on a pooled connection just as the connection is closed, and must not send a POST again. So
 * new connections are refused first, and the next response on a pooled one closes it; after two seconds few are left.
 */
async function emptyPools(server: Server): Promise<void> {
  const emptied = once(server, 'close');
  // Not the close of the HTTP server, which closes idle connections too.
  Server.prototype.close.call(server);
  await Promise.race([emptied, wait(2000, undefined, { ref: false })]);
}
