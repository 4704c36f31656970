import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Cookie, Headers } from '../http/cookie.ts';
import { longestKeptSeconds, setCookies } from '../http/cookie.ts';
import type { BrowserRequest } from './request-context.ts';
import { isSecure } from './request-context.ts';

// A random cookie that only this host can set, over https: browsers refuse this prefix from any other host. Every attempt
// and session holds the hash of its browser's cookie, so an attempt or session of another browser is refused.

/**
 * Sets the cookie that the browser gets at a sign-in, which is the one that it has already or a new one, and returns its hash. Each
 * sign-in starts its lifetime again. Over http there is none.
 */
export function giveCompanion(context: BrowserRequest, reply: Headers): string | null {
  if (!isSecure(context)) return null;
  const value = companionOf(context.cookies) ?? randomBytes(32).toString('base64url');
  setCookies(reply, [{ name, value, path: '/', maxAgeSeconds: longestKeptSeconds, secure: true }]);
  return hashOf(value);
}

/** Whether something with this hash began in the browser of the request. Over http nothing with a hash did. */
export function matchesCompanion(context: BrowserRequest, began: string | null): boolean {
  if (!isSecure(context)) return began === null;
  const value = companionOf(context.cookies);
  return value !== undefined && began !== null && isEqual(hashOf(value), began);
}

const name = '__Host-q_companion';

/** undefined for none, for two, and for a cookie that this service did not set. */
function companionOf(cookies: readonly Cookie[]): string | undefined {
  const [cookie, ...others] = cookies.filter((each) => each.name === name);
  return others.length === 0 && /^[\w-]{43}$/.test(cookie?.value ?? '') ? cookie?.value : undefined;
}

const hashOf = (value: string): string => hash('sha256', value, 'base64url');

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
