import { hash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import type { Headers } from '../http/cookie.ts';
import { setReadableCookie } from '../http/cookie.ts';
import { Problem } from '../http/problems.ts';
import type { BrowserRequest } from './request-context.ts';
import { isSecure } from './request-context.ts';
import type { OpenedSession } from './session.ts';

/** The time in which the browser comes back to the page, over the provider's sign-out too. */
const keptSeconds = 60 * 60;

/**
 * Sets a cookie with the hash of the person who has signed out by the address of the sign-out. The page reads it, and removes what
 * the device keeps of that person (docs/decisions/014). Over https no other host can set it.
 */
export function setDeparted(
  context: BrowserRequest,
  reply: Headers,
  { identity }: OpenedSession,
): void {
  if (identity instanceof Problem) return;
  const secure = isSecure(context);
  setReadableCookie(reply, {
    name: secure ? '__Host-q_departed' : 'q_departed',
    value: hash('sha256', identity.email, 'base64url'),
    path: '/',
    maxAgeSeconds: keptSeconds,
    secure,
  });
}

/**
 * Whether the browser says that the person, or our own page, has opened the address (Fetch Metadata): a link of another site must
 * not remove unsent changes.
 */
export const isOwnNavigation = ({ headers }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site'];
  const isOwn = site === 'none' || site === 'same-origin';
  return isOwn && headers['sec-fetch-dest'] === 'document';
};
