import type { FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import { Problem } from './problems.ts';

declare const allowed: unique symbol;

/** Where the browser reaches us; only the check of the host makes one. `href` has no trailing slash. */
export type Origin = Candidate & Readonly<{ [allowed]: true }>;

/** The origin of a request. Refuses with host_not_allowed. */
export type OriginOf = (request: FastifyRequest) => Origin;

/**
 * Takes the allowed hosts only, or any well-formed one when none are configured. What a proxy forwards counts as far as
 * Fastify's trustProxy goes; a configured public scheme overrides both.
 */
export function makeOriginOf(http: Pick<Config['http'], 'allowedHosts' | 'publicScheme'>): OriginOf {
  const hosts = http.allowedHosts;
  // As a browser writes it: with the default port of its scheme, a host is the same without.
  const hostsOver = (scheme: Candidate['scheme']) =>
    new Set(hosts?.map((host) => parseOrigin(scheme, host)?.host));
  const allowedByScheme = { http: hostsOver('http'), https: hostsOver('https') };
  const isAllowed = (origin: Candidate): origin is Origin =>
    hosts === null || allowedByScheme[origin.scheme].has(origin.host);

  // Each cookie of an answer asks; the header lines of a request are walked once.
  const origins = new WeakMap<FastifyRequest, Origin>();
  return (request) => {
    const known = origins.get(request);
    if (known !== undefined) return known;
    const origin = parseOrigin(http.publicScheme ?? request.protocol, request.host);
    if (origin === undefined || !isAllowed(origin) || !hasOneHost(request)) {
      throw new Problem('host_not_allowed');
    }
    origins.set(request, origin);
    return origin;
  };
}

/**
 * A hook that refuses a write which another site made the browser send (RFC 10017). `Sec-Fetch-Site` decides when it is there; without it the
 * host of `Origin` is that of the request, whatever the schemes: a proxy that speaks TLS may not be listed. Scripts that are no browser pass.
 */
export async function refuseCrossSiteWrites(request: FastifyRequest): Promise<void> {
  if (safeMethods.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOurs =
    site === undefined
      ? origin === undefined || isOfHost(origin, request.host)
      : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new Problem('cross_site');
}

/** Each side without the default port of the scheme that the browser speaks. */
function isOfHost(origin: string, host: string): boolean {
  const theirs = URL.parse(origin);
  return theirs !== null && parseOrigin(theirs.protocol.slice(0, -1), host)?.host === theirs.host;
}

type Candidate = Readonly<{ scheme: 'http' | 'https'; host: string; href: string }>;

// A DNS name, an IPv4 or a bracketed IPv6 address, and a port: nothing that a URL could read as anything but a host.
const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

function parseOrigin(scheme: string, hostHeader: string): Candidate | undefined {
  const host = hostHeader.toLowerCase();
  if ((scheme !== 'http' && scheme !== 'https') || !hostPattern.test(host)) return undefined;
  const url = URL.parse(`${scheme}://${host}`);
  if (url === null) return undefined;
  // Browsers leave the default port out and write addresses in one form only; `0x7f.1` is another name of 127.0.0.1.
  const withDefaultPort = `${url.host}:${scheme === 'http' ? 80 : 443}`;
  return host === url.host || host === withDefaultPort
    ? { scheme, host: url.host, href: url.origin }
    : undefined;
}

/**
 * RFC 9112, section 3.2: one Host line, and the host of an absolute address as target. Node keeps the first line, drops the
 * others, and compares it with no target.
 */
function hasOneHost({ raw: { rawHeaders, headers, url = '' } }: FastifyRequest): boolean {
  const lines = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host');
  const isAbsolute = !url.startsWith('/') && url !== '*';
  return lines.length <= 1 && (!isAbsolute || URL.parse(url)?.host === headers.host?.toLowerCase());
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
