import type { FastifyRequest } from 'fastify';

import type { Cookie } from '../http/cookie.ts';
import type { Origin } from '../http/origin.ts';
import { Problem } from '../http/problems.ts';
import type { Identity, OpenedSession } from './session.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** null until the request has passed all rules of the server, and for a probe. */
    context: RequestContext | null;
  }
}

/** The origin, the cookies and the session of a request: made once, when the request has passed all rules of the server. */
type RequestContext = {
  readonly origin: Origin;
  /** In the order sent. */
  readonly cookies: readonly Cookie[];
  /** Set by the guard; null on a route that needs no session. */
  session: OpenedSession | null;
  /** The session that the guard has renewed for this request; its cookie is set when the response is sent. */
  renewed: OpenedSession | null;
};

/** The part of a browser's request that sessions and sign-ins read. */
export type BrowserRequest = Pick<RequestContext, 'origin' | 'cookies'>;

/** The context of a request that has passed the rules. */
export function contextOf({ context }: FastifyRequest): RequestContext {
  if (context === null) throw new Error('The rules of every request have not passed');
  return context;
}

/** The person who sent a guarded request. Throws the problem of a refused person, and not_authorized if the route lacks a guard. */
export function personOf(request: FastifyRequest): Identity {
  const { session } = contextOf(request);
  if (session === null) throw new Problem('not_authorized');
  if (session.identity instanceof Problem) throw session.identity;
  return session.identity;
}

/** Whether the browser reaches the service over https. */
export const isSecure = ({ origin }: BrowserRequest): boolean => origin.scheme === 'https';
