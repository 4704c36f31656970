import type { FastifyReply, FastifyRequest } from 'fastify';

import type { AuthProvidersResponse } from '../../contract/auth.ts';
import type { Config } from '../config.ts';
import type { Log } from '../request/log.ts';
import type { OriginOf } from '../request/origin.ts';
import { Problem } from '../request/problems.ts';
import type { Wait } from '../request/wait.ts';
import type { Companion } from '../session/companion.ts';
import type { Sealer } from '../session/seal.ts';
import type { RenewSession, SealedSession } from '../session/session.ts';
import type { SessionLimits } from '../session/sign-in-record.ts';
import { makeAsk } from './ask.ts';
import { makeClient } from './client.ts';
import type { UnavailableReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable, SignInRefused } from './faults.ts';
import { completeSignIn } from './finish.ts';
import { makeIssuer } from './issuer.ts';
import { makePendingSignIns } from './pending.ts';
import type { Tenant } from './providers.ts';
import { listProviders, usableTenant } from './providers.ts';
import { makeRefresh } from './refresh.ts';
import type { HasEnded } from './renew.ts';
import { makeRenewal } from './renew.ts';
import type { RevokeSession } from './revoke.ts';
import { makeRevocation } from './revoke.ts';
import type { SharedRenewals } from './shared-renewals.ts';
import { startSignIn } from './start.ts';

/** What became of a callback. Its state cookie is expired on the reply in every case. */
export type Finished =
  | Readonly<{ kind: 'signed_in'; sealedSession: SealedSession }>
  /** `stateKnown` is false for the back button: no attempt of this browser has this state any more. */
  | Readonly<{ kind: 'failed'; code: 'sign_in_failed' | 'sign_in_cancelled'; stateKnown: boolean }>;

/** For readiness; asks nobody. `trouble` is a short reason code. */
export type ProviderState = Readonly<{
  state: 'not_configured' | 'not_asked' | 'reachable' | 'unreachable';
  trouble?: UnavailableReason;
}>;

/** The conversation with the profile's provider. */
export type SignIn = Readonly<{
  listProviders: () => AuthProvidersResponse;
  /** 302 to the provider. Refuses with sign_in_not_configured or provider_unavailable. */
  beginSignIn: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Takes the provider's redirect; sends nothing. Refuses with sign_in_not_configured or provider_unavailable. */
  finishSignIn: (request: FastifyRequest, reply: FastifyReply) => Promise<Finished>;
  renew: RenewSession;
  revoke: RevokeSession;
  providerState: () => ProviderState;
}>;

export type SignInParts = Readonly<{
  auth: Config['auth'];
  sessionLimits: SessionLimits;
  outageGraceSeconds: number;
  sessionSealer: Sealer;
  /** Of another purpose than the session's, so that a state cookie never opens as a session. */
  pendingSealer: Sealer;
  companion: Companion;
  originOf: OriginOf;
  shared: SharedRenewals;
  hasEnded: HasEnded;
  fetch: typeof globalThis.fetch;
  wait: Wait;
  nowMs: () => number;
}>;

/** Asks nobody before someone signs in. Where no tenant is usable, sign-ins are refused and sessions not renewed. */
export function makeSignIn(parts: SignInParts): SignIn {
  const { auth } = parts;
  const tenant = usableTenant(auth);
  const conversation = tenant === undefined ? notConfigured : converse(parts, tenant);
  return { ...conversation, listProviders: () => listProviders(auth) };
}

type Conversation = Omit<SignIn, 'listProviders'>;

const refuseUnconfigured = () => Promise.reject(new Problem('sign_in_not_configured'));

const notConfigured: Conversation = {
  beginSignIn: refuseUnconfigured,
  finishSignIn: refuseUnconfigured,
  renew: () => Promise.resolve({ kind: 'refused' }),
  revoke: () => Promise.resolve(),
  providerState: () => ({ state: 'not_configured' }),
};

function converse(given: SignInParts, tenant: Tenant): Conversation {
  const { nowMs } = given;
  const ask = makeAsk(given.fetch, given.wait);
  const issuer = makeIssuer(tenant.issuer, ask, nowMs);
  const client = makeClient(tenant, ask, nowMs);
  const pendingSignIns = makePendingSignIns({ ...given, sealer: given.pendingSealer });
  const { clockToleranceSeconds } = given.auth;
  const parts = { ...given, tenant, issuer, client, pendingSignIns, clockToleranceSeconds };
  const refresh = makeRefresh(parts);

  async function finishSignIn(request: FastifyRequest, reply: FastifyReply): Promise<Finished> {
    try {
      return { kind: 'signed_in', sealedSession: await completeSignIn(parts, request, reply) };
    } catch (error) {
      if (!(error instanceof SignInRefused)) return asProblem(error, request.log);
      const { reason } = error;
      request.log.info({ reason }, 'sign-in failed');
      const code = reason === 'access_denied' ? 'sign_in_cancelled' : 'sign_in_failed';
      return { kind: 'failed', code, stateKnown: reason !== 'state_unknown' };
    }
  }

  return {
    beginSignIn: (request, reply) =>
      startSignIn(parts, request, reply).catch((error: unknown) => asProblem(error, request.log)),
    finishSignIn,
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
