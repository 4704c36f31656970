import type { FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import { hostPattern } from '../config/values.ts';
import { Problem } from './problems.ts';

/** The origin under which the browser reaches the service. `href` has no trailing slash. */
export type Origin = Readonly<{ scheme: 'http' | 'https'; host: string; href: string }>;

/**
 * Finds the origin of a request. Refuses with host_not_allowed every host except the allowed ones; without allowed hosts, only a
 * malformed host. X-Forwarded-Host counts as Fastify's trustProxy allows; a configured public scheme overrides the scheme.
 */
export function makeOriginOf({
  allowedHosts,
  publicScheme,
}: Pick<Config['http'], 'allowedHosts' | 'publicScheme'>) {
  // Browsers omit the default port of the scheme.
  const hostsOver = (scheme: Origin['scheme']) =>
    new Set(allowedHosts?.map((host) => parseOrigin(scheme, host)?.host));
  const allowed = { http: hostsOver('http'), https: hostsOver('https') };

  return (request: FastifyRequest): Origin => {
    const origin = parseOrigin(publicScheme ?? schemeOf(request), request.host);
    const isAllowed = origin && (allowedHosts === null || allowed[origin.scheme].has(origin.host));
    if (!isAllowed || !hasOneHost(request)) throw new Problem('host_not_allowed');
    return origin;
  };
}

/**
 * The scheme of the browser's request in lower case: the connection's, or that in X-Forwarded-Proto of a trusted proxy. In a list
 * it stands as far from the right as the person's address does in X-Forwarded-For: others could write what is before it.
 */
export function schemeOf({ headers, ips = [], protocol }: FastifyRequest): string {
  const list = headers['x-forwarded-proto'];
  if (!list || ips.length < 2) return protocol.toLowerCase();
  const schemes = String(list).split(',');
  const place = Math.min(ips.length - 1, schemes.length);
  return (schemes.at(-place) ?? '').trim().toLowerCase();
}

/**
 * Refuses a cross-site write of a browser (RFC 10017). `Sec-Fetch-Site` decides if it is sent. Without it the host of `Origin`
 * must be that of the request; schemes are not compared, because the service may not know that a proxy terminates TLS. Clients
 * that are not browsers pass.
 */
export function refuseCrossSiteWrite(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOurs =
    site === undefined
      ? origin === undefined || isOfHost(origin, request.host)
      : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new Problem('cross_site');
}

/** Compares the hosts without the default port of the origin's scheme. */
function isOfHost(origin: string, host: string): boolean {
  const theirs = URL.parse(origin);
  return theirs !== null && parseOrigin(theirs.protocol.slice(0, -1), host)?.host === theirs.host;
}

function parseOrigin(scheme: string, hostHeader: string): Origin | undefined {
  const host = hostHeader.toLowerCase();
  if ((scheme !== 'http' && scheme !== 'https') || !hostPattern.test(host)) return undefined;
  const url = URL.parse(`${scheme}://${host}`);
  if (url === null) return undefined;
  // Browsers omit the default port and write addresses in one form only; `0x7f.1` is another name of 127.0.0.1.
  const withDefaultPort = `${url.host}:${scheme === 'http' ? 80 : 443}`;
  if (host === url.host || host === withDefaultPort)
    return { scheme, host: url.host, href: url.origin };
  return undefined;
}

/**
 * Whether there is at most one Host line, equal to the host of an absolute request target (RFC 9112, section 3.2). Node keeps the
 * first of several lines and does not compare it with the target.
 */
function hasOneHost({ raw: { rawHeaders, headers, url = '' } }: FastifyRequest): boolean {
  const lines = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host');
  const isAbsolute = !url.startsWith('/') && url !== '*';
  return lines.length <= 1 && (!isAbsolute || URL.parse(url)?.host === headers.host?.toLowerCase());
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
