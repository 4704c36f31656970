import { createHash } from 'node:crypto';

import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { RefusalReason } from './faults.ts';
import { SignInRefused } from './faults.ts';
import type { Issuer, ReadyProvider } from './issuer.ts';
import { verifySignature } from './signature.ts';
import { longestLifetimeSeconds } from './token-answer.ts';

/** The claims of an ID token that was verified, now or before its session was sealed. */
export type IdTokenClaims = Type.Static<typeof Claims>;

/** The values that an ID token must have, on our clock. `nonce`: null when the response need not repeat one. */
export type Expected = Readonly<{
  clientId: string;
  nonce: string | null;
  /** The access token of the same response. */
  accessToken: string;
  nowSeconds: number;
  toleranceSeconds: number;
}>;

/**
 * Verifies an ID token when it arrives (OpenID Connect Core 1.0, 3.1.3.7). Throws SignInRefused for an invalid token, and
 * ProviderUnavailable when no known key made its signature and newer ones cannot be fetched.
 */
export async function verifyIdToken(
  idToken: string,
  provider: ReadyProvider,
  newerKeys: Issuer['newerKeys'],
  expected: Expected,
): Promise<IdTokenClaims> {
  const { algorithms, server } = provider.metadata;
  let signed = await verifySignature(idToken, provider.keys, algorithms);
  if (signed === undefined) {
    const keys = await newerKeys(provider.keys);
    signed = keys && (await verifySignature(idToken, keys, algorithms));
  }
  if (signed === undefined) throw new SignInRefused('id_token_signature');
  const claims = parseClaims(signed.payload);
  checkClaims(claims, server.issuer, expected);
  const { at_hash: hash } = claims;
  if (typeof hash === 'string' && hash !== accessTokenHash(expected.accessToken, signed.algorithm)) {
    throw new SignInRefused('id_token_at_hash');
  }
  return claims;
}

/** The claims of a compact JWS, not verified: only for an ID token from a sealed session. */
export function readClaims(idToken: string): IdTokenClaims {
  const [, payload = ''] = idToken.split('.');
  return parseClaims(Buffer.from(payload, 'base64url'));
}

/** How long an ID token is valid: by our clock, and never longer than the provider meant (pure). */
export function lifetimeSeconds({ exp, iat }: IdTokenClaims, nowSeconds: number): number {
  return Math.max(0, Math.floor(Math.min(exp - nowSeconds, exp - iat, longestLifetimeSeconds)));
}

/** A token that arrives was issued just now; one that is a day old may be stolen. */
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
  at_hash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

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
  const faults: readonly [reason: RefusalReason, wrong: boolean][] = [
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

/** The left half of the hash that goes with the signature's algorithm (OpenID Connect Core 1.0, 3.1.3.8; RFC 8037 for EdDSA). */
function accessTokenHash(accessToken: string, algorithm: string): string {
  const bits = /(?:256|384|512)$/.exec(algorithm)?.[0] ?? '512';
  const hash = createHash(`sha${bits}`).update(accessToken, 'ascii').digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}
