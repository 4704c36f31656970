import { createHash } from 'node:crypto';

import { decodeJwt, errors as jose, jwtVerify } from 'jose';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { longestKeptSeconds } from '../http/cookie.ts';
import { SignInRefused } from './faults.ts';
import type { Issuer, ReadyProvider } from './issuer.ts';
import type { Tenant } from './providers.ts';

/** The claims of an ID token that was verified, now or before its session was sealed. */
export type IdTokenClaims = Type.Static<typeof Claims>;

export type VerifyParts = Readonly<{
  tenant: Tenant;
  issuer: Issuer;
  clockToleranceSeconds: number;
  nowMs: () => number;
}>;

/**
 * Verifies an ID token when it arrives, with the access token of the same response (OpenID Connect Core 1.0, 3.1.3.7). `nonce`:
 * null when the token need not contain one. Throws SignInRefused for an invalid token, and ProviderUnavailable when no known key
 * made its signature and newer keys cannot be fetched.
 */
export async function verifyIdToken(
  parts: VerifyParts,
  provider: ReadyProvider,
  { idToken, accessToken }: Readonly<{ idToken: string; accessToken: string }>,
  nonce: string | null,
): Promise<IdTokenClaims> {
  const verified = await verifyToken('id_token', parts, provider, idToken);
  const claims = checkShape(verified.payload);
  const { aud, azp, at_hash: hash } = claims;
  if (azp === undefined ? [aud].flat().length > 1 : azp !== parts.tenant.clientId)
    throw new SignInRefused('id_token_azp');
  if (nonce !== null && claims.nonce !== nonce) throw new SignInRefused('id_token_nonce');
  if (
    typeof hash === 'string' &&
    hash !== accessTokenHash(accessToken, verified.protectedHeader.alg)
  )
    throw new SignInRefused('id_token_at_hash');
  return claims;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Returns the `sid` of the session at the provider, or
 * else the `sub` of the person. Throws as verifyIdToken does.
 */
export async function verifyLogoutToken(
  parts: VerifyParts,
  provider: ReadyProvider,
  logoutToken: string,
) {
  const { payload } = await verifyToken('logout_token', parts, provider, logoutToken);
  if (!Check(LogoutClaims, payload)) throw new SignInRefused('logout_token_claims');
  const { iat, sub, sid } = payload;
  if (sid !== undefined) return { iat, kind: 'sid', name: sid } as const;
  if (sub === undefined) throw new SignInRefused('logout_token_claims');
  return { iat, kind: 'sub', name: sub } as const;
}

/** The claims of an ID token from a sealed session, which were verified when it arrived. */
export const readClaims = (idToken: string): IdTokenClaims => checkShape(decodeJwt(idToken));

/** The seconds for which an ID token is valid: by our clock, and never longer than from `iat` to `exp` (pure). */
export function lifetimeSeconds({ exp, iat }: IdTokenClaims, nowSeconds: number): number {
  return Math.max(0, Math.floor(Math.min(exp - nowSeconds, exp - iat, longestKeptSeconds)));
}

/** A token is issued just before it arrives; a token that is a day old may be stolen. */
const longestAgeSeconds = 24 * 60 * 60;

const Claims = Type.Object({
  iss: Type.String(),
  sub: Type.String({ minLength: 1, maxLength: 255 }),
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Number(),
  iat: Type.Number(),
  azp: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  at_hash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  email: Type.Optional(Type.Unknown()),
  sid: Type.Optional(Type.Unknown()),
});

const text = Type.String({ minLength: 1 });
/** An ID token is no logout token: it lacks the event and has a nonce. */
const LogoutClaims = Type.Object({
  iat: Type.Number(),
  events: Type.Object({ 'http://schemas.openid.net/event/backchannel-logout': Type.Object({}) }),
  nonce: Type.Optional(Type.Never()),
  sub: Type.Optional(text),
  sid: Type.Optional(text),
});

function checkShape(claims: unknown): IdTokenClaims {
  if (!Check(Claims, claims)) throw new SignInRefused('id_token_claims');
  return claims;
}

/** The left half of the token's hash, by the signature's algorithm (OpenID Connect Core 1.0, 3.1.3.8; RFC 8037 for EdDSA). */
function accessTokenHash(accessToken: string, algorithm: string): string {
  const bits = /(?:256|384|512)$/.exec(algorithm)?.[0] ?? '512';
  const hash = createHash(`sha${bits}`).update(accessToken, 'ascii').digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

/** The kind of a token, with which the reason of a refusal begins. */
type Kind = 'id_token' | 'logout_token';

/**
 * Verifies the signature and the registered claims of a token that has just arrived, with the key that it names, or the only key
 * of its type (OpenID Connect Core 1.0, 10.1). If no known key fits, the keys of the provider are fetched again.
 */
async function verifyToken(
  kind: Kind,
  { tenant, issuer, clockToleranceSeconds, nowMs }: VerifyParts,
  provider: ReadyProvider,
  token: string,
) {
  let tried = provider;
  for (;;) {
    const { metadata, keys } = tried;
    try {
      return await jwtVerify(token, keys, {
        algorithms: [...metadata.algorithms],
        issuer: metadata.server.issuer,
        audience: tenant.clientId,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: longestAgeSeconds,
        currentDate: new Date(nowMs()),
      });
    } catch (error) {
      // The provider may have changed its keys, or their algorithm.
      const newer = ofKey.some((each) => error instanceof each)
        ? await issuer.newer(tried, kind)
        : undefined;
      if (newer === undefined) throw new SignInRefused(reasonOf(kind, error));
      tried = newer;
    }
  }
}

const ofKey = [jose.JWKSNoMatchingKey, jose.JWSSignatureVerificationFailed, jose.JOSEAlgNotAllowed];

/** Every error concerns the token or the provider's keys, which both come from outside. */
function reasonOf(kind: Kind, error: unknown): string {
  if (
    error instanceof jose.JWKSNoMatchingKey ||
    error instanceof jose.JWSSignatureVerificationFailed
  )
    return `${kind}_signature`;
  if (error instanceof jose.JWTExpired) return `${kind}_${error.claim === 'exp' ? 'exp' : 'old'}`;
  if (error instanceof jose.JWTClaimValidationFailed)
    return `${kind}_${error.reason === 'check_failed' ? error.claim : 'claims'}`;
  if (error instanceof jose.JWTInvalid) return `${kind}_claims`;
  // The codes of `jose` begin with ERR_.
  return error instanceof jose.JOSEError ? error.code.toLowerCase() : `${kind}_key`;
}
