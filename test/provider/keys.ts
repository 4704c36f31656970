import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTHeaderParameters } from 'jose';

/** A key that the provider signs with, and the form of it that is published. */
export type SigningKey = Readonly<{ kid: string; alg: string; privateKey: CryptoKey; publicJwk: JWK }>;

const made = new Map<string, Promise<SigningKey>>();

/** The same key for the same name within one process: to make an RSA key takes longer than a test. */
export function signingKey(name: string, alg = 'RS256', kid = name): Promise<SigningKey> {
  const key = made.get(name) ?? makeSigningKey(kid, alg);
  made.set(name, key);
  return key;
}

async function makeSigningKey(kid: string, alg: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

type Unsigned = Readonly<{ header: JWTHeaderParameters; claims: object; key: SigningKey }>;

/** As a good provider signs. */
export function signWell({ header, claims, key }: Unsigned): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ ...header }).sign(key.privateKey);
}
