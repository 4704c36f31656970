import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

/** A connection that takes no byte of a response for this long is destroyed. */
export const longestUnreadMs = 30_000;
export const checkMs = 5000;

/** What a connection had taken at the last check, and at how many checks it had taken no more. */
type Taken = Readonly<{ bytes: number; stalled: number }>;

/** Closes connections that take nothing, and all of them when the service stops. */
export function watchConnections(app: FastifyInstance, { hasProxy }: Readonly<{ hasProxy: boolean }>): void {
  const open = new Map<Socket, Taken>();
  app.server.on('connection', (socket) => {
    open.set(socket, { bytes: 0, stalled: 0 });
    socket.once('close', () => open.delete(socket));
  });

  function destroyUnread(): void {
    for (const [socket, taken] of open) {
      const bytes = socket.bytesWritten - socket.writableLength;
      const isStalled = socket.writableLength > 0 && bytes === taken.bytes;
      const stalled = isStalled ? taken.stalled + 1 : 0;
      if (stalled * checkMs > longestUnreadMs) socket.destroy();
      else open.set(socket, { bytes, stalled });
    }
  }
  const checks = setInterval(destroyUnread, checkMs).unref();

  closeBusyWhenStopping(app);
  if (hasProxy) emptyPoolsWhenStopping(app);
  app.addHook('preClose', async () => {
    // Browsers open connections before they need them. Node counts one without any bytes as busy; closing it cuts off no request.
    for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onClose', async () => clearInterval(checks));
}

/** Node keeps connections that are busy when the server closes, and with them the process, until the client closes them. */
function closeBusyWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  // Requests that were answered before their body had arrived: they stay busy until the client has sent it.
  const unread = new Set<IncomingMessage>();
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      unread.add(raw);
      raw.once('close', () => unread.delete(raw));
    }
    done();
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const request of unread) request.destroy();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
}

/**
 * A proxy may send a request on a pooled connection just as the connection is closed, and must not send a POST again. So
 * new connections are refused first, and the next response on a pooled one closes it; after two seconds few are left.
 */
function emptyPoolsWhenStopping(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const emptied = once(app.server, 'close');
    // Not the close of the HTTP server, which closes idle connections too.
    Server.prototype.close.call(app.server);
    await Promise.race([emptied, wait(2000, undefined, { ref: false })]);
  });
}
