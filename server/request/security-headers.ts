import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';

/** What stands in a page itself and is allowed there, by hash (CSP Level 3, section 2.3.1). */
export type InlineHashes = Readonly<{ scripts: readonly string[]; styles: readonly string[] }>;

/**
 * The page's scripts and styles come from here only, or have one of the hashes, and go through Trusted Types. Also for the
 * page's worker, which goes by the policy that comes with its own file (CSP Level 3).
 */
export function pagePolicy({ scripts, styles }: InlineHashes = { scripts: [], styles: [] }): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dueline',
  ].join('; ');
}

const overHttp = {
  // Whatever is no page loads nothing and stands in no frame.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Two years, as browsers' preload lists ask for. What runs at subdomains may have no https: that is the operator's to say. */
const overHttps = { ...overHttp, 'strict-transport-security': 'max-age=63072000' };
const overHttpsEverywhere = {
  ...overHttp,
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};

type Public = Pick<Config['http'], 'publicScheme' | 'hstsIncludeSubDomains'>;

/** What every answer carries; only over https are browsers told to stay with it. `scheme`: that of the connection. */
export function securityHeadersFor(http: Public, scheme: string | null): Readonly<Record<string, string>> {
  if ((http.publicScheme ?? scheme) !== 'https') return overHttp;
  return http.hstsIncludeSubDomains ? overHttpsEverywhere : overHttps;
}

/** A hook that puts the headers on before anything can fail. Nobody keeps what comes from /api. */
export function makeSecurityHeaders(http: Public) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(securityHeadersFor(http, request.protocol));
    // Not the address, which may be an absolute one.
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
  };
}
