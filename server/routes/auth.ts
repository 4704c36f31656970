import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import type { Avatars } from '../people/avatar.ts';
import { isNavigation } from '../http/content.ts';
import { setCookies } from '../http/cookie.ts';
import type { Gates } from '../http/endpoint.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { answerEmbedded, answerPrefetch } from '../http/no-effect.ts';
import { Problem } from '../http/problems.ts';
import type { SessionCookies } from '../session/cookies.ts';
import type { Revocations } from '../session/revocations.ts';
import type { Guard } from '../session/guard.ts';
import { contextOf, personOf } from '../session/request-context.ts';
import type { Identity, OpenedSession } from '../session/session.ts';
import { listProviders } from '../sign-in/providers.ts';
import type { SignIn, Watch } from '../sign-in/sign-in.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store.ts';

type Parts = Readonly<{
  signIn: SignIn;
  watch: Watch;
  cookies: SessionCookies;
  guard: Pick<Guard, 'current' | 'redirect'>;
  gates: Gates;
  revocations: Pick<Revocations, 'end'>;
  avatars: Avatars;
  store: Pick<Store, 'rememberUser'>;
  auth: Config['auth'];
  nowMs: () => number;
}>;

/** Signing in and out, and who is signed in (specification, rules 1 to 5). */
export function addAuthRoutes(app: FastifyInstance, parts: Parts): void {
  const { auth, signIn, watch, cookies, revocations, guard, gates, avatars } = parts;
  const { postLoginPath } = auth;
  const navigationGates: Gates = { open: [answerPrefetch], session: [answerPrefetch, guard.redirect] };

  addEndpoint(app, endpoints.listProviders, gates, async () => listProviders(auth));

  addEndpoint(app, endpoints.login, navigationGates, async (_request, reply) =>
    reply.redirect(postLoginPath, 303),
  );

  addEndpoint(app, endpoints.callback, navigationGates, (request, reply) =>
    finishSignIn(parts, request, reply),
  );

  const logoutGates: Gates = { ...navigationGates, open: [answerPrefetch, answerEmbedded] };
  addEndpoint(app, endpoints.logout, logoutGates, async (request, reply) => {
    const context = contextOf(request);
    const current = cookies.read(context);
    if (current !== undefined) {
      await revocations.end(current.session, request.log);
      watch({ kind: 'signed_out', visit: request, session: current.session });
    }
    cookies.expireAll(context, reply);
    // The browser does not wait for the provider.
    if (current !== undefined) void signIn.revoke(current.session, request.log);
    return reply.redirect(postLoginPath, 303);
  });

  addEndpoint(app, endpoints.me, gates, async (request) => {
    const { email, name, pictureUrl } = personOf(request);
    const picture = pictureUrl ?? (await avatars.pictureFor(email));
    return { email, name, pictureUrl: picture };
  });
}

/** 302 to the provider for a new attempt. Refuses with sign_in_not_configured or provider_unavailable, and sets no cookie then. */
export const makeSignInRedirect =
  ({ begin }: Pick<SignIn, 'begin'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { address, cookies } = await begin(contextOf(request), request.log);
    setCookies(reply, cookies);
    return reply.redirect(address, 302);
  };

/** The state is spent in every case: its cookie expires before the provider has answered. */
async function finishSignIn(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { signIn, cookies, guard, auth } = parts;
  const { postLoginPath } = auth;
  const context = contextOf(request);
  const finishing = signIn.finish(context, request.url, request);
  setCookies(reply, finishing.cookies);
  const finished = await finishing.outcome;
  if (finished.kind === 'signed_in') {
    const begun = cookies.describe(finished.sealedSession);
    await endReplaced(parts, request, begun);
    await rememberUser(parts, request, begun);
    cookies.write(context, reply, begun);
    return reply.redirect(postLoginPath, 302);
  }
  // The back button, after this sign-in or another one of the same browser has worked.
  if (!finished.stateKnown && (await guard.current(request)) !== undefined)
    return reply.redirect(postLoginPath, 302);
  if (!isNavigation(request.method, request.headers.accept)) throw new Problem(finished.code);
  const outcome = finished.code === 'sign_in_cancelled' ? 'cancelled' : 'failed';
  return reply.redirect(`${postLoginPath}${postLoginPath.includes('?') ? '&' : '?'}signin=${outcome}`, 303);
}

/**
 * Ends the session of another person that the browser had until now. A renewal of it that is still under way would set its
 * cookie over the one of this sign-in.
 */
async function endReplaced(
  { cookies, revocations }: Parts,
  request: FastifyRequest,
  { identity }: OpenedSession,
): Promise<void> {
  const before = cookies.read(contextOf(request));
  if (before === undefined || isSamePerson(before.identity, identity)) return;
  await revocations.end(before.session, request.log);
}

const isSamePerson = (one: Identity | Problem, other: Identity | Problem): boolean =>
  'email' in one && 'email' in other && one.email === other.email;

/** An unavailable store fails no sign-in: the first task makes the record as well. */
async function rememberUser(
  { store, nowMs }: Parts,
  request: FastifyRequest,
  { identity }: OpenedSession,
): Promise<void> {
  // The first request after the sign-in refuses a person without a usable email.
  if (identity instanceof Problem) return;
  try {
    await store.rememberUser(identity.email, nowMs());
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    request.log.error({ err: error }, 'the user record was not made');
  }
}
