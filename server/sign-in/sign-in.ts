import type { FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';
import { setCompanion } from '../session/companion.ts';
import { contextOf } from '../session/request-context.ts';
import type { Sealer } from '../session/seal.ts';
import type { OpenedSession, Renewal, RenewSession, Session } from '../session/session.ts';
import { makeProviderFetch } from './ask.ts';
import { authorizationAddress, makeAttempts, newAttempt } from './attempts.ts';
import { makeClient } from './client.ts';
import type { UnavailableReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable, SignInRefused } from './faults.ts';
import type { FinishedSignIn } from './finish.ts';
import { makeFinish } from './finish.ts';
import { verifyLogoutToken } from './id-token.ts';
import { makeIssuer } from './issuer.ts';
import type { Tenant } from './providers.ts';
import { usableTenant } from './providers.ts';
import type { World } from '../world.ts';
import type { RenewalParts } from './renew.ts';
import { makeRenewal } from './renew.ts';

/** The outcome of a sign-in, a renewal, a sign-out or a request to the provider. `error`: a Problem, or an error of this service. */
export type SignInEvent =
  | Readonly<
      { kind: 'signed_in'; request: FastifyRequest } & Pick<OpenedSession, 'session' | 'identity'>
    >
  | Readonly<{ kind: 'sign_in_failed'; request: FastifyRequest; error: unknown; reason?: string }>
  | Readonly<{ kind: 'renewal'; outcome: Renewal['kind'] | 'internal'; reason?: string }>
  | Readonly<{ kind: 'provider_failed'; reason: UnavailableReason }>
  | Readonly<{ kind: 'signed_out'; request: FastifyRequest; session: Session }>
  /** The provider asked to end sessions. `reason`: the request was refused. */
  | Readonly<{ kind: 'ended_by_provider'; request: FastifyRequest; reason?: string }>;

export type Watch = (event: SignInEvent) => void;

/** `trouble` is the reason of the last failure. */
type ProviderState = Readonly<{
  state: 'not_configured' | 'not_asked' | 'reachable' | 'unreachable';
  trouble?: UnavailableReason;
}>;

/** A sign-in that failed: what the page tells the person, what the log says, and the response to a script. */
export type FailedSignIn = Readonly<{
  outcome: 'cancelled' | 'failed' | 'later';
  reason: string;
  problem: Problem;
}>;

type SignInParts = Omit<RenewalParts, 'tenant' | 'issuer' | 'client' | 'clockToleranceSeconds'> &
  Readonly<{
    auth: Config['auth'];
    /** Its purpose differs from that of the session's sealer, so that a state cookie never opens as a session. */
    attemptSealer: Sealer;
    watch: Watch;
  }> &
  World;

export type SignIn = ReturnType<typeof makeSignIn>;

/**
 * Signs people in with the profile's provider and renews their sessions. No request is made before the first sign-in. Without a
 * usable tenant sign-ins are refused and sessions are not renewed.
 */
export function makeSignIn(parts: SignInParts) {
  const tenant = usableTenant(parts.auth);
  const configured = tenant === undefined ? notConfigured : signInAt(tenant, parts);
  const renew: RenewSession = (current, log) => {
    const renewal = configured.renew(current, log);
    renewal.then(
      ({ kind: outcome, ...why }) =>
        parts.watch({ kind: 'renewal', outcome, ...('reason' in why && { reason: why.reason }) }),
      () => parts.watch({ kind: 'renewal', outcome: 'internal' }),
    );
    return renewal;
  };
  return { ...configured, renew };
}

/** Many servers accept a request line of at most 8 KiB. */
const longestHint = 7000;

const refuseUnconfigured = () => Promise.reject(new Problem('sign_in_not_configured'));

const notConfigured: ReturnType<typeof signInAt> = {
  begin: refuseUnconfigured,
  finish: refuseUnconfigured,
  renew: () => Promise.resolve({ kind: 'refused', reason: 'sign_in_not_configured' }),
  revoke: () => Promise.resolve(),
  endSessionAddress: () => Promise.resolve(undefined),
  readLogoutToken: refuseUnconfigured,
  providerState: () => ({ state: 'not_configured' }),
};

function signInAt(tenant: Tenant, parts: SignInParts) {
  const { auth, fetch, wait, nowMs, watch } = parts;
  const ask = makeProviderFetch(fetch, wait);
  const issuer = makeIssuer(tenant.issuer, ask, nowMs);
  const client = makeClient(tenant, ask, nowMs);
  const attempts = makeAttempts(parts.attemptSealer, nowMs);
  const { clockToleranceSeconds } = auth;
  const ofTenant = { ...parts, tenant, issuer, client, clockToleranceSeconds };
  const renewal = makeRenewal(ofTenant);
  const finishAttempt = makeFinish(ofTenant);

  function fail(error: ProviderUnavailable, log: Log, message: string): void {
    logUnavailable(log, error, message);
    watch({ kind: 'provider_failed', reason: error.reason });
  }

  /** The problem of a provider that cannot be used now. Throws any other error. */
  function unavailable(error: unknown, log: Log): Problem {
    if (!(error instanceof ProviderUnavailable)) throw error;
    fail(error, log, 'sign-in not possible now');
    const { retryAfterSeconds } = error;
    return new Problem('provider_unavailable', { retryAfterSeconds, cause: error, logged: true });
  }

  const refuse = (log: Log) => (error: unknown) => {
    throw unavailable(error, log);
  };

  /** The failure of a sign-in. Throws the problem of a provider that cannot be used now, except that its key is not published yet. */
  function readFailure(error: unknown, log: Log): FailedSignIn {
    if (error instanceof SignInRefused) return logRefusal(error, log);
    const problem = unavailable(error, log);
    if (error instanceof ProviderUnavailable && error.reason === 'key_not_published')
      return { outcome: 'later', reason: error.reason, problem };
    throw problem;
  }

  /** RFC 7009: revokes the refresh token and then the access token, if the provider has an endpoint for revocation. */
  async function revokeTokens({ tokens, signIn }: Session, log: Log): Promise<void> {
    const { metadata } = await issuer.ready();
    if (metadata.server.revocation_endpoint === undefined) return;
    const asked = { metadata, log, known: signIn.clientAuthentication };
    if (tokens.refreshToken !== undefined)
      await client.revoke(asked, 'refresh_token', tokens.refreshToken);
    await client.revoke(asked, 'access_token', tokens.accessToken);
  }

  return {
    /** Redirects to the provider (302) for a new attempt. Refuses with provider_unavailable, and then sets no cookie. */
    begin: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { metadata } = await issuer.ready().catch(refuse(request.log));
      const context = contextOf(request);
      const companion = setCompanion(context, reply);
      const attempt = newAttempt(context.origin.href + endpoints.callback.path, companion, nowMs());
      attempts.remember(context, reply, attempt);
      const address = await authorizationAddress(metadata.server, tenant, auth, attempt);
      return reply.redirect(address, 302);
    },
    /**
     * Finishes an attempt at its callback. Returns the new session, or its failure. The state is spent in every case: its
     * cookie expires before the code is redeemed. A callback that arrives again meanwhile gets the same session. Refuses as
     * `begin` does.
     */
    async finish(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FinishedSignIn | FailedSignIn> {
      const { url, log } = request;
      const query = url.indexOf('?');
      const parameters = new URLSearchParams(query === -1 ? '' : url.slice(query));
      const attempt = attempts.spend(contextOf(request), reply, parameters.get('state'));
      return finishAttempt(parameters, attempt, log).catch((error) => readFailure(error, log));
    },
    renew: renewal.renew,
    /** Revokes the tokens of a session that was signed out. Never rejects: a failure is logged once. */
    async revoke(session: Session, log: Log): Promise<void> {
      if (!tenant.revokeAtSignOut) return;
      const message = 'tokens not revoked at sign-out';
      await revokeTokens(session, log).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) fail(error, log, message);
        else log.error({ err: error }, message);
      });
    },
    /**
     * The address at which the provider signs the person out, too, and sends the browser back (OpenID Connect RP-Initiated Logout
     * 1.0, 2). undefined: the profile does not set signOutAtProvider, or the address is not known now.
     */
    async endSessionAddress(
      { tokens }: Session,
      backTo: string,
      log: Log,
    ): Promise<string | undefined> {
      if (!tenant.signOutAtProvider) return undefined;
      const provider = await issuer.ready().catch((error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error;
        return fail(error, log, 'not signed out at the provider');
      });
      const address = URL.parse(provider?.metadata.server.end_session_endpoint ?? '');
      if (address === null) return undefined;
      address.searchParams.set('client_id', tenant.clientId);
      address.searchParams.set('post_logout_redirect_uri', backTo);
      // Without the hint the provider asks the person to confirm; with a long one it may refuse the address.
      if (tokens.idToken.length <= longestHint)
        address.searchParams.set('id_token_hint', tokens.idToken);
      return address.href;
    },
    /**
     * The sessions that a logout token ends: those with its `sid`, or else all with its `sub`, that began before the token was
     * issued, within the clock tolerance. A repeated token ends no new session. `reason`: the token is refused. Refuses as `begin` does.
     */
    async readLogoutToken(token: string, log: Log) {
      try {
        const { iat, ...ended } = await verifyLogoutToken(ofTenant, await issuer.ready(), token);
        return { ...ended, endedAtMs: Math.min(nowMs(), (iat + clockToleranceSeconds) * 1000) };
      } catch (error) {
        if (!(error instanceof SignInRefused)) return refuse(log)(error);
        log.warn({ reason: error.reason }, 'back-channel logout refused');
        return { reason: error.reason };
      }
    },
    /** For readiness; no request is made. */
    providerState(): ProviderState {
      const { ready, trouble = renewal.trouble() } = issuer.state();
      if (trouble !== undefined) return { state: 'unreachable', trouble };
      return { state: ready ? 'reachable' : 'not_asked' };
    },
  };
}

