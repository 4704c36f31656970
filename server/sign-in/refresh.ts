import type { Log } from '../request/log.ts';
import type { Sealer } from '../session/seal.ts';
import { sealSession } from '../session/seal.ts';
import type { SealedSession, Session } from '../session/session.ts';
import { beginSession } from '../session/session.ts';
import { makeBackoff } from './backoff.ts';
import type { Client } from './client.ts';
import { ProviderUnavailable, SignInRefused } from './faults.ts';
import type { Issuer, ReadyProvider } from './issuer.ts';
import type { TokenAnswer } from './token-answer.ts';
import type { IdTokenClaims } from './verify.ts';
import { lifetimeSeconds, readClaims, verifyIdToken } from './verify.ts';

/** The refresh token grant. Both throw ProviderUnavailable, the second SignInRefused too. */
export type Refresh = Readonly<{
  /** Sees to it that the provider can be asked: metadata and keys are at hand, no pause is on. */
  prepare: () => Promise<ReadyProvider>;
  /** Redeems a refresh token, once, for the session that follows. */
  redeem: (
    provider: ReadyProvider,
    current: Session,
    refreshToken: string,
    log: Log,
  ) => Promise<SealedSession>;
  trouble: () => string | undefined;
}>;

type Parts = Readonly<{
  client: Client;
  issuer: Issuer;
  sessionSealer: Sealer;
  sessionExtensionSeconds: number;
  clockToleranceSeconds: number;
  nowMs: () => number;
}>;

/** Pauses after a failure, for the token endpoint alone. */
export function makeRefresh(parts: Parts): Refresh {
  const { client, issuer, nowMs } = parts;
  const backoff = makeBackoff(nowMs);

  async function ask(provider: ReadyProvider, refreshToken: string, log: Log): Promise<TokenAnswer> {
    backoff.enter();
    try {
      const answer = await client.redeemRefreshToken(provider.metadata, refreshToken, log);
      backoff.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnavailable) backoff.failed(error);
      if (error instanceof SignInRefused) backoff.succeeded();
      throw error;
    }
  }

  return {
    async prepare() {
      const provider = await issuer.ready();
      backoff.check();
      return provider;
    },
    async redeem(provider, current, refreshToken, log) {
      const answer = await ask(provider, refreshToken, log);
      const nowSeconds = Math.floor(nowMs() / 1_000);
      const renewed = await readIdToken(parts, provider, current, answer, nowSeconds, log);
      const tokens = {
        idToken: renewed?.idToken ?? current.tokens.idToken,
        accessToken: answer.accessToken,
        refreshToken: answer.refreshToken ?? refreshToken,
      };
      const lifetime = renewed?.lifetimeSeconds ?? answer.lifetimeSeconds ?? previousLifetime(current);
      return sealSession(
        parts.sessionSealer,
        beginSession(tokens, nowSeconds, lifetime, parts.sessionExtensionSeconds),
      );
    },
    trouble: backoff.trouble,
  };
}

const previousLifetime = (session: Session) => session.expiresAtSeconds - session.issuedAtSeconds;

/** The answer's ID token; undefined when there is none, or none that can be verified now: the identity stays as it was. */
async function readIdToken(
  parts: Parts,
  provider: ReadyProvider,
  current: Session,
  { idToken, accessToken }: TokenAnswer,
  nowSeconds: number,
  log: Log,
): Promise<{ idToken: string; lifetimeSeconds: number } | undefined> {
  if (idToken === undefined) return undefined;
  try {
    const claims = await verifyIdToken(idToken, provider, parts.issuer.newerKeys, {
      clientId: parts.client.client.client_id,
      nonce: null,
      accessToken,
      nowSeconds,
      toleranceSeconds: parts.clockToleranceSeconds,
    });
    if (!isSameUser(claims, readClaims(current.tokens.idToken))) throw new SignInRefused('id_token_changed');
    return { idToken, lifetimeSeconds: lifetimeSeconds(claims, nowSeconds) };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The old refresh token is spent: to throw the new ones away would sign the user out for a failed key fetch.
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
