import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTHeaderParameters } from 'jose';

export type Endpoint = 'discovery' | 'jwks' | 'token' | 'revocation';
/** Which redemption an answer of the token endpoint belongs to. */
export type Stage = 'sign_in' | 'renewal';
export type Json = Readonly<Record<string, unknown>>;

/** A request as the provider saw it. */
export type Seen = Readonly<{
  endpoint: Endpoint;
  headers: Headers;
  form: URLSearchParams;
  signal: AbortSignal | undefined;
}>;

/** Whether it redeems a refresh token. */
export const isRenewal = ({ form }: Pick<Seen, 'form'>): boolean =>
  form.get('grant_type') === 'refresh_token';

export type IdToken = Readonly<{
  header: Json & { alg: string };
  claims: Json;
  key: SigningKey;
  stage: Stage;
}>;

/** One way to differ from a good provider. Every hook gets what the good one would have said. */
export type Fault = Readonly<{
  /** Answers instead; `good` handles the request as usual and may be called, or not. */
  respond?: (seen: Seen, good: () => Promise<Response>) => Promise<Response> | Response;
  discovery?: (document: Json) => Json;
  jwks?: (keys: readonly JWK[]) => Promise<readonly unknown[]>;
  /** Changes the parameters that the browser brings back. */
  callback?: (parameters: URLSearchParams) => void;
  claims?: (claims: Json, stage: Stage) => Json;
  /** The finished ID token. */
  sign?: (token: IdToken) => Promise<string>;
  /** How clients may authenticate, where it is not every way (RFC 6749, 2.3.1). */
  client?: Readonly<{ basic?: 'decoded' | 'as it is' | 'refused'; post?: 'refused' }>;
  /** How a client is refused. */
  refusal?: () => Response;
  /** Refresh tokens stay as they are and may be used again. */
  keepsRefreshTokens?: boolean;
  /** The JSON of a granted token answer. */
  tokens?: (answer: Json, stage: Stage) => Json;
}>;

/** A key that the provider signs with, and the form of it that is published. */
type SigningKey = Readonly<{ kid: string; alg: string; privateKey: CryptoKey; publicJwk: JWK }>;

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
