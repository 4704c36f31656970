import type { FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import { networkOf } from './network.ts';
import { Problem } from './problems.ts';
import { makeRate } from './rate.ts';

const signInRoutes: ReadonlySet<string> = new Set([endpoints.login.path, endpoints.callback.path]);
/** How many seconds of the interface's rate may be used at once, as a page with many changes does. */
export const burstSeconds = 10;

/**
 * How often one address may sign in and use the interface. Each process counts for itself; the page and its files are free. Only an
 * address that a trusted proxy gives counts: that of the connection may be a proxy's, which all people behind it share.
 */
export function makeRates({ signInsPerMinute, requestsPerSecond }: Config['rates'], nowMs: () => number) {
  const make = (perSecond: number, burst: number) =>
    burst === 0 ? undefined : makeRate({ intervalMs: 1000 / perSecond, burst, nowMs });
  const signIns = make(signInsPerMinute / 60, signInsPerMinute);
  const requests = make(requestsPerSecond, requestsPerSecond * burstSeconds);

  function rateOf({ routeOptions: { url }, ips = [] }: FastifyRequest) {
    if (ips.length < 2) return undefined;
    if (url === undefined) return requests;
    if (signInRoutes.has(url)) return signIns;
    return url.startsWith('/api/') ? requests : undefined;
  }

  return {
    /** Counts a request, or refuses it with too_many_requests. */
    admit(request: FastifyRequest): void {
      const waitMs = rateOf(request)?.(networkOf(request.ip)) ?? 0;
      if (waitMs > 0) throw new Problem('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    },
    /** Counts later requests that equal this one: false for one that `admit` refuses. Keeps no request. */
    admitsAgain(request: FastifyRequest): () => boolean {
      const rate = rateOf(request);
      const network = networkOf(request.ip);
      return () => rate === undefined || rate(network) === 0;
    },
  };
}
