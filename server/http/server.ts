import { randomUUID } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify, LogController } from 'fastify';

import type { Config } from '../config.ts';
import type { Answered, ProcessLog } from '../log/log.ts';
import { logAnswered, makeRequestLog } from '../log/log.ts';
import { addJsonParser } from './body.ts';
import { watchConnections } from './connections.ts';
import type { CountProblem, Translate } from './failure.ts';
import { answerRawFailure, makeFailureHandler } from './failure.ts';
import { isProbe, longestAddress } from './rules.ts';
import { securityHeadersFor } from './security-headers.ts';

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
  const hasProxy = http.trustedProxies.length > 0;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: makeRequestLog,
    genReqId: () => randomUUID(),
    schemaController: {
      compilersFactory: { buildSerializer: refuseCompiler, buildValidator: refuseCompiler },
    },
    trustProxy: hasProxy ? [...http.trustedProxies] : false,
    http: {
      maxHeaderSize: largestHead,
      // The check of the host refuses a request without Host, with a problem document.
      requireHostHeader: false,
      headersTimeout: longestArrivalMs,
      // Node looks at the times of requests only so often.
      connectionsCheckingInterval: 1000,
    },
    requestTimeout: longestArrivalMs,
    // Longer than any id: the endpoint checks ids itself.
    routerOptions: { maxParamLength: longestAddress },
    // Requests that arrive while the service stops are answered.
    return503OnClosing: false,
    // Errors before any hook, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      failure(error, request, reply.headers(securityHeadersFor(http, request.protocol)));
      logAnswered(request.log, answeredOf(request, reply));
    },
    clientErrorHandler: (error, socket) =>
      answerRawFailure(error, socket, {
        headers: securityHeadersFor(http, null),
        log: app.log,
        counted: countProblem,
      }),
  });
  // Expectations other than 100-continue may be ignored (RFC 9110, section 10.1.1); Node's default is an empty 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setErrorHandler(failure);
  app.addHook('onResponse', (request, reply, done) => {
    const answered = answeredOf(request, reply);
    logAnswered(request.log, answered, isProbe(request) ? 'debug' : 'info');
    countAnswered(answered);
    done();
  });
  addJsonParser(app);
  watchConnections(app, { hasProxy });
  return app;
}

/** Fastify loads its own compilers of schemas unless it is given others. */
function refuseCompiler(): never {
  throw new Error('Bodies are checked and responses are written by http/endpoint.ts');
}

const answeredOf = (request: FastifyRequest, reply: FastifyReply): Answered => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  path: request.url.split('?')[0]?.slice(0, 200),
  status: reply.statusCode,
  ms: reply.elapsedTime,
});
