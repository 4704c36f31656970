import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Cookie, Headers } from '../http/cookie.ts';
import { longestKeptSeconds, setCookies } from '../http/cookie.ts';
import type { BrowserRequest } from './request-context.ts';
import { isSecure } from './request-context.ts';

// The companion is a random cookie that only this host can set, over https: browsers refuse the prefix `__Host-` from any other host.
// Every attempt and session contains the hash of its browser's companion, so another browser cannot use the attempt or session.

/**
 * Sets the companion at a sign-in: the value that the browser has already, or a new one. Returns its hash. Each sign-in starts
 * the lifetime of the cookie again. Over http no cookie is set, and the result is null.
 */
export function setCompanion(context: BrowserRequest, reply: Headers): string | null {
  if (!isSecure(context)) return null;
  const value = companionOf(context.cookies) ?? randomBytes(32).toString('base64url');
  setCookies(reply, [{ name, value, path: '/', maxAgeSeconds: longestKeptSeconds, secure: true }]);
  return hashOf(value);
}

/** Whether an attempt or a session with this hash began in the browser of the request. Over http only those without a hash match. */
export function isSameBrowser(context: BrowserRequest, began: string | null): boolean {
  if (!isSecure(context)) return began === null;
  const value = companionOf(context.cookies);
  return value !== undefined && began !== null && isEqual(hashOf(value), began);
}

const name = '__Host-q_companion';

/** undefined for no companion, for two, and for a value that this service did not make. */
function companionOf(cookies: readonly Cookie[]): string | undefined {
  const [cookie, ...others] = cookies.filter((each) => each.name === name);
  if (others.length === 0 && /^[\w-]{43}$/.test(cookie?.value ?? '')) return cookie?.value;
  return undefined;
}

const hashOf = (value: string): string => hash('sha256', value, 'base64url');

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
