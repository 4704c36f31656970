import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import type { CookieToSet } from '../http/cookie.ts';
import { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';
import { giveCompanion } from '../session/companion.ts';
import type { Sealer } from '../session/seal.ts';
import type { Renewal, RenewSession, Session, SessionLimits } from '../session/session.ts';
import type { Wait } from '../wait.ts';
import { makeAsk } from './ask.ts';
import type { BrowserRequest } from './attempts.ts';
import { authorizationAddress, makePendingSignIns, newAttempt } from './attempts.ts';
import type { Client } from './client.ts';
import { makeClient } from './client.ts';
import type { RefusalReason, UnavailableReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable } from './faults.ts';
import type { Finished, Finishing } from './finish.ts';
import { finishSignIn } from './finish.ts';
import type { Issuer } from './issuer.ts';
import { makeIssuer } from './issuer.ts';
import type { Tenant } from './providers.ts';
import { usableTenant } from './providers.ts';
import { makeRefresh } from './refresh.ts';
import type { HasEnded, SharedRenewals } from './renew.ts';
import { makeRenewal } from './renew.ts';

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

/** The conversation with the profile's provider, in values: the cookies that it returns are for the caller to set. */
export type SignIn = Readonly<{
  /** The provider's address for a new attempt. Refuses with sign_in_not_configured or provider_unavailable. */
  begin: (
    request: BrowserRequest,
    log: Log,
  ) => Promise<Readonly<{ address: string; cookies: readonly CookieToSet[] }>>;
  /** Takes the address that the provider sent the browser to. The outcome refuses as `begin` does. */
  finish: (request: BrowserRequest, address: string, visit: Visit) => Finishing;
  renew: RenewSession;
  /** Revokes the tokens of a session that was signed out. Never rejects: a failure is logged once. */
  revoke: (session: Session, log: Log) => Promise<void>;
  /** For readiness; no request is made. `trouble` is the reason of the last failure. */
  providerState: () => Readonly<{
    state: 'not_configured' | 'not_asked' | 'reachable' | 'unreachable';
    trouble?: UnavailableReason;
  }>;
}>;

type Parts = Readonly<{
  auth: Config['auth'];
  sessionLimits: SessionLimits;
  outageGraceSeconds: number;
  sessionSealer: Sealer;
  /** Of another purpose than the session's, so that a state cookie never opens as a session. */
  pendingSealer: Sealer;
  shared: SharedRenewals;
  hasEnded: HasEnded;
  watch: Watch;
  fetch: typeof globalThis.fetch;
  wait: Wait;
  nowMs: () => number;
}>;

/** No request is made before the first sign-in. Without a usable tenant sign-ins are refused and sessions are not renewed. */
export function makeSignIn(parts: Parts): SignIn {
  const { watch } = parts;
  const tenant = usableTenant(parts.auth);
  const { finish, renew, ...rest } = tenant === undefined ? notConfigured : converse(parts, tenant);
  return {
    ...rest,
    finish(request, address, visit) {
      const { cookies, outcome } = finish(request, address, visit);
      outcome.then(
        (finished) => watch(endOf(finished, visit)),
        (error: unknown) => watch({ kind: 'sign_in_failed', visit, error }),
      );
      return { cookies, outcome };
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

function endOf(finished: Finished, visit: Visit): SignInEvent {
  if (finished.kind === 'signed_in')
    return { kind: 'signed_in', visit, session: finished.sealedSession.session };
  const { code, reason } = finished;
  return { kind: 'sign_in_failed', visit, error: new Problem(code), reason };
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
  const { nowMs, watch } = given;
  const ask = makeAsk(given.fetch, given.wait);
  const issuer = makeIssuer(tenant.issuer, ask, nowMs);
  const client = makeClient(tenant, ask, nowMs);
  const pendingSignIns = makePendingSignIns(given.pendingSealer, nowMs);
  const { clockToleranceSeconds } = given.auth;
  const parts = { ...given, tenant, issuer, client, pendingSignIns, clockToleranceSeconds };
  const refresh = makeRefresh(parts);

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

  return {
    async begin(request, log) {
      const { metadata } = await issuer.ready().catch(refuse(log));
      const companion = giveCompanion(request);
      const pending = newAttempt(request.origin.href + endpoints.callback.path, companion.hash, nowMs());
      const address = await authorizationAddress(metadata.server.authorization_endpoint, tenant, pending);
      return { address, cookies: [...companion.cookies, ...pendingSignIns.remember(request, pending)] };
    },
    finish(request, address, { log }) {
      const { cookies, outcome } = finishSignIn(parts, request, address, log);
      return { cookies, outcome: outcome.catch(refuse(log)) };
    },
    renew: makeRenewal({ ...parts, refresh }),
    async revoke(session, log) {
      if (!tenant.revokeAtSignOut) return;
      const message = 'tokens not revoked at sign-out';
      await revokeTokens(issuer, client, session, log).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) fail(error, log, message);
        else log.error({ err: error }, message);
      });
    },
    providerState() {
      const { ready, trouble = refresh.trouble() } = issuer.state();
      if (trouble !== undefined) return { state: 'unreachable', trouble };
      return { state: ready ? 'reachable' : 'not_asked' };
    },
  };
}

/** RFC 7009: the refresh token and then the access token, where the provider has an endpoint for it. */
async function revokeTokens(
  issuer: Issuer,
  client: Client,
  { tokens, signIn }: Session,
  log: Log,
): Promise<void> {
  const { metadata } = await issuer.ready();
  if (metadata.server.revocation_endpoint === undefined) return;
  const asked = { metadata, log, known: signIn.clientAuthentication };
  if (tokens.refreshToken !== undefined) await client.revoke(asked, 'refresh_token', tokens.refreshToken);
  await client.revoke(asked, 'access_token', tokens.accessToken);
}
