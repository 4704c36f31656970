import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import type { Avatars } from '../people/avatar.ts';
import type { IdentityOf } from '../people/identity.ts';
import { isNavigation } from '../http/accept.ts';
import type { Gates } from '../http/endpoint.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { answerEmbedded, answerPrefetch } from '../http/no-effect.ts';
import { Problem } from '../http/problems.ts';
import type { SessionCookies } from '../session/cookies.ts';
import type { Endings } from '../session/endings.ts';
import type { Guards } from '../session/guard.ts';
import { sessionOf } from '../session/guard.ts';
import type { Session } from '../session/session.ts';
import { listProviders } from '../sign-in/providers.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store.ts';

type Parts = Readonly<{
  signIn: SignIn;
  /** Gets each session that a person has ended. */
  signedOut: (request: FastifyRequest, session: Session) => void;
  cookies: SessionCookies;
  guards: Pick<Guards, 'current' | 'redirect'>;
  gates: Gates;
  endings: Pick<Endings, 'end'>;
  identityOf: IdentityOf;
  avatars: Avatars;
  store: Pick<Store, 'rememberUser'>;
  auth: Config['auth'];
  nowMs: () => number;
}>;

/** Signing in and out, and who is signed in (specification, rules 1 to 5). */
export function addAuthRoutes(app: FastifyInstance, parts: Parts): void {
  const { auth, signIn, signedOut, cookies, endings, guards, gates, identityOf, avatars } = parts;
  const { postLoginPath } = auth;
  const navigationGates: Gates = { open: [answerPrefetch], session: [answerPrefetch, guards.redirect] };

  addEndpoint(app, endpoints.listProviders, gates, async () => listProviders(auth));

  addEndpoint(app, endpoints.login, navigationGates, async ({ reply }) => reply.redirect(postLoginPath, 303));

  addEndpoint(app, endpoints.callback, navigationGates, ({ request, reply }) =>
    finish(parts, request, reply),
  );

  const logoutGates: Gates = { ...navigationGates, open: [answerPrefetch, answerEmbedded] };
  addEndpoint(app, endpoints.logout, logoutGates, async ({ request, reply }) => {
    const current = cookies.read(request);
    if (current !== undefined) {
      await endings.end(current.session, request.log);
      signedOut(request, current.session);
    }
    cookies.expire(request, reply);
    // The browser does not wait for the provider.
    if (current !== undefined) void signIn.revoke(current.session, request.log);
    return reply.redirect(postLoginPath, 303);
  });

  addEndpoint(app, endpoints.me, gates, async ({ request }) => {
    const { email, name, pictureUrl } = identityOf(sessionOf(request));
    const picture = pictureUrl ?? (await avatars.pictureFor(email));
    request.sameWhile = pictureUrl === null ? whilePictureIs(avatars, email, picture) : always;
    return { email, name, pictureUrl: picture };
  });
}

/** The claims of a session do not change. */
const always = () => Promise.resolve(true);

const whilePictureIs = (avatars: Avatars, email: string, picture: string | null) => async () =>
  (await avatars.pictureFor(email)) === picture;

async function finish(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { signIn, cookies, guards, auth } = parts;
  const { postLoginPath } = auth;
  const finished = await signIn.finishSignIn(request, reply);
  if (finished.kind === 'signed_in') {
    await rememberUser(parts, request, finished.sealedSession.session);
    cookies.write(request, reply, finished.sealedSession);
    return reply.redirect(postLoginPath, 302);
  }
  // The back button, after this sign-in or another one of the same browser has worked.
  if (!finished.stateKnown && (await guards.current(request)) !== undefined)
    return reply.redirect(postLoginPath, 302);
  if (!isNavigation(request.method, request.headers.accept)) throw new Problem(finished.code);
  const outcome = finished.code === 'sign_in_cancelled' ? 'cancelled' : 'failed';
  return reply.redirect(`${postLoginPath}${postLoginPath.includes('?') ? '&' : '?'}signin=${outcome}`, 303);
}

/** An unavailable store fails no sign-in: the first task makes the record as well. */
async function rememberUser(
  { identityOf, store, nowMs }: Parts,
  request: FastifyRequest,
  session: Session,
): Promise<void> {
  try {
    await store.rememberUser(identityOf(session).email, nowMs());
  } catch (error) {
    // The first request after the sign-in refuses a person without a usable email.
    if (error instanceof Problem) return;
    if (!(error instanceof StoreError)) throw error;
    request.log.error({ err: error }, 'the user record was not made');
  }
}
