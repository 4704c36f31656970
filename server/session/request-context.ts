import type { FastifyRequest } from 'fastify';

import type { Cookie } from '../http/cookie.ts';
import type { Origin } from '../http/origin.ts';
import { Problem } from '../http/problems.ts';
import type { Identity, OpenedSession } from './session.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** null before the rules of every request have passed, and for a probe. */
    context: RequestContext | null;
  }
}

/** What is known of a request: made once, when the rules of every request have passed. */
type RequestContext = {
  readonly origin: Origin;
  /** In the order sent. */
  readonly cookies: readonly Cookie[];
  /** Set by the guard; null on a route that needs no session. */
  session: OpenedSession | null;
  /** What the guard has renewed for this request; its cookie is set when the response leaves. */
  renewed: OpenedSession | null;
};

/** What a session and a sign-in read from a request of the browser. */
export type BrowserRequest = Pick<RequestContext, 'origin' | 'cookies'>;

/** The context of a request that has passed the rules. */
export function contextOf({ context }: FastifyRequest): RequestContext {
  if (context === null) throw new Error('The rules of every request have not passed');
  return context;
}

/** Who sent a guarded request. Refuses whom the ID token does not let in, and with 401 when a route has no guard by mistake. */
export function personOf(request: FastifyRequest): Identity {
  const { session } = contextOf(request);
  if (session === null) throw new Problem('not_authorized');
  if (session.identity instanceof Problem) throw session.identity;
  return session.identity;
}

/** Whether the browser reaches the service over https. */
export const isSecure = ({ origin }: BrowserRequest): boolean => origin.scheme === 'https';
