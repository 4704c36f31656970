import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTHeaderParameters } from 'jose';

export type Endpoint = 'discovery' | 'jwks' | 'token' | 'revocation';
/** The redemption to which a response of the token endpoint belongs. */
export type Stage = 'sign_in' | 'renewal';
export type Json = Readonly<Record<string, unknown>>;

/** A request as the provider received it. */
export type Seen = Readonly<{
  endpoint: Endpoint;
  headers: Headers;
  form: URLSearchParams;
  signal: AbortSignal | undefined;
}>;

/** True when the request redeems a refresh token. */
export const isRenewal = ({ form }: Pick<Seen, 'form'>): boolean =>
  form.get('grant_type') === 'refresh_token';

export type IdToken = Readonly<{
  header: Json & { alg: string };
  claims: Json;
  key: SigningKey;
  stage: Stage;
}>;

/** One deviation from a correct provider. Every hook gets the correct value. */
export type Fault = Readonly<{
  /** Responds in place of the provider; may call `good`, which handles the request as usual. */
  respond?: (seen: Seen, good: () => Promise<Response>) => Promise<Response> | Response;
  discovery?: (document: Json) => Json;
  jwks?: (keys: readonly JWK[]) => Promise<readonly unknown[]>;
  /** Changes the parameters of the callback. */
  callback?: (parameters: URLSearchParams) => void;
  claims?: (claims: Json, stage: Stage) => Json;
  /** The finished ID token. */
  sign?: (token: IdToken) => Promise<string>;
  /** The accepted client authentication, if not every method (RFC 6749, 2.3.1). */
  client?: Readonly<{ basic?: 'decoded' | 'as it is' | 'refused'; post?: 'refused' }>;
  /** The response to a refused client. */
  refusal?: () => Response;
  /** Refresh tokens are not rotated and may be used again. */
  keepsRefreshTokens?: boolean;
  /** Changes the JSON of a successful token response. */
  tokens?: (answer: Json, stage: Stage) => Json;
}>;

/** A key with which the provider signs, and its published form. */
type SigningKey = Readonly<{ kid: string; alg: string; privateKey: CryptoKey; publicJwk: JWK }>;

const made = new Map<string, Promise<SigningKey>>();

/** The same key for the same name within one process: making an RSA key takes longer than a test. */
export function signingKey(name: string, alg = 'RS256', kid = name): Promise<SigningKey> {
  const key = made.get(name) ?? makeSigningKey(kid, alg);
  made.set(name, key);
  return key;
}

async function makeSigningKey(kid: string, alg: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    kid,
    alg,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
  };
}

type Unsigned = Readonly<{ header: JWTHeaderParameters; claims: object; key: SigningKey }>;

/** Signs as a correct provider does. */
export function signWell({ header, claims, key }: Unsigned): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ ...header }).sign(key.privateKey);
}
