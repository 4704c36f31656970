import { createHash } from 'node:crypto';

import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { readPayload } from '../foreign-json.ts';
import { longestKeptSeconds } from '../http/cookie.ts';
import type { Attempt } from './attempts.ts';
import { SignInRefused } from './faults.ts';
import type { Issuer, ReadyProvider, TokenKind } from './issuer.ts';
import type { Tenant } from './providers.ts';
import { verifySignature } from './signature.ts';

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
 * null when the token need not contain one. Throws SignInRefused for an invalid token, and ProviderUnavailable when its key is not
 * published yet or newer keys cannot be fetched.
 */
export async function verifyIdToken(
  parts: VerifyParts,
  provider: ReadyProvider,
  { idToken, accessToken }: Readonly<{ idToken: string; accessToken: string }>,
  nonce: string | null,
): Promise<IdTokenClaims> {
  const verified = await verifyToken('id_token', parts, provider, idToken);
  const claims = checkShape(verified.claims);
  const { aud, azp, at_hash: hash } = claims;
  if (azp === undefined ? [aud].flat().length > 1 : azp !== parts.tenant.clientId)
    throw new SignInRefused('id_token_azp');
  if (nonce !== null && claims.nonce !== nonce) throw new SignInRefused('id_token_nonce');
  if (hash !== undefined && hash !== accessTokenHash(accessToken, verified.algorithm))
    throw new SignInRefused('id_token_at_hash');
  return claims;
}

/**
 * Refuses a person who signed in at the provider longer before the attempt began than the profile's `max_age`, or in the future.
 * The browser carries `max_age` to the provider, so anybody can take it out of the address (OpenID Connect Core 1.0, 3.1.3.7).
 */
export function refuseOldSignIn(
  { auth_time: at }: IdTokenClaims,
  { createdAtSeconds }: Attempt,
  { tenant, clockToleranceSeconds, nowMs }: VerifyParts,
): void {
  const { max_age: longest } = tenant.authorizationParameters;
  if (longest === undefined) return;
  if (typeof at !== 'number') throw new SignInRefused('id_token_claims_auth_time');
  const isOld = createdAtSeconds - at > Number(longest) + clockToleranceSeconds;
  const isLater = at - nowMs() / 1_000 > clockToleranceSeconds;
  if (isOld || isLater) throw new SignInRefused('id_token_auth_time');
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
  const { claims } = await verifyToken('logout_token', parts, provider, logoutToken);
  if (!Check(LogoutClaims, claims)) throw refusalOfShape('logout_token', LogoutClaims, claims);
  const { iat, sub, sid } = claims;
  if (sid !== undefined) return { iat, kind: 'sid', name: sid } as const;
  if (sub === undefined) throw new SignInRefused('logout_token_claims');
  return { iat, kind: 'sub', name: sub } as const;
}

/** The claims of an ID token from a sealed session, which were verified when it arrived. */
export const readClaims = (idToken: string): IdTokenClaims => checkShape(readPayload(idToken));

/** The seconds for which an ID token is valid: by our clock, and never longer than from `iat` to `exp` (pure). */
export function lifetimeSeconds({ exp, iat }: IdTokenClaims, nowSeconds: number): number {
  return Math.max(0, Math.floor(Math.min(exp - nowSeconds, exp - iat, longestKeptSeconds)));
}

/** A token is issued just before it arrives; a token that is a day old may be stolen. */
const longestAgeSeconds = 24 * 60 * 60;

/** What every token says: who issued it, for whom, and when (RFC 7519, 4.1). */
const registered = {
  iss: Type.String(),
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  iat: Type.Number(),
  exp: Type.Optional(Type.Number()),
  nbf: Type.Optional(Type.Number()),
};
const RegisteredClaims = Type.Object(registered);

const Claims = Type.Object({
  ...registered,
  exp: Type.Number(),
  sub: Type.String({ minLength: 1, maxLength: 255 }),
  azp: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  at_hash: Type.Optional(Type.String()),
  auth_time: Type.Optional(Type.Unknown()),
  email: Type.Optional(Type.Unknown()),
  sid: Type.Optional(Type.Unknown()),
});

const text = Type.String({ minLength: 1 });
/** An ID token is no logout token: it lacks the event and has a nonce. */
const LogoutClaims = Type.Object({
  events: Type.Object({ 'http://schemas.openid.net/event/backchannel-logout': Type.Object({}) }),
  nonce: Type.Optional(Type.Never()),
  sub: Type.Optional(text),
  sid: Type.Optional(text),
});

function checkShape(claims: Record<string, unknown>): IdTokenClaims {
  if (!Check(Claims, claims)) throw refusalOfShape('id_token', Claims, claims);
  return claims;
}

type Shape = Readonly<{
  properties: Readonly<Record<string, Type.TSchema>>;
  required: readonly string[];
}>;

/** The reason has the name of the first claim that is missing, or has another form than the standard. */
function refusalOfShape(
  kind: TokenKind,
  { properties, required }: Shape,
  claims: Record<string, unknown>,
): SignInRefused {
  const isWrong = ([name, schema]: [string, Type.TSchema]) =>
    claims[name] === undefined ? required.includes(name) : !Check(schema, claims[name]);
  const [name = 'form'] = Object.entries(properties).find(isWrong) ?? [];
  return new SignInRefused(`${kind}_claims_${name}`);
}

/** The left half of the token's hash, by the signature's algorithm (OpenID Connect Core 1.0, 3.1.3.8; RFC 8037 for EdDSA). */
function accessTokenHash(accessToken: string, algorithm: string): string {
  const bits = /(?:256|384|512)$/.exec(algorithm)?.[0] ?? '512';
  const hash = createHash(`sha${bits}`).update(accessToken, 'ascii').digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

/**
 * Verifies a token that has just arrived: first its signature, then the claims that every token has. The reason of a refusal
 * begins with the kind of the token.
 */
async function verifyToken(
  kind: TokenKind,
  parts: VerifyParts,
  provider: ReadyProvider,
  token: string,
) {
  const algorithm = await verifySignature(kind, parts.issuer, provider, token);
  const claims = readPayload(token);
  if (!Check(RegisteredClaims, claims)) throw refusalOfShape(kind, RegisteredClaims, claims);
  const fault = faultOf(claims, provider.metadata.server.issuer, parts);
  if (fault !== undefined) throw new SignInRefused(`${kind}_${fault}`);
  return { claims, algorithm };
}

/** The first claim that does not hold, or `old`; undefined when all hold (RFC 7519, 4.1). */
function faultOf(
  { iss, aud, iat, exp, nbf }: Type.Static<typeof RegisteredClaims>,
  issuer: string,
  { tenant, clockToleranceSeconds, nowMs }: VerifyParts,
): string | undefined {
  const nowSeconds = Math.floor(nowMs() / 1_000);
  const latest = nowSeconds + clockToleranceSeconds;
  const earliest = nowSeconds - clockToleranceSeconds;
  if (iss !== issuer) return 'iss';
  if (![aud].flat().includes(tenant.clientId)) return 'aud';
  if (nbf !== undefined && nbf > latest) return 'nbf';
  if (exp !== undefined && exp <= earliest) return 'exp';
  if (iat > latest) return 'iat';
  if (iat < earliest - longestAgeSeconds) return 'old';
  return undefined;
}
