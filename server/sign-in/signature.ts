import { compactVerify, errors as jose } from 'jose';
import type { CryptoKey, LocalJWKSet } from 'jose';

import type { RefusalReason } from './faults.ts';
import { SignInRefused } from './faults.ts';

/** The payload of a valid signature, and its algorithm. */
export type Signed = Readonly<{ payload: Uint8Array; algorithm: string }>;

/**
 * Verifies a compact JWS with each of these keys that could have signed it. undefined: none did, but a newer one may have.
 * Throws SignInRefused for a token that no key could have signed.
 */
export async function verifySignature(
  token: string,
  keys: LocalJWKSet,
  algorithms: readonly string[],
): Promise<Signed | undefined> {
  const verify = async (key: LocalJWKSet | CryptoKey): Promise<Signed> => {
    const options = { algorithms: [...algorithms] };
    const verified =
      typeof key === 'function' ? compactVerify(token, key, options) : compactVerify(token, key, options);
    const { payload, protectedHeader } = await verified;
    return { payload, algorithm: protectedHeader.alg };
  };
  try {
    return await verify(keys).catch((error: unknown) => {
      if (error instanceof jose.JWKSMultipleMatchingKeys) return tryEach(error, verify);
      throw error;
    });
  } catch (error) {
    if (error instanceof jose.JWKSNoMatchingKey || error instanceof jose.JWSSignatureVerificationFailed) {
      return undefined;
    }
    // Every other error is about the token or the provider's keys, which both come from outside.
    throw new SignInRefused(error instanceof jose.JOSEError ? reasonOf(error) : 'id_token_key');
  }
}

/** The codes of `jose` begin with ERR_. */
const reasonOf = ({ code }: jose.JOSEError): RefusalReason =>
  `err_${code.slice('ERR_'.length).toLowerCase()}`;

/** A provider has two or three keys, while they change. */
const mostKeysTried = 16;

/** Without `kid` each key of the right kind may be the one (OpenID Connect Core 1.0, 10.1). */
async function tryEach(
  candidates: AsyncIterable<CryptoKey>,
  verify: (key: CryptoKey) => Promise<Signed>,
): Promise<Signed> {
  let tries = 0;
  for await (const key of candidates) {
    tries += 1;
    if (tries > mostKeysTried) break;
    const signed = await verify(key).catch(unlessAnother);
    if (signed !== undefined) return signed;
  }
  throw new jose.JWSSignatureVerificationFailed();
}

function unlessAnother(error: unknown): undefined {
  if (!(error instanceof jose.JWSSignatureVerificationFailed)) throw error;
}
