import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';

/** Hashes of the inline scripts and styles that a page allows (CSP Level 3, section 2.3.1). */
export type InlineHashes = Readonly<{ scripts: readonly string[]; styles: readonly string[] }>;

/**
 * The policy of the page: scripts and styles come from this origin or have one of the hashes, and Trusted Types are
 * required. The page's worker gets it too, because a worker follows the policy of its own file (CSP Level 3).
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
  // Responses that are not HTML load nothing and are shown in no frame.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

type Public = Pick<Config['http'], 'publicScheme' | 'hstsIncludeSubDomains'>;

/** The headers of every response; Strict-Transport-Security over https only. `scheme`: that of the connection. */
export function securityHeadersFor(http: Public, scheme: string | null): Readonly<Record<string, string>> {
  if ((http.publicScheme ?? scheme) !== 'https') return overHttp;
  // Two years, as browsers' preload lists require. Subdomains may lack https, so the operator decides about them.
  const everywhere = http.hstsIncludeSubDomains ? '; includeSubDomains' : '';
  return { ...overHttp, 'strict-transport-security': `max-age=63072000${everywhere}` };
}

/** Sets the headers, before anything can fail. Responses of /api are not stored. */
export function makeSecurityHeaders(http: Public) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(securityHeadersFor(http, request.protocol));
    // Not the request target, which may be an absolute address.
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
  };
}
