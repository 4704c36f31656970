import { compactVerify, decodeProtectedHeader, errors as jose } from 'jose';
import type { CompactJWSHeaderParameters } from 'jose';

import { readMembers } from '../foreign-json.ts';
import { ProviderUnavailable, SignInRefused } from './faults.ts';
import type { Issuer, ReadyProvider, TokenKind } from './issuer.ts';
import { isAsymmetric, newerPauseSeconds } from './issuer.ts';

/**
 * Verifies the signature of a token, and returns its algorithm. If no known key made it, the keys of the provider are fetched again.
 * An ID token, which only the provider sends, may be signed with a key that is not published yet: ProviderUnavailable.
 */
export async function verifySignature(
  kind: TokenKind,
  issuer: Issuer,
  provider: ReadyProvider,
  token: string,
): Promise<string> {
  // An encrypted token (RFC 7516, 7.1) has five parts, a signed one three.
  if (token.split('.', 6).length === 5) throw new SignInRefused(`${kind}_encrypted`);
  let tried = provider;
  for (;;) {
    try {
      return await verifyWithKeys(tried, token);
    } catch (error) {
      if (!ofKey.some((each) => error instanceof each)) throw refusalOf(kind, error);
      // The provider may have changed its keys, or their algorithm.
      const newer = await issuer.newer(tried, kind);
      if (newer !== undefined) tried = newer;
      else if (kind === 'id_token' && namesUnknownKey(token, tried)) throw keyNotPublished();
      else throw refusalOf(kind, error);
    }
  }
}

const keyNotPublished = () =>
  new ProviderUnavailable('key_not_published', { retryAfterSeconds: newerPauseSeconds.id_token });

const ofKey = [jose.JWKSNoMatchingKey, jose.JWSSignatureVerificationFailed, jose.JOSEAlgNotAllowed];

/** Tries every key that fits the header of a token: those of its `kid`, or those of its type (OpenID Connect Core 1.0, 10.1). */
async function verifyWithKeys({ metadata, keys }: ReadyProvider, token: string): Promise<string> {
  const options = { algorithms: [...metadata.algorithms] };
  const fitting = ({ kid, ...header }: CompactJWSHeaderParameters) =>
    keys(typeof kid === 'string' ? { ...header, kid } : header);
  try {
    return (await compactVerify(token, fitting, options)).protectedHeader.alg;
  } catch (error) {
    if (!(error instanceof jose.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      // A key of the set that cannot be used does not keep the next one from being tried.
      const verified = await compactVerify(token, key, options).catch(() => undefined);
      if (verified !== undefined) return verified.protectedHeader.alg;
    }
    throw new jose.JWSSignatureVerificationFailed();
  }
}

/**
 * Whether no known key has the `kid` of a token. One without `kid` names no key either: a refusal would protect no session, because
 * a renewal without an ID token keeps the session too.
 */
function namesUnknownKey(token: string, { keys }: ReadyProvider): boolean {
  const { alg, kid } = readMembers(decodeProtectedHeader(token));
  if (!isAsymmetric(alg)) return false;
  return kid === undefined || !keys.jwks().keys.some((key) => key.kid === kid);
}

/** Every error concerns the token or the provider's keys, which both come from outside. */
function refusalOf(kind: TokenKind, error: unknown): SignInRefused {
  if (
    error instanceof jose.JWKSNoMatchingKey ||
    error instanceof jose.JWSSignatureVerificationFailed
  )
    return new SignInRefused(`${kind}_signature`);
  // The codes of `jose` begin with ERR_.
  const code = error instanceof jose.JOSEError ? error.code.toLowerCase() : `${kind}_key`;
  return new SignInRefused(code);
}
