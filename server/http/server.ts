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
import { makeSerializer } from './declared-members.ts';
import type { CountProblem, Translate } from './failure.ts';
import { makeFailureHandler } from './failure.ts';
import type { Answered, ProcessLog } from '../log/log.ts';
import { answeredOf, logRequest } from '../log/log.ts';
import { answerRawFailure } from './raw-failure.ts';
import { securityHeadersFor } from './security-headers.ts';
import { longestAddress } from './unknown-address.ts';
import { makeRequestLog } from '../log/trace.ts';

type Parts = Readonly<{
  http: Config['http'];
  log: ProcessLog;
  /** Translates the errors of the lower layers. */
  translate: Translate;
  countProblem: CountProblem;
  countAnswered: (answered: Answered) => void;
}>;

/** Bytes of the request line and all headers. */
export const largestHead = 32_768;
/** How long a request may take to arrive, body included. */
export const longestArrivalMs = 30_000;

/** An HTTP server without routes: its limits, its log and its one failure handler. */
export function makeServer({ http, log, translate, countProblem, countAnswered }: Parts): FastifyInstance {
  const failure = makeFailureHandler(translate, countProblem);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: makeRequestLog,
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: { buildSerializer: () => makeSerializer, buildValidator } },
    trustProxy: http.trustedProxies.length > 0 ? [...http.trustedProxies] : false,
    // The check of the host refuses a request without Host, with a problem document.
    http: { maxHeaderSize: largestHead, requireHostHeader: false },
    requestTimeout: longestArrivalMs,
    // Longer than any id: the endpoint checks ids itself.
    routerOptions: { maxParamLength: longestAddress },
    // Requests that arrive while the service stops are answered.
    return503OnClosing: false,
    // Errors before any hook, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      failure(error, request, reply.headers(securityHeadersFor(http, request.protocol)));
      logRequest(request, answeredOf(request, reply));
    },
    clientErrorHandler: (error, socket) =>
      answerRawFailure(error, socket, {
        headers: securityHeadersFor(http, null),
        log: app.log,
        countProblem,
      }),
  });
  // Expectations other than 100-continue may be ignored (RFC 9110, section 10.1.1); Node's default is an empty 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setErrorHandler(failure);
  app.addHook('onResponse', (request, reply, done) => {
    const answered = answeredOf(request, reply);
    logRequest(request, answered);
    countAnswered(answered);
    done();
  });
  addJsonParser(app);
  closeConnectionsWhenStopping(app);
  if (http.trustedProxies.length > 0) emptyPoolsWhenStopping(app);
  closeSilentWhenStopping(app);
  return app;
}

/** Fastify loads its own validator, Ajv, unless it is given one. */
function buildValidator(): never {
  throw new Error('Bodies are checked by http/body.ts');
}

/** Node keeps connections that are busy when the server closes, and with them the process, until the client closes them. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
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

/**
 * Browsers open connections before they need them. Node counts a connection without any bytes as busy; closing it cuts off
 * no request.
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
