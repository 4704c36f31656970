import { errors as jose, jwtVerify } from 'jose';
import type { CryptoKey, JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult, LocalJWKSet } from 'jose';

import type { RefusalReason } from './faults.ts';
import { SignInRefused } from './faults.ts';

/**
 * Verifies a JWT and its registered claims with each of these keys that could have signed it. undefined: none did, but a
 * newer one may have. Throws SignInRefused for a token that no key could have signed, and for wrong claims.
 */
export async function verifyJwt(
  token: string,
  keys: LocalJWKSet,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult | undefined> {
  const verify = (getKey: JWTVerifyGetKey) => jwtVerify(token, getKey, options);
  try {
    return await verify(keys).catch((error: unknown) => {
      if (error instanceof jose.JWKSMultipleMatchingKeys) return tryEach(error, verify);
      throw error;
    });
  } catch (error) {
    if (error instanceof jose.JWKSNoMatchingKey || isWrongKey(error)) return undefined;
    throw new SignInRefused(reasonOf(error));
  }
}

/** A provider has two or three keys, while they change. */
const mostKeysTried = 16;

/** Without `kid` each key of the right kind may be the one (OpenID Connect Core 1.0, 10.1). */
async function tryEach(
  candidates: AsyncIterable<CryptoKey>,
  verify: (getKey: JWTVerifyGetKey) => Promise<JWTVerifyResult>,
): Promise<JWTVerifyResult> {
  let tries = 0;
  for await (const key of candidates) {
    tries += 1;
    if (tries > mostKeysTried) break;
    try {
      return await verify(() => key);
    } catch (error) {
      if (!isWrongKey(error)) throw error;
    }
  }
  throw new jose.JWSSignatureVerificationFailed();
}

const isWrongKey = (error: unknown) => error instanceof jose.JWSSignatureVerificationFailed;

/** Every error is about the token or the provider's keys, which both come from outside. */
function reasonOf(error: unknown): RefusalReason {
  if (error instanceof jose.JWTExpired) return error.claim === 'exp' ? 'id_token_exp' : 'id_token_old';
  if (error instanceof jose.JWTClaimValidationFailed)
    return (error.reason === 'check_failed' && reasonByClaim[error.claim]) || 'id_token_claims';
  if (error instanceof jose.JWTInvalid) return 'id_token_claims';
  if (!(error instanceof jose.JOSEError)) return 'id_token_key';
  // The codes of `jose` begin with ERR_.
  return `err_${error.code.slice('ERR_'.length).toLowerCase()}`;
}

const reasonByClaim: Readonly<Record<string, RefusalReason>> = {
  iss: 'id_token_iss',
  aud: 'id_token_aud',
  iat: 'id_token_iat',
  nbf: 'id_token_nbf',
};
