import type { Log } from '../request/log.ts';
import type { Session } from '../session/session.ts';
import type { Client } from './client.ts';
import { ProviderUnavailable, SignInRefused } from './faults.ts';
import type { Issuer, ReadyProvider } from './issuer.ts';
import type { TokenAnswer } from './token-answer.ts';
import type { IdTokenClaims } from './verify.ts';
import { lifetimeSeconds, readClaims, verifyIdToken } from './verify.ts';

type Parts = Readonly<{
  client: Client;
  issuer: Issuer;
  clockToleranceSeconds: number;
}>;

/**
 * The verified ID token of a renewal. undefined: there is none, or its key cannot be fetched now, and the identity stays
 * as it was. Throws SignInRefused for an invalid token or another user's.
 */
export async function readRenewedIdToken(
  { client, issuer, clockToleranceSeconds }: Parts,
  provider: ReadyProvider,
  current: Session,
  { idToken, accessToken }: TokenAnswer,
  nowSeconds: number,
  log: Log,
): Promise<{ idToken: string; lifetimeSeconds: number } | undefined> {
  if (idToken === undefined) return undefined;
  try {
    const claims = await verifyIdToken(idToken, provider, issuer.newerKeys, {
      clientId: client.id,
      nonce: null,
      accessToken,
      nowSeconds,
      toleranceSeconds: clockToleranceSeconds,
    });
    if (!isSameUser(claims, readClaims(current.tokens.idToken))) throw new SignInRefused('id_token_changed');
    return { idToken, lifetimeSeconds: lifetimeSeconds(claims, nowSeconds) };
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
