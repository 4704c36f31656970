import { compactVerify, errors as jose } from 'jose';
import type { LocalJWKSet } from 'jose';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { SignInRefused } from './faults.ts';
import type { Issuer, ReadyProvider } from './issuer.ts';
import { longestLifetimeSeconds } from './token-answer.ts';

/** The claims of an ID token that were checked, or that a sealed session vouches for. */
export type IdTokenClaims = Type.Static<typeof Claims>;

/** What an ID token must say, on our clock. `nonce`: null when the answer need not repeat one. */
export type Expected = Readonly<{
  clientId: string;
  nonce: string | null;
  nowSeconds: number;
  toleranceSeconds: number;
}>;

/**
 * Verifies an ID token when it arrives (OpenID Connect Core 1.0, 3.1.3.7). Throws SignInRefused for a token that is
 * not what it should be, ProviderUnavailable when its key is unknown and newer keys cannot be had.
 */
export async function verifyIdToken(
  idToken: string,
  provider: ReadyProvider,
  newerKeys: Issuer['newerKeys'],
  expected: Expected,
): Promise<IdTokenClaims> {
  const algorithms = [...provider.metadata.algorithms];
  const claims =
    (await readSigned(idToken, provider.keys, algorithms)) ??
    (await readSigned(idToken, await newerKeys(provider.keys), algorithms));
  if (claims === undefined) throw new SignInRefused('id_token_signature');
  checkClaims(claims, provider.metadata.server.issuer, expected);
  return claims;
}

/** The claims of a compact JWS, unverified: only for an ID token out of a sealed session. */
export function readClaims(idToken: string): IdTokenClaims {
  const [, payload = ''] = idToken.split('.');
  return parseClaims(Buffer.from(payload, 'base64url'));
}

/** How long an ID token is good for: by our clock, and never longer than the provider meant (pure). */
export function lifetimeSeconds({ exp, iat }: IdTokenClaims, nowSeconds: number): number {
  return Math.max(0, Math.floor(Math.min(exp - nowSeconds, exp - iat, longestLifetimeSeconds)));
}

/** A token that arrives is fresh; one issued a day ago is somebody's find. */
const longestAgeSeconds = 24 * 60 * 60;

const Claims = Type.Object({
  iss: Type.String(),
  sub: Type.String({ minLength: 1, maxLength: 255 }),
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Number(),
  iat: Type.Number(),
  nbf: Type.Optional(Type.Number()),
  azp: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
});

/** undefined: none of these keys made the signature, but a newer one may have. */
async function readSigned(
  idToken: string,
  keys: LocalJWKSet,
  algorithms: string[],
): Promise<IdTokenClaims | undefined> {
  try {
    const { payload } = await compactVerify(idToken, keys, { algorithms });
    return parseClaims(payload);
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    if (error instanceof jose.JWKSNoMatchingKey || error instanceof jose.JWSSignatureVerificationFailed) {
      return undefined;
    }
    // Whatever else goes wrong is about the token or the provider's keys: both come from outside.
    throw new SignInRefused(error instanceof jose.JOSEError ? error.code.toLowerCase() : 'id_token_key');
  }
}

function parseClaims(payload: Uint8Array): IdTokenClaims {
  let claims: unknown;
  try {
    claims = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    throw new SignInRefused('id_token_claims');
  }
  if (!Check(Claims, claims)) throw new SignInRefused('id_token_claims');
  return claims;
}

function checkClaims(claims: IdTokenClaims, issuer: string, expected: Expected): void {
  const audiences = [claims.aud].flat();
  const { nowSeconds, toleranceSeconds } = expected;
  const faults: readonly [reason: string, wrong: boolean][] = [
    ['id_token_iss', claims.iss !== issuer],
    ['id_token_aud', !audiences.includes(expected.clientId)],
    ['id_token_azp', claims.azp === undefined ? audiences.length > 1 : claims.azp !== expected.clientId],
    ['id_token_exp', claims.exp + toleranceSeconds <= nowSeconds],
    ['id_token_iat', claims.iat - toleranceSeconds > nowSeconds],
    ['id_token_old', claims.iat + longestAgeSeconds < nowSeconds],
    ['id_token_nbf', (claims.nbf ?? 0) - toleranceSeconds > nowSeconds],
    ['id_token_nonce', expected.nonce !== null && claims.nonce !== expected.nonce],
  ];
  const fault = faults.find(([, wrong]) => wrong);
  if (fault !== undefined) throw new SignInRefused(fault[0]);
}
