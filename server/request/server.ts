import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import { fastify, LogController } from 'fastify';

import type { Config } from '../config.ts';
import { addJsonParser } from './body.ts';
import type { Translate } from './failure.ts';
import { makeFailureHandler } from './failure.ts';
import type { ProcessLog } from './log.ts';
import { logRequest } from './log.ts';
import { answerRawFailure } from './raw-failure.ts';
import { securityHeadersFor } from './security-headers.ts';

type Parts = Readonly<{
  http: Config['http'];
  log: ProcessLog;
  /** Knows the errors of the rooms below. */
  translate: Translate;
}>;

/** An HTTP server without routes: its limits, its log, and one answer to every failure. */
export function makeServer({ http, log, translate }: Parts): FastifyInstance {
  const failure = makeFailureHandler(translate);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: http.trustedProxies.length > 0 ? [...http.trustedProxies] : false,
    // A request without Host is refused where every other Host is, with a problem document.
    http: { maxHeaderSize: 32_768, requireHostHeader: false },
    requestTimeout: 30_000,
    // Longer than any id: what an id may be is the endpoint's to say.
    routerOptions: { maxParamLength: 8192 },
    // What still arrives while the service stops is answered.
    return503OnClosing: false,
    // Such as an address that cannot be decoded, which meets no hook.
    frameworkErrors: (error, request, reply) => {
      failure(error, request, reply.headers(securityHeadersFor(http, request.protocol)));
      void logRequest(request, reply);
    },
    clientErrorHandler: (error, socket) =>
      answerRawFailure(error, socket, { headers: securityHeadersFor(http, null), log: app.log }),
  });
  // Any but 100-continue may be ignored (RFC 9110, section 10.1.1); Node by itself sends an empty 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setErrorHandler(failure);
  app.addHook('onResponse', logRequest);
  addJsonParser(app);
  closeConnectionsWhenStopping(app);
  if (http.trustedProxies.length > 0) emptyPoolsWhenStopping(app);
  closeSilentWhenStopping(app);
  return app;
}

/** Node keeps a connection that was busy when the server closed until its client lets go, and the process with it. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  // Answered before their body had come: they count as busy until it has, which is the client's to say.
  const unread = new Set<IncomingMessage>();
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    unread.add(raw);
    raw.once('close', () => unread.delete(raw));
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const request of unread) request.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}

/**
 * A proxy may send a request on a pooled connection in the very moment in which it is closed, and must not send a POST again.
 * So new ones are refused first, and a pooled one is told with its next answer; after two seconds hardly any is in use.
 */
function emptyPoolsWhenStopping(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const emptied = once(app.server, 'close');
    // Not the HTTP server's own, which closes idle connections as well.
    Server.prototype.close.call(app.server);
    await Promise.race([emptied, wait(2000, undefined, { ref: false })]);
  });
}

/**
 * Browsers open a connection before they need it. While nothing has come on it Node takes it for one at work: there is no
 * request that a stop could cut off.
 */
function closeSilentWhenStopping(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
