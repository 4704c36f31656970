import { randomUUID } from 'node:crypto';

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify, LogController } from 'fastify';

import type { ProblemCode } from '../../contract/problem.ts';
import type { Config } from '../config.ts';
import { addJsonParser } from './body.ts';
import { watchConnections } from './connections.ts';
import { nothingPolicy } from './content-security-policy.ts';
import { answerRawFailure, makeFailureHandler } from './failure.ts';
import type { Origin } from './origin.ts';
import { makeOriginOf, refuseCrossSiteWrite, schemeOf } from './origin.ts';
import { Problem } from './problems.ts';
import { makeRates } from './rates.ts';
import type { Trusts } from './trusted-proxies.ts';
import { makeTrusts } from './trusted-proxies.ts';
import { waitedMsOf } from './waited.ts';

type ServerParts = Readonly<{
  config: Pick<Config, 'http' | 'rates'>;
  log: FastifyBaseLogger;
  nowMs: () => number;
  /** Called for each response with a problem. */
  countProblem: (code: ProblemCode) => void;
  countAnswered: (answered: Answered, ms: number) => void;
  /** Called for each request that has passed the rules, but not for a probe. */
  accept: (request: FastifyRequest, origin: Origin) => void;
  /** Called first when the service stops: ends the requests that wait. */
  beginStop: () => void;
}>;

/** Bytes of the request line and all headers. */
export const largestHead = 32_768;
/** Characters of the path and the query. */
export const longestAddress = 8192;
/** The longest time for a request to arrive, body included. */
export const longestArrivalMs = 30_000;

/** Paths that monitoring requests every few seconds, by IP address instead of host name. */
export const probePaths = {
  live: '/health/live',
  ready: '/health/ready',
  metrics: '/metrics',
} as const;

const probes: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));
const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean => probes.has(url);

/** An HTTP server without routes: its limits, the rules of every request, its log and its one failure handler. */
export function makeServer(parts: ServerParts): FastifyInstance {
  const { log, countProblem } = parts;
  const { http } = parts.config;
  const failure = makeFailureHandler(countProblem);
  const trusts = makeTrusts(http);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    schemaController: {
      compilersFactory: { buildSerializer: refuseCompiler, buildValidator: refuseCompiler },
    },
    trustProxy: trusts ?? false,
    http: {
      maxHeaderSize: largestHead,
      // `makeOriginOf` refuses a request without Host, with a problem document.
      requireHostHeader: false,
      headersTimeout: longestArrivalMs,
      // The interval at which Node checks the timeouts of requests.
      connectionsCheckingInterval: 1000,
    },
    requestTimeout: longestArrivalMs,
    // Longer than any id: the endpoint checks ids itself.
    routerOptions: { maxParamLength: longestAddress },
    // Requests that arrive while the service stops are answered, not refused.
    return503OnClosing: false,
    // Errors before any hook, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      failure(error, request, reply.headers(securityHeaders(http, schemeOf(request))));
      request.log.info(answeredOf(request, reply), 'answered');
    },
    clientErrorHandler: (error, socket) =>
      answerRawFailure(error, socket, {
        headers: securityHeaders(http, null),
        log,
        counted: countProblem,
      }),
  });
  // Expectations other than 100-continue may be ignored (RFC 9110, section 10.1.1); Node's default is an empty 417.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.setErrorHandler(failure);
  app.addHook('onResponse', (request, reply, done) => {
    const answered = answeredOf(request, reply);
    request.log[isProbe(request) ? 'debug' : 'info'](answered, 'answered');
    parts.countAnswered(answered, reply.elapsedTime - waitedMsOf(request));
    done();
  });
  addJsonParser(app);
  watchConnections(app, { hasProxy: trusts !== null, beginStop: parts.beginStop });
  app.addHook('onRequest', makeRules(app, parts, trusts));
  return app;
}

