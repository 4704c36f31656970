import type { Log } from '../log/log.ts';
import type { SealedSession, Session } from '../session/session.ts';
import { makeBackoff, makeGrantBackoffs } from './backoff.ts';
import type { Client } from './client.ts';
import { longestRequestMs } from './client.ts';
import { ProviderUnavailable, SignInRefused } from './faults.ts';
import type { IdTokenClaims, VerifyParts } from './id-token.ts';
import { lifetimeSeconds, readClaims, verifyIdToken } from './id-token.ts';
import type { ReadyProvider } from './issuer.ts';
import type { SealParts, TokenAnswer } from './token-answer.ts';
import { sealNewSession } from './token-answer.ts';

/** One renewal: its session, its key, and the log of its request. */
export type Attempt = Readonly<{ session: Session; refreshToken: string; key: string; log: Log }>;

export type Refresh = ReturnType<typeof makeRefresh>;

type Parts = VerifyParts & SealParts & Readonly<{ client: Client }>;

/** The refresh token grant. It pauses after a failure, for the token endpoint alone. */
export function makeRefresh(parts: Parts) {
  const { client, issuer, nowMs } = parts;
  const backoff = makeBackoff(nowMs, longestRequestMs);
  const backoffOf = makeGrantBackoffs(nowMs, longestRequestMs);

  async function ask({ metadata }: ReadyProvider, attempt: Attempt): Promise<TokenAnswer> {
    const { session, refreshToken, key, log } = attempt;
    const known = session.signIn.clientAuthentication;
    const own = backoffOf(key);
    own.check();
    backoff.enter();
    own.enter();
    try {
      const answer = await client.redeemRefreshToken({ metadata, log, known }, refreshToken);
      backoff.succeeded();
      own.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        // A failure of one grant shows that the provider works.
        if (error.ofOneGrant) backoff.succeeded();
        else backoff.failed(error);
        if (error.ofOneGrant || own.trouble() !== undefined) own.failed(error);
      } else if (error instanceof SignInRefused) {
        backoff.succeeded();
        own.succeeded();
      }
      throw error;
    }
  }

  return {
    /** Checks that the provider can be asked: metadata and keys are available, and there is no pause. Throws ProviderUnavailable. */
    async prepare({ key }: Attempt): Promise<ReadyProvider> {
      const provider = await issuer.ready();
      backoff.check();
      backoffOf(key).check();
      return provider;
    },
    /** Redeems the refresh token, once, for the session that follows. Throws ProviderUnavailable or SignInRefused. */
    async redeem(provider: ReadyProvider, attempt: Attempt): Promise<SealedSession> {
      const { session: current, refreshToken, log } = attempt;
      const answer = await ask(provider, attempt);
      const nowSeconds = Math.floor(nowMs() / 1_000);
      const claims = await readRenewedIdToken(parts, provider, current, answer, log);
      // A provider may write the email at the sign-in only (OpenID Connect Core 1.0, 12.2).
      const hasEmail = typeof claims?.email === 'string';
      const tokens = {
        idToken: (hasEmail ? answer.idToken : undefined) ?? current.tokens.idToken,
        accessToken: answer.accessToken,
        refreshToken: answer.refreshToken ?? refreshToken,
      };
      const lifetime = claims
        ? lifetimeSeconds(claims, nowSeconds)
        : (answer.lifetimeSeconds ?? current.expiresAtSeconds - current.issuedAtSeconds);
      return sealNewSession(parts, tokens, current.signIn, nowSeconds, lifetime);
    },
    trouble: backoff.trouble,
  };
}

/**
 * The claims of the verified ID token of a renewal. undefined: there is none, or its key cannot be fetched now, and the
 * identity stays as it was. Throws SignInRefused for an invalid token or another user's.
 */
async function readRenewedIdToken(
  parts: Parts,
  provider: ReadyProvider,
  current: Session,
  { idToken, accessToken }: TokenAnswer,
  log: Log,
): Promise<IdTokenClaims | undefined> {
  if (idToken === undefined) return undefined;
  try {
    const claims = await verifyIdToken(parts, provider, { idToken, accessToken }, null);
    if (!isSameUser(claims, readClaims(current.tokens.idToken))) throw new SignInRefused('id_token_changed');
    return claims;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The old refresh token is spent: without the new ones a failed key fetch would sign the user out.
    log.warn({ reason: error.reason }, 'renewed ID token not verified, the identity stays as it was');
    return undefined;
  }
}

/** OpenID Connect Core 1.0, 12.2. */
function isSameUser(after: IdTokenClaims, before: IdTokenClaims): boolean {
  const audiences = (claims: IdTokenClaims) => [claims.aud].flat().toSorted().join('\n');
  return (
    after.iss === before.iss &&
    after.sub === before.sub &&
    audiences(after) === audiences(before) &&
    (after.nonce === undefined || before.nonce === undefined || after.nonce === before.nonce)
  );
}
