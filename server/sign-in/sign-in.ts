import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import type { CookieToSet } from '../http/cookie.ts';
import { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';
import { giveCompanion } from '../session/companion.ts';
import type { BrowserRequest } from '../session/request-context.ts';
import type { Sealer } from '../session/seal.ts';
import type { Renewal, RenewSession, SealedSession, Session } from '../session/session.ts';
import { recordSignIn, sessionPhase } from '../session/session.ts';
import { makeAsk } from './ask.ts';
import type { Pending } from './attempts.ts';
import { authorizationAddress, checkCallback, makePendingSignIns, newAttempt } from './attempts.ts';
import { makeClient } from './client.ts';
import type { RefusalReason, UnavailableReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable, SignInRefused } from './faults.ts';
import { lifetimeSeconds, verifyIdToken } from './id-token.ts';
import { makeIssuer } from './issuer.ts';
import type { Tenant } from './providers.ts';
import { usableTenant } from './providers.ts';
import type { RenewalParts } from './renew.ts';
import { makeRenewal, sealNewSession } from './renew.ts';

/** The request that a sign-in or a sign-out is part of, for the log and the audit. */
export type Visit = Readonly<{ id: string; ip: string; log: Log }>;

/** What came of a sign-in, a renewal, a sign-out or a request to the provider. `error`: a Problem, or an error of this service. */
export type SignInEvent =
  | Readonly<{ kind: 'signed_in'; visit: Visit; session: Session }>
  | Readonly<{ kind: 'sign_in_failed'; visit: Visit; error: unknown; reason?: RefusalReason }>
  | Readonly<{ kind: 'renewal'; outcome: Renewal['kind'] | 'internal'; reason?: string }>
  | Readonly<{ kind: 'provider_failed'; reason: UnavailableReason }>
  | Readonly<{ kind: 'signed_out'; visit: Visit; session: Session }>;

export type Watch = (event: SignInEvent) => void;

/** The outcome of a callback. */
export type Finished =
  | Readonly<{ kind: 'signed_in'; sealedSession: SealedSession }>
  /** `stateKnown` is false for the back button: no attempt of this browser has this state any more. */
  | Readonly<{
      kind: 'failed';
      code: 'sign_in_failed' | 'sign_in_cancelled';
      reason: RefusalReason;
      stateKnown: boolean;
    }>;

/** The conversation with the profile's provider, in values: the cookies that it returns are for the caller to set. */
export type SignIn = Readonly<{
  /** The provider's address for a new attempt. Refuses with sign_in_not_configured or provider_unavailable. */
  begin: (
    request: BrowserRequest,
    log: Log,
  ) => Promise<Readonly<{ address: string; cookies: readonly CookieToSet[] }>>;
  /**
   * Finishes the attempt of the address that the provider sent the browser to. The cookies spend its state, and are set before
   * the outcome is known, which refuses as `begin` does.
   */
  finish: (
    request: BrowserRequest,
    address: string,
    visit: Visit,
  ) => Readonly<{ cookies: readonly CookieToSet[]; outcome: Promise<Finished> }>;
  renew: RenewSession;
  /** Revokes the tokens of a session that was signed out. Never rejects: a failure is logged once. */
  revoke: (session: Session, log: Log) => Promise<void>;
  /** For readiness; no request is made. `trouble` is the reason of the last failure. */
  providerState: () => Readonly<{
    state: 'not_configured' | 'not_asked' | 'reachable' | 'unreachable';
    trouble?: UnavailableReason;
  }>;
}>;

type Parts = Omit<RenewalParts, 'tenant' | 'issuer' | 'client' | 'clockToleranceSeconds'> &
  Readonly<{
    auth: Config['auth'];
    /** Of another purpose than the session's, so that a state cookie never opens as a session. */
    pendingSealer: Sealer;
    watch: Watch;
    fetch: typeof globalThis.fetch;
  }>;

/** No request is made before the first sign-in. Without a usable tenant sign-ins are refused and sessions are not renewed. */
export function makeSignIn(parts: Parts): SignIn {
  const { watch } = parts;
  const tenant = usableTenant(parts.auth);
  const { finish, renew, ...rest } = tenant === undefined ? notConfigured : converse(parts, tenant);
  return {
    ...rest,
    finish(request, address, visit) {
      const finishing = finish(request, address, visit);
      finishing.outcome.then(
        (finished) => {
          if (finished.kind === 'signed_in')
            return watch({ kind: 'signed_in', visit, session: finished.sealedSession.session });
          const { code, reason } = finished;
          return watch({ kind: 'sign_in_failed', visit, error: new Problem(code), reason });
        },
        (error: unknown) => watch({ kind: 'sign_in_failed', visit, error }),
      );
      return finishing;
    },
    renew(current, log) {
      const renewal = renew(current, log);
      renewal.then(
        ({ kind: outcome, ...why }) =>
          watch({ kind: 'renewal', outcome, ...('reason' in why && { reason: why.reason }) }),
        () => watch({ kind: 'renewal', outcome: 'internal' }),
      );
      return renewal;
    },
  };
}

const refuseUnconfigured = () => Promise.reject(new Problem('sign_in_not_configured'));

const notConfigured: SignIn = {
  begin: refuseUnconfigured,
  finish: () => ({ cookies: [], outcome: refuseUnconfigured() }),
  renew: () => Promise.resolve({ kind: 'refused', reason: 'sign_in_not_configured' satisfies RefusalReason }),
  revoke: () => Promise.resolve(),
  providerState: () => ({ state: 'not_configured' }),
};

function converse(given: Parts, tenant: Tenant): SignIn {
  const { nowMs, watch, sessionLimits } = given;
  const ask = makeAsk(given.fetch, given.wait);
  const issuer = makeIssuer(tenant.issuer, ask, nowMs);
  const client = makeClient(tenant, ask, nowMs);
  const pendingSignIns = makePendingSignIns(given.pendingSealer, nowMs);
  const { clockToleranceSeconds } = given.auth;
  const parts = { ...given, tenant, issuer, client, clockToleranceSeconds };
  const renewal = makeRenewal(parts);

  function fail(error: ProviderUnavailable, log: Log, message: string): void {
    logUnavailable(log, error, message);
    watch({ kind: 'provider_failed', reason: error.reason });
  }

  const refuse = (log: Log) => (error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    fail(error, log, 'sign-in not possible now');
    const { retryAfterSeconds } = error;
    throw new Problem('provider_unavailable', { retryAfterSeconds, cause: error, logged: true });
  };

  /** Redeems the code, verifies the ID token, begins the session. Throws SignInRefused or ProviderUnavailable. */
  async function beginSession(parameters: URLSearchParams, pending: Pending | undefined, log: Log) {
    if (pending === undefined) throw new SignInRefused('state_unknown');
    const provider = await issuer.ready();
    const { metadata } = provider;
    const callback = checkCallback(parameters, pending, metadata, tenant.clientId);
    const answer = await client.redeemCode({ metadata, log }, callback, pending);
    const { idToken, accessToken, refreshToken, clientAuthentication } = answer;
    if (idToken === undefined) throw new SignInRefused('id_token_missing');
    const claims = await verifyIdToken(parts, provider, { idToken, accessToken }, pending.nonce);

    const nowSeconds = Math.floor(nowMs() / 1_000);
    const lifetime = lifetimeSeconds(claims, nowSeconds);
    const tokens = { idToken, accessToken, ...(refreshToken !== undefined && { refreshToken }) };
    const { companion } = pending;
    const signIn = recordSignIn(nowMs(), lifetime, sessionLimits, { companion, clientAuthentication });
    const sealed = sealNewSession(parts, tokens, signIn, nowSeconds, lifetime);
    // The tolerance accepts an ID token that has just expired; without a refresh token it makes no session.
    if (sessionPhase(sealed.session, nowSeconds) === 'ended') throw new SignInRefused('id_token_exp');
    return sealed;
  }

  /** RFC 7009: the refresh token and then the access token, where the provider has an endpoint for it. */
  async function revokeTokens({ tokens, signIn }: Session, log: Log): Promise<void> {
    const { metadata } = await issuer.ready();
    if (metadata.server.revocation_endpoint === undefined) return;
    const asked = { metadata, log, known: signIn.clientAuthentication };
    if (tokens.refreshToken !== undefined) await client.revoke(asked, 'refresh_token', tokens.refreshToken);
    await client.revoke(asked, 'access_token', tokens.accessToken);
  }

  return {
    async begin(request, log) {
      const { metadata } = await issuer.ready().catch(refuse(log));
      const companion = giveCompanion(request);
      const pending = newAttempt(request.origin.href + endpoints.callback.path, companion.hash, nowMs());
      const address = await authorizationAddress(metadata.server.authorization_endpoint, tenant, pending);
      return { address, cookies: [...companion.cookies, ...pendingSignIns.remember(request, pending)] };
    },
    finish(request, address, { log }) {
      const query = address.indexOf('?');
      const parameters = new URLSearchParams(query === -1 ? '' : address.slice(query));
      const { pending, cookies } = pendingSignIns.spend(request, parameters.getAll('state'));
      const outcome = beginSession(parameters, pending, log).then(
        (sealedSession): Finished => ({ kind: 'signed_in', sealedSession }),
        (error: unknown): Finished => {
          if (!(error instanceof SignInRefused)) throw error;
          const { reason } = error;
          log.info({ reason }, 'sign-in failed');
          const code = reason === 'access_denied' ? 'sign_in_cancelled' : 'sign_in_failed';
          return { kind: 'failed', code, reason, stateKnown: reason !== 'state_unknown' };
        },
      );
      return { cookies, outcome: outcome.catch(refuse(log)) };
    },
    renew: renewal.renew,
    async revoke(session, log) {
      if (!tenant.revokeAtSignOut) return;
      const message = 'tokens not revoked at sign-out';
      await revokeTokens(session, log).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) fail(error, log, message);
        else log.error({ err: error }, message);
      });
    },
    providerState() {
      const { ready, trouble = renewal.trouble() } = issuer.state();
      if (trouble !== undefined) return { state: 'unreachable', trouble };
      return { state: ready ? 'reachable' : 'not_asked' };
    },
  };
}
