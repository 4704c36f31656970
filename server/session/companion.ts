import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import type { CookieToSet } from '../http/cookie.ts';
import { longestKeptSeconds, readCookies } from '../http/cookie.ts';

export type Companion = ReturnType<typeof makeCompanion>;

/**
 * A random cookie that only this host can set, over https: browsers refuse this prefix from any other host. Every attempt
 * and session holds the hash of its browser's cookie, so an attempt or session of another browser is refused. `secure` says
 * whether the browser reaches us over https.
 */
export function makeCompanion(secure: (request: FastifyRequest) => boolean) {
  return {
    /**
     * The cookie that the browser gets at a sign-in, which is the one that it has already or a new one, and its hash. Each
     * sign-in starts its lifetime again. Over http there is none.
     */
    give(request: FastifyRequest): Readonly<{ hash: string | null; cookies: readonly CookieToSet[] }> {
      if (!secure(request)) return { hash: null, cookies: [] };
      const value = companionOf(request) ?? randomBytes(32).toString('base64url');
      return {
        hash: hashOf(value),
        cookies: [{ name, value, path: '/', maxAgeSeconds: longestKeptSeconds, secure: true }],
      };
    },
    /** Whether something with this hash began in the browser of the request. Over http nothing with a hash did. */
    matches(request: FastifyRequest, began: string | null): boolean {
      if (!secure(request)) return began === null;
      const value = companionOf(request);
      return value !== undefined && began !== null && isEqual(hashOf(value), began);
    },
  };
}

const name = '__Host-q_companion';

/** undefined for none, for two, and for a cookie that this service did not set. */
function companionOf(request: FastifyRequest): string | undefined {
  const [cookie, ...others] = readCookies(request, name).filter((each) => each.name === name);
  return others.length === 0 && /^[\w-]{43}$/.test(cookie?.value ?? '') ? cookie?.value : undefined;
}

const hashOf = (value: string): string => hash('sha256', value, 'base64url');

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
