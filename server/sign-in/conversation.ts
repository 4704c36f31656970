import type { Config } from '../config.ts';
import type { Log } from '../log/log.ts';
import { Problem } from '../http/problems.ts';
import type { Wait } from '../wait.ts';
import type { Sealer } from '../session/seal.ts';
import type { RenewSession, SessionLimits } from '../session/session.ts';
import { makeAsk } from './ask.ts';
import { makeClient } from './client.ts';
import type { RefusalReason, UnavailableReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable } from './faults.ts';
import type { Finishing } from './finish.ts';
import { finishSignIn } from './finish.ts';
import { makeIssuer } from './issuer.ts';
import type { BrowserRequest } from './pending.ts';
import { makePendingSignIns } from './pending.ts';
import type { Tenant } from './providers.ts';
import { usableTenant } from './providers.ts';
import { makeRefresh } from './refresh.ts';
import type { HasEnded } from './renew.ts';
import { makeRenewal } from './renew.ts';
import type { RevokeSession } from './revoke.ts';
import { makeRevocation } from './revoke.ts';
import type { SharedRenewals } from './shared-renewals.ts';
import type { Started } from './start.ts';
import { startSignIn } from './start.ts';

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
    startSignIn: (request, companion, log) =>
      startSignIn(parts, request, companion).catch((error: unknown) => asProblem(error, log)),
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
