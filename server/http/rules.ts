import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import type { Origin } from './origin.ts';
import { makeOriginOf, refuseCrossSiteWrite } from './origin.ts';
import { Problem } from './problems.ts';
import { makeRates } from './rates.ts';
import { makeSecurityHeaders } from './security-headers.ts';

/** Paths that monitoring requests every few seconds, by IP address instead of host name. */
export const probePaths = {
  health: '/health',
  live: '/health/live',
  ready: '/health/ready',
  metrics: '/metrics',
} as const;

const probes: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));

/** Whether the request is for one of these paths. */
export const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean => probes.has(url);

/** Characters of the path and the query. */
export const longestAddress = 8192;

type Parts = Readonly<{ http: Config['http']; rates: Config['rates']; nowMs: () => number }>;

/**
 * Makes the rules of every request, in one plain function: it sets the security headers, refuses what no route may get, and returns the
 * origin; null for a probe without a host name of ours.
 */
export function makeRules(app: FastifyInstance, { http, rates, nowMs }: Parts) {
  const setSecurityHeaders = makeSecurityHeaders(http);
  const countRequest = makeRates(rates, nowMs);
  const originOf = makeOriginOf(http);
  const methodsOf = watchRoutes(app);

  return (request: FastifyRequest, reply: FastifyReply): Origin | null => {
    setSecurityHeaders(request, reply);
    countRequest(request);
    const { headers, httpVersion, url = '' } = request.raw;
    // HTTP/1.1 requires a Host also from probes (RFC 9112, section 3.2).
    const isExempt = isProbe(request) && (headers.host !== undefined || httpVersion === '1.0');
    const origin = isExempt ? null : originOf(request);
    // A request target has no fragment (RFC 9112, section 3.2); the router would drop it.
    if (url.includes('#')) throw new Problem('bad_request', { detail: 'The address must not contain #' });
    if (url.length > longestAddress) throw new Problem('uri_too_long');
    if (request.is404) refuseUnknown(methodsOf(request.url), reply);
    refuseCrossSiteWrite(request);
    return origin;
  };
}

/** 405 with Allow where other methods exist, else 404. */
function refuseUnknown(methods: readonly string[], reply: FastifyReply): never {
  if (methods.length === 0) throw new Problem('not_found');
  reply.header('allow', methods.toSorted().join(', '));
  throw new Problem('method_not_allowed');
}

/** Returns a function that finds the methods of the routes at an address. Called before any route is added. */
function watchRoutes(app: FastifyInstance): (address: string) => string[] {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { path: pathPattern(url), methods: new Set() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  return (address) => {
    const [path = ''] = address.split('?');
    return [...routes.values()].flatMap((route) => (route.path.test(path) ? [...route.methods] : []));
  };
}

/** A parameter is one whole segment of the path. */
function pathPattern(url: string): RegExp {
  const literal = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/:\w+/g, '[^/]+')}$`);
}
