import type { CookieToSet } from '../http/cookie.ts';
import type { Log } from '../log/log.ts';
import type { SealedSession } from '../session/session.ts';
import { recordSignIn, sessionPhase } from '../session/session.ts';
import type { BrowserRequest, Pending, PendingSignIns } from './attempts.ts';
import { checkCallback, readParameters } from './attempts.ts';
import type { Client } from './client.ts';
import type { RefusalReason } from './faults.ts';
import { SignInRefused } from './faults.ts';
import type { VerifyParts } from './id-token.ts';
import { lifetimeSeconds, verifyIdToken } from './id-token.ts';
import type { SealParts } from './token-answer.ts';
import { sealNewSession } from './token-answer.ts';

type Parts = VerifyParts & SealParts & Readonly<{ client: Client; pendingSignIns: PendingSignIns }>;

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

/** The cookies spend the state, and are set before the outcome is known, which may also reject with ProviderUnavailable. */
export type Finishing = Readonly<{ cookies: readonly CookieToSet[]; outcome: Promise<Finished> }>;

/** Finishes the attempt of a callback address: redeems the code, verifies the ID token, begins the session. */
export function finishSignIn(parts: Parts, request: BrowserRequest, address: string, log: Log): Finishing {
  const parameters = readParameters(address);
  const { pending, cookies } = parts.pendingSignIns.spend(request, parameters.getAll('state'));
  const outcome = makeSession(parts, parameters, pending, log).then(
    (sealedSession): Finished => ({ kind: 'signed_in', sealedSession }),
    (error: unknown): Finished => {
      if (!(error instanceof SignInRefused)) throw error;
      const { reason } = error;
      log.info({ reason }, 'sign-in failed');
      const code = reason === 'access_denied' ? 'sign_in_cancelled' : 'sign_in_failed';
      return { kind: 'failed', code, reason, stateKnown: reason !== 'state_unknown' };
    },
  );
  return { cookies, outcome };
}

/** Throws SignInRefused or ProviderUnavailable. */
async function makeSession(
  parts: Parts,
  parameters: URLSearchParams,
  pending: Pending | undefined,
  log: Log,
): Promise<SealedSession> {
  const { tenant, client, issuer, sessionLimits, nowMs } = parts;
  if (pending === undefined) throw new SignInRefused('state_unknown');
  const provider = await issuer.ready();
  const callback = checkCallback(parameters, pending, provider.metadata, tenant.clientId);
  const answer = await client.redeemCode({ metadata: provider.metadata, log }, callback, pending);
  const { idToken, accessToken, refreshToken, clientAuthentication } = answer;
  if (idToken === undefined) throw new SignInRefused('id_token_missing');
  const claims = await verifyIdToken(parts, provider, { idToken, accessToken }, pending.nonce);

  const nowSeconds = Math.floor(nowMs() / 1_000);
  const lifetime = lifetimeSeconds(claims, nowSeconds);
  const tokens = { idToken, accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) };
  const { companion } = pending;
  const signIn = recordSignIn(nowMs(), lifetime, sessionLimits, { companion, clientAuthentication });
  const sealed = sealNewSession(parts, tokens, signIn, nowSeconds, lifetime);
  // The tolerance accepts an ID token that has just expired; without a refresh token it makes no session.
  if (sessionPhase(sealed.session, nowSeconds) === 'ended') throw new SignInRefused('id_token_exp');
  return sealed;
}
