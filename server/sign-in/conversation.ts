import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import type { CookieToSet } from '../http/cookie.ts';
import type { Log } from '../log/log.ts';
import { Problem } from '../http/problems.ts';
import type { Wait } from '../wait.ts';
import type { Sealer } from '../session/seal.ts';
import type { RenewSession, Session, SessionLimits } from '../session/session.ts';
import { makeAsk } from './ask.ts';
import type { BrowserRequest } from './attempts.ts';
import { authorizationAddress, makePendingSignIns, newAttempt } from './attempts.ts';
import type { Client } from './client.ts';
import { makeClient } from './client.ts';
import type { RefusalReason, UnavailableReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable } from './faults.ts';
import type { Finishing } from './finish.ts';
import { finishSignIn } from './finish.ts';
import type { Issuer } from './issuer.ts';
import { makeIssuer } from './issuer.ts';
import type { Tenant } from './providers.ts';
import { usableTenant } from './providers.ts';
import { makeRefresh } from './refresh.ts';
import type { HasEnded, SharedRenewals } from './renew.ts';
import { makeRenewal } from './renew.ts';

/** Where the browser goes for a new attempt, and the cookies that keep it. */
type Started = Readonly<{ address: string; cookies: readonly CookieToSet[] }>;

/** Revokes the tokens of a session that was signed out. Never rejects: a failure is logged once, and why the provider failed returned. */
type RevokeSession = (session: Session, log: Log) => Promise<UnavailableReason | undefined>;

/** The conversation with the profile's provider, in values: the cookies that it returns are for the caller to set. */
export type Conversation = Readonly<{
  /** `companion`: the hash of the cookie given to this browser. Refuses with sign_in_not_configured or provider_unavailable. */
  startSignIn: (request: BrowserRequest, companion: string | null, log: Log) => Promise<Started>;
  /** Takes the address that the provider sent the browser to. The outcome refuses as startSignIn does. */
  finishSignIn: (request: BrowserRequest, address: string, log: Log) => Finishing;
  renew: RenewSession;
  revoke: RevokeSession;
  /** For readiness; no request is made. `trouble` is the reason of the last failure. */
  providerState: () => Readonly<{
    state: 'not_configured' | 'not_asked' | 'reachable' | 'unreachable';
    trouble?: UnavailableReason;
  }>;
}>;

export type ConversationParts = Readonly<{
  auth: Config['auth'];
  sessionLimits: SessionLimits;
  outageGraceSeconds: number;
  sessionSealer: Sealer;
  /** Of another purpose than the session's, so that a state cookie never opens as a session. */
  pendingSealer: Sealer;
  shared: SharedRenewals;
  hasEnded: HasEnded;
  fetch: typeof globalThis.fetch;
  wait: Wait;
  nowMs: () => number;
}>;

/** No request is made before the first sign-in. Without a usable tenant sign-ins are refused and sessions are not renewed. */
export function makeConversation(parts: ConversationParts): Conversation {
  const tenant = usableTenant(parts.auth);
  return tenant === undefined ? notConfigured : converse(parts, tenant);
}

const refuseUnconfigured = () => Promise.reject(new Problem('sign_in_not_configured'));

const notConfigured: Conversation = {
  startSignIn: refuseUnconfigured,
  finishSignIn: () => ({ cookies: [], outcome: refuseUnconfigured() }),
  renew: () => Promise.resolve({ kind: 'refused', reason: 'sign_in_not_configured' satisfies RefusalReason }),
  revoke: () => Promise.resolve(undefined),
  providerState: () => ({ state: 'not_configured' }),
};

function converse(given: ConversationParts, tenant: Tenant): Conversation {
  const { nowMs } = given;
  const ask = makeAsk(given.fetch, given.wait);
  const issuer = makeIssuer(tenant.issuer, ask, nowMs);
  const client = makeClient(tenant, ask, nowMs);
  const pendingSignIns = makePendingSignIns(given.pendingSealer, nowMs);
  const { clockToleranceSeconds } = given.auth;
  const parts = { ...given, tenant, issuer, client, pendingSignIns, clockToleranceSeconds };
  const refresh = makeRefresh(parts);

  return {
    async startSignIn(request, companion, log) {
      const { metadata } = await issuer.ready().catch((error: unknown) => asProblem(error, log));
      const pending = newAttempt(request.origin.href + endpoints.callback.path, companion, nowMs());
      const address = await authorizationAddress(metadata.server.authorization_endpoint, tenant, pending);
      return { address, cookies: pendingSignIns.remember(request, pending) };
    },
    finishSignIn(request, address, log) {
      const { cookies, outcome } = finishSignIn(parts, request, address, log);
      return { cookies, outcome: outcome.catch((error: unknown) => asProblem(error, log)) };
    },
    renew: makeRenewal({ ...parts, refresh }),
    revoke: makeRevocation(parts),
    providerState() {
      const { ready, trouble = refresh.trouble() } = issuer.state();
      if (trouble !== undefined) return { state: 'unreachable', trouble };
      return { state: ready ? 'reachable' : 'not_asked' };
    },
  };
}

function asProblem(error: unknown, log: Log): never {
  if (!(error instanceof ProviderUnavailable)) throw error;
  logUnavailable(log, error, 'sign-in not possible now');
  const { retryAfterSeconds } = error;
  throw new Problem('provider_unavailable', { retryAfterSeconds, cause: error, logged: true });
}

type Asking = Readonly<{ tenant: Tenant; issuer: Issuer; client: Client }>;

/** RFC 7009: the refresh token and then the access token, where the profile asks for it and the provider has an endpoint. */
function makeRevocation({ tenant, issuer, client }: Asking): RevokeSession {
  if (!tenant.revokeAtSignOut) return () => Promise.resolve(undefined);
  return async ({ tokens, signIn }, log) => {
    try {
      const { metadata } = await issuer.ready();
      if (metadata.server.revocation_endpoint === undefined) return undefined;
      const asked = { metadata, log, known: signIn.clientAuthentication };
      if (tokens.refreshToken !== undefined) await client.revoke(asked, 'refresh_token', tokens.refreshToken);
      await client.revoke(asked, 'access_token', tokens.accessToken);
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        logUnavailable(log, error, 'tokens not revoked at sign-out');
        return error.reason;
      }
      log.error({ err: error }, 'tokens not revoked at sign-out');
    }
    return undefined;
  };
}