function logRefusal({ reason, code }: SignInRefused, log: Log): FailedSignIn {
  const cause = causeOf(reason);
  log.warn({ reason }, cause === undefined ? 'sign-in failed' : `sign-in failed: ${cause}`);
  const outcome = code === 'sign_in_cancelled' ? 'cancelled' : 'failed';
  return { outcome, reason, problem: new Problem(code) };
}

/** What is wrong, where the reason alone does not say it. */
function causeOf(reason: string): string | undefined {
  const [, claim] = /^id_token_claims_(\w+)$/.exec(reason) ?? [];
  if (claim === undefined) return causes[reason];
  return `the ID token has no ${claim}, or not in the form of the standard`;
}

const otherClocks = 'the clocks of this machine and of the provider differ';

const causes: Readonly<Record<string, string>> = {
  id_token_iat: otherClocks,
  id_token_nbf: otherClocks,
  id_token_exp: otherClocks,
  authorization_response_iss:
    'the provider came back without iss, or with one that is not the issuer of its metadata',
  session_too_large: 'the tokens are too large for cookies: have fewer claims put into them there',
  id_token_encrypted: 'the ID token is encrypted: remove the encryption key of this client there',
  err_jose_alg_not_allowed:
    'the ID token has a shared secret as its key, or an algorithm that is not announced: choose RS256 or ES256 for this client there',
};