/** Makes the hook with the rules of every request. It refuses the requests that no route may get. */
function makeRules(app: FastifyInstance, parts: ServerParts, trusts: Trusts | null) {
  const { config, nowMs, accept } = parts;
  const { http } = config;
  const countRequest = makeRates(config.rates, trusts, nowMs);
  const originOf = makeOriginOf(http);
  const methodsAt = watchRoutes(app);

  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    // The headers are set before a rule can refuse the request.
    reply.headers(securityHeaders(http, schemeOf(request)));
    // The route is compared, not the request target, which may be an absolute address.
    if (isProbe(request) || request.routeOptions.url?.startsWith('/api/'))
      reply.header('cache-control', 'no-store');
    countRequest(request);
    const { headers, httpVersion, url = '' } = request.raw;
    // HTTP/1.1 requires a Host also from probes (RFC 9112, section 3.2).
    const isExempt = isProbe(request) && (headers.host !== undefined || httpVersion === '1.0');
    const origin = isExempt ? null : originOf(request);
    // A request target has no fragment (RFC 9112, section 3.2); the router would drop it.
    if (url.includes('#'))
      throw new Problem('bad_request', { detail: 'The address must not contain #' });
    if (url.length > longestAddress) throw new Problem('uri_too_long');
    if (request.is404) refuseUnknown(methodsAt(request.url), reply);
    refuseCrossSiteWrite(request);
    if (origin !== null) accept(request, origin);
    done();
  };
}

/** Refuses a request that no route takes. `methods`: those of the routes at its address. */
function refuseUnknown(methods: readonly string[], reply: FastifyReply): never {
  if (methods.length === 0) throw new Problem('not_found');
  reply.header('allow', methods.join(', '));
  throw new Problem('method_not_allowed');
}

/** Returns a function that finds the methods of the routes at an address. Called before any route is added. */
function watchRoutes(app: FastifyInstance): (address: string) => string[] {
  const routes: Array<Readonly<{ segments: readonly string[]; methods: readonly string[] }>> = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ segments: url.split('/'), methods: [method].flat() });
  });
  return (address) => {
    const path = address.split('?', 1).join().split('/');
    // A parameter is one whole segment of the path.
    const found = routes.filter(
      ({ segments }) =>
        segments.length === path.length &&
        segments.every(
          (each, at) => each === path[at] || (each.startsWith(':') && path[at] !== ''),
        ),
    );
    return [...new Set(found.flatMap(({ methods }) => methods))].toSorted();
  };
}

const headersOverHttp = {
  'content-security-policy': nothingPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

// Two years, for this host alone: subdomains may lack https.
const headersOverHttps = { ...headersOverHttp, 'strict-transport-security': 'max-age=63072000' };

/** The headers of every response; Strict-Transport-Security over https only. `scheme`: that of the connection. */
function securityHeaders({ publicScheme }: Config['http'], scheme: string | null) {
  if ((publicScheme ?? scheme) === 'https') return headersOverHttps;
  return headersOverHttp;
}

/** Replaces Fastify's schema compilers, which Fastify would load otherwise. */
function refuseCompiler(): never {
  throw new Error('Bodies are checked and responses are written by http/endpoint.ts');
}

/** The facts of an answered request, for the log and the metrics. */
export type Answered = ReturnType<typeof answeredOf>;

const answeredOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  path: request.url.split('?')[0]?.slice(0, 200),
  status: reply.statusCode,
  ms: Math.round((reply.elapsedTime - waitedMsOf(request)) * 10) / 10,
  ...waitedOf(request),
  ...proxyRequestIdOf(request),
});

/** The wait that the client asked for, which `ms` does not include. */
function waitedOf(request: FastifyRequest) {
  const waitedMs = Math.round(waitedMsOf(request));
  if (waitedMs > 0) return { waitedMs };
  return {};
}

/** The id that a trusted proxy has given the request: `ips` has a second address only if the proxy is trusted. */
function proxyRequestIdOf({ headers, ips = [] }: FastifyRequest) {
  const id = headers['x-request-id'];
  const isUsable = typeof id === 'string' && /^[\w@.:-]{1,64}$/.test(id) && ips.length > 1;
  if (isUsable) return { proxyRequestId: id };
  return {};
}
