import { hash } from 'node:crypto';

import type { Log } from '../log/log.ts';
import { sealNewSession } from '../session/new-session.ts';
import type { SealedSession } from '../session/session.ts';
import { recordSignIn, sessionPhase } from '../session/session.ts';
import type { Attempt } from './attempts.ts';
import { checkCallback } from './attempts.ts';
import { reasonWith, SignInRefused } from './faults.ts';
import { lifetimeSeconds, refuseOldSignIn, verifyIdToken } from './id-token.ts';
import type { ReadyProvider } from './issuer.ts';
import { makeLease } from './lease.ts';
import type { RenewalParts } from './renew.ts';

/** A session that begins. `isAgain`: another request with the same state has begun it. */
export type FinishedSignIn = Readonly<{ begun: SealedSession; isAgain: boolean }>;

/**
 * Finishes sign-ins. Browsers and proxies may send a callback again while the first is under way, and providers revoke the
 * tokens of a code that is redeemed twice (RFC 6749, 4.1.2): requests with one state share one redemption, as renewals do.
 */
export function makeFinish(parts: RenewalParts) {
  const { tenant, issuer, client, sessionLimits, nowMs } = parts;
  const redeemOnce = makeLease(parts);
  const underWay = new Map<string, Promise<FinishedSignIn>>();

  /** Throws SignInRefused or ProviderUnavailable. `attempt`: the attempt in the cookie of this browser, if it has one. */
  return async (parameters: URLSearchParams, attempt: Attempt | undefined, log: Log) => {
    // Some providers leave the state out of an error (RFC 6749, 4.1.2.1); the code helps the operator, and nothing else reads it.
    if (attempt === undefined)
      throw new SignInRefused(reasonWith('state_unknown', parameters.get('error') ?? ''));
    const provider = await issuer.ready();
    const callback = checkCallback(parameters, attempt, provider.metadata, tenant.clientId);
    const finished = await share(attempt, log, () => redeem(provider, callback, attempt, log));
    // The clock tolerance accepts an ID token that has just expired; without a refresh token its session has ended already.
    if (sessionPhase(finished.begun.session, Math.floor(nowMs() / 1_000)) === 'ended')
      throw new SignInRefused('id_token_exp');
    return finished;
  };

  /** In this process requests share the promise, across processes a lease. While the store fails a process redeems alone. */
  async function share(
    { state }: Attempt,
    log: Log,
    redeemCode: () => Promise<SealedSession>,
  ): Promise<FinishedSignIn> {
    const key = hash('sha256', `sign-in ${state}`, 'base64url');
    const other = underWay.get(key);
    if (other !== undefined) return { ...(await other), isAgain: true };
    let isAgain = true;
    const redeemHere = () => {
      isAgain = false;
      return redeemCode();
    };
    const sharing = redeemOnce({
      kind: 'sign_in',
      key,
      log,
      redeem: redeemHere,
      withoutLease: redeemHere,
    })
      .then((begun) => ({ begun, isAgain }))
      .finally(() => underWay.delete(key));
    underWay.set(key, sharing);
    return sharing;
  }

  /** Redeems the code, verifies the ID token, begins the session. */
  async function redeem(
    provider: ReadyProvider,
    callback: URLSearchParams,
    attempt: Attempt,
    log: Log,
  ): Promise<SealedSession> {
    const { metadata } = provider;
    const answer = await client.redeemCode({ metadata, log }, callback, attempt);
    const { idToken, accessToken, refreshToken, clientAuthentication } = answer;
    if (idToken === undefined) throw new SignInRefused('id_token_missing');
    const claims = await verifyIdToken(parts, provider, { idToken, accessToken }, attempt.nonce);
    refuseOldSignIn(claims, attempt, parts);

    const nowSeconds = Math.floor(nowMs() / 1_000);
    const lifetime = lifetimeSeconds(claims, nowSeconds);
    const tokens = { idToken, accessToken, ...(refreshToken !== undefined && { refreshToken }) };
    const { companion } = attempt;
    // The revocation of a back-channel logout is kept for cookies of one day, so no cookie of this session may live longer.
    const longest = tenant.backchannelLogout ? 0 : lifetime;
    const signIn = recordSignIn(nowMs(), longest, sessionLimits, {
      companion,
      clientAuthentication,
    });
    const sealed = sealNewSession(parts, { tokens, signIn, nowSeconds, lifetime });
    if (sealed === undefined) throw new SignInRefused('session_too_large');
    return sealed;
  }
}
