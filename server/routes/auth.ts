import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import { isNavigation } from '../http/content.ts';
import type { AccessHooks } from '../http/endpoint.ts';
import { largestBody } from '../http/body.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problems.ts';
import { isUnopened } from '../http/unopened.ts';
import type { SessionCookies } from '../session/cookies.ts';
import { isOwnNavigation, setDeparted } from '../session/departure.ts';
import type { Revocations } from '../session/revocations.ts';
import { isScript } from '../session/guard.ts';
import type { Guard } from '../session/guard.ts';
import { contextOf, personOf } from '../session/request-context.ts';
import type { Identity } from '../session/session.ts';
import { backchannelLogoutPath, listProviders, usableTenant } from '../sign-in/providers.ts';
import type { SignIn, Watch } from '../sign-in/sign-in.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store.ts';

type Parts = Readonly<{
  signIn: SignIn;
  watch: Watch;
  cookies: SessionCookies;
  guard: Pick<Guard, 'current' | 'admit' | 'redirect'>;
  gates: AccessHooks;
  revocations: Pick<Revocations, 'end' | 'endOf'>;
  /** The picture of a person whose provider supplied none. */
  pictureFor: (email: string) => Promise<string | null>;
  store: Pick<Store, 'rememberUser'>;
  auth: Config['auth'];
  nowMs: () => number;
}>;

/** Adds the routes of sign-in, sign-out and the signed-in user (specification, rules 1 to 5). */
export function addAuthRoutes(app: FastifyInstance, parts: Parts): void {
  const { auth, signIn, watch, cookies, revocations, guard, gates, pictureFor, store, nowMs } =
    parts;
  const { postLoginPath } = auth;
  const navigationGates: AccessHooks = {
    open: [answerUnopened],
    session: [answerUnopened, guard.redirect],
  };
  const effectGates: AccessHooks = {
    open: [answerHead, ...navigationGates.open],
    session: [answerHead, ...navigationGates.session],
  };

  addEndpoint(app, endpoints.listProviders, gates, async () => listProviders(auth));

  addEndpoint(app, endpoints.login, navigationGates, async (_request, reply) =>
    reply.redirect(postLoginPath, 303),
  );

  addEndpoint(app, endpoints.callback, effectGates, async (request, reply) => {
    const finished = await signIn.finish(request, reply).catch((error: unknown) => {
      watch({ kind: 'sign_in_failed', request, error });
      throw error;
    });
    if (!('problem' in finished)) {
      const begun = await guard.admit(cookies.describe(finished.begun), request);
      if (!finished.isAgain) watch({ kind: 'signed_in', request, ...begun });
      await endReplaced(request, begun.identity);
      await rememberUser(request, begun.identity);
      cookies.write(contextOf(request), reply, begun);
      return reply.redirect(postLoginPath, 302);
    }
    const { outcome, reason, problem } = finished;
    watch({ kind: 'sign_in_failed', request, error: problem, reason });
    // The person has gone back to the callback after a sign-in that worked in this browser.
    if (reason.startsWith('state_unknown') && (await guard.current(request)) !== undefined)
      return reply.redirect(postLoginPath, 302);
    if (!isNavigation(request.method, request.headers.accept)) throw problem;
    return reply.redirect(
      `${postLoginPath}${postLoginPath.includes('?') ? '&' : '?'}signin=${outcome}`,
      303,
    );
  });

  addEndpoint(app, endpoints.logout, effectGates, async (request, reply) => {
    const context = contextOf(request);
    const current = cookies.read(context);
    const isOver = current === undefined || !(await revocations.end(current, request.log));
    cookies.expireAll(context, reply);
    if (isOver) return reply.redirect(postLoginPath, 303);
    watch({ kind: 'signed_out', request, session: current.session });
    if (isOwnNavigation(request)) setDeparted(context, reply, current);
    // The response does not wait for the revocation of the tokens.
    void signIn.revoke(current.session, request.log);
    const backTo = context.origin.href + postLoginPath;
    const location = await signIn.endSessionAddress(current.session, backTo, request.log);
    // A script cannot read the target of a redirect.
    if (location !== undefined && isScript(request)) return reply.code(200).send({ location });
    return reply.redirect(location ?? postLoginPath, 303);
  });

  if (usableTenant(auth)?.backchannelLogout) addBackchannelLogout(app, parts);

  addEndpoint(app, endpoints.me, gates, async (request) => {
    const { email, name, pictureUrl } = personOf(request);
    const picture = pictureUrl ?? (await pictureFor(email));
    return { email, name, pictureUrl: picture };
  });

  /** Ends this browser's session of another person: a renewal that still runs would replace the cookie of this sign-in. */
  async function endReplaced(request: FastifyRequest, person: Identity | Problem): Promise<void> {
    const before = cookies.read(contextOf(request));
    const isSame = before && emailOf(before.identity) === (emailOf(person) ?? null);
    if (before !== undefined && !isSame) await revocations.end(before, request.log);
  }

  /** A sign-in does not fail while the store is unavailable: the first task creates the user record too. */
  async function rememberUser(request: FastifyRequest, person: Identity | Problem): Promise<void> {
    const email = emailOf(person);
    // The first request after the sign-in refuses a person without a usable email.
    if (email === undefined) return;
    await store.rememberUser(email, nowMs()).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      request.log.error({ err: error }, 'the user record was not made');
    });
  }
}

/** OpenID Connect Back-Channel Logout 1.0, 2.8: the provider itself sends the request, without a browser. */
function addBackchannelLogout(app: FastifyInstance, { signIn, watch, revocations }: Parts): void {
  // The parser is in a scope of its own, because no other route accepts a form.
  app.register(async (scope) => {
    const options = { parseAs: 'string', bodyLimit: largestBody } as const;
    const read = async (_request: FastifyRequest, body: string) => new URLSearchParams(body);
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, read);
    scope.post(backchannelLogoutPath, async (request, reply) => {
      const token =
        request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      const said = await signIn.readLogoutToken(token ?? '', request.log);
      watch({
        kind: 'ended_by_provider',
        request,
        ...('reason' in said && { reason: said.reason }),
      });
      if ('reason' in said)
        throw new Problem('bad_request', { detail: 'The logout token is not valid' });
      await revocations.endOf(said.kind, said.name, said.endedAtMs, request.log);
      return reply.code(200).send();
    });
  });
}

const emailOf = (person: Identity | Problem) =>
  person instanceof Problem ? undefined : person.email;

/** Answers a request that no person has sent, without any effect: it must not redeem a code, or sign anyone in or out. */
const answerUnopened = async ({ headers }: FastifyRequest, reply: FastifyReply) =>
  isUnopened(headers) ? reply.code(204).send() : undefined;

/** Answers a HEAD, as programs that check links send it, without the effect of a GET: HEAD is safe (RFC 9110, 9.2.1). */
const answerHead = async ({ method }: FastifyRequest, reply: FastifyReply) =>
  method === 'HEAD' ? reply.code(204).send() : undefined;
