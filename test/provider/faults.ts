import { createHash, createHmac } from 'node:crypto';

import { CompactSign, exportJWK, exportSPKI, importJWK, SignJWT } from 'jose';

import type { Fault, IdToken, Json } from './fault.ts';
import { signingKey, signWell } from './fault.ts';

/** All deviations without parameters, by name. */
export const faults = {
  // Claims of the ID token.
  otherIss: claims({ iss: 'https://other.example.com' }),
  otherAud: claims({ aud: 'another-client' }),
  audOfOthersToo: { claims: (said) => ({ ...said, aud: [said.aud, 'another-client'] }) },
  audOfOthersTooWithAzp: {
    claims: (said) => ({ ...said, aud: [said.aud, 'other'], azp: said.aud }),
  },
  missingIat: claims({ iat: undefined }),
  weekOld: { claims: (said) => ({ ...said, iat: Number(said.iat) - 7 * 24 * 3_600 }) },
  otherNonce: claims({ nonce: 'another nonce' }),
  otherAtHash: claims({ at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }),

  // Keys and signatures.
  unsigned: { sign: async (token) => `${encodeParts({ ...token, header: { alg: 'none' } })}.` },
  tamperedSignature: { sign: tamper },
  foreignKey: signedBy('foreign', ({ kid }) => ({ kid: String(kid) })),
  unknownKid: signedBy('first', () => ({ kid: 'nobody' })),
  missingKid: signedBy('first', () => ({})),
  foreignKeyWithoutKid: signedBy('foreign', () => ({})),
  nullKid: signedBy('first', () => ({ kid: null })),
  secondKeyPublished: { jwks: async (keys) => [...keys, (await signingKey('another')).publicJwk] },
  keyTwice: { jwks: async (keys) => [...keys, ...keys] },
  kidOfThreeKeys: {
    jwks: async ([key]) => [
      { kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: key?.kid },
      { ...(await signingKey('another')).publicJwk, kid: key?.kid },
      key,
    ],
  },
  keysWithoutKid: { jwks: async (keys) => keys.map(({ kid: _kid, ...key }) => key) },
  nullsInKeys: {
    jwks: async (keys) => keys.map((key) => ({ ...key, use: null, alg: null, key_ops: null })),
  },
  listAsClaims: {
    sign: async ({ header, key }) =>
      new CompactSign(Buffer.from('["a list"]')).setProtectedHeader(header).sign(key.privateKey),
  },
  textAsClaims: {
    sign: async ({ header, key }) =>
      new CompactSign(Buffer.from('no JSON')).setProtectedHeader(header).sign(key.privateKey),
  },
  hmacWithPublicKey: { sign: async (token) => hmac(token, await exportPublic(token)) },
  es256: usesKey('curve', 'ES256'),
  ed25519: {
    ...usesKey('edwards', 'EdDSA'),
    discovery: (said) => ({ ...said, id_token_signing_alg_values_supported: ['EdDSA'] }),
  },
  unannouncedAlgorithm: {
    jwks: async (keys) => keys.map(({ alg: _alg, ...key }) => key),
    sign: async (token) => {
      const key = await importJWK(await exportJWK(token.key.privateKey), 'RS512');
      return new SignJWT({ ...token.claims })
        .setProtectedHeader({ ...token.header, alg: 'RS512' })
        .sign(key);
    },
  },
  noKeys: { jwks: async () => [] },

  // Client authentication.
  neverDecodes: { client: { basic: 'as it is' } },
  takesNoPost: { client: { post: 'refused' } },
  takesNoBasic: { client: { basic: 'refused' } },
  refusesClients: { client: { basic: 'refused', post: 'refused' } },
  refusesAsUnauthorized: {
    refusal: () => Response.json({ error: 'unauthorized_client' }, { status: 403 }),
  },
  refusesBarely: { refusal: () => new Response(null, { status: 401 }) },

  // Parameters of the callback.
  otherIssInCallback: { callback: (said) => said.set('iss', 'https://other.example.com') },
  missingIssInCallback: { callback: (said) => said.delete('iss') },
  stateTwice: { callback: (said) => said.append('state', said.get('state') ?? '') },
  unknownTwice: { callback: (said) => ['a', 'b'].forEach((value) => said.append('extra', value)) },
  idTokenInCallback: { callback: (said) => said.set('id_token', 'e30.e30.') },

  // Successful responses of the token endpoint.
  withoutIdToken: tokens({ id_token: undefined }),
  nullIdToken: tokens({ id_token: null }),
  emptyIdToken: tokens({ id_token: '' }),
  listIdToken: tokens({ id_token: ['e30.e30.'] }),
  withoutRefreshToken: tokens({ refresh_token: undefined }),
  emptyRefreshToken: tokens({ refresh_token: '' }),
  withoutExpiresIn: tokens({ expires_in: undefined }),
  endlessExpiresIn: tokens({ expires_in: 1e300 }),
  negativeExpiresIn: tokens({ expires_in: -1 }),

  // Discovery.
  announcesOnlyWeakAlgorithms: algorithms(['none', 'HS256']),
  issWithSlash: {
    discovery: (said) => ({ ...said, issuer: `${String(said.issuer)}/` }),
    claims: (said) => ({ ...said, iss: `${String(said.iss)}/` }),
    callback: (said) => said.set('iss', `${said.get('iss')}/`),
  },
  plainTokenEndpoint: discovery({ token_endpoint: 'http://id.example.com/token' }),
  loopbackTokenEndpoint: discovery({ token_endpoint: 'http://localhost/token' }),
  scriptAuthorizationEndpoint: discovery({ authorization_endpoint: 'javascript:alert(1)' }),
  takesRevocations: discovery({ revocation_endpoint: 'https://id.example.com/revoke' }),
  plainRevocations: discovery({ revocation_endpoint: 'http://id.example.com/revoke' }),
  announcesNoIss: discovery({ authorization_response_iss_parameter_supported: undefined }),
} as const satisfies Record<string, Fault>;

/** An access token, and the hash of it in the ID token (OpenID Connect Core 1.0, 3.1.3.8). */
export function hashedAccessToken(hash: 'sha256' | 'sha384' | 'sha512'): Fault {
  const accessToken = 'an-access-token';
  const half = createHash(hash).update(accessToken).digest();
  const at_hash = half.subarray(0, half.length / 2).toString('base64url');
  return {
    ...tokens({ access_token: accessToken }),
    ...claims({ at_hash }),
  };
}

/** Announces these methods of client authentication. */
export const lists = (...methods: readonly string[]): Fault =>
  discovery({ token_endpoint_auth_methods_supported: methods });

/** Changes these members of the ID token. */
export function claims(changed: Json): Fault {
  return { claims: (said) => ({ ...said, ...changed }) };
}

/** Changes these members of a successful token response. */
export function tokens(changed: Json): Fault {
  return { tokens: (said) => ({ ...said, ...changed }) };
}

/** Changes these members of the discovery document. */
export function discovery(changed: Json): Fault {
  return { discovery: (said) => ({ ...said, ...changed }) };
}

/** Announces these algorithms of the ID token. */
export function algorithms(announced: readonly string[] | undefined): Fault {
  return discovery({ id_token_signing_alg_values_supported: announced });
}

/** Signs with the key of this name, and with a changed header. */
function signedBy(name: string, headerOf: (usual: Json) => object): Fault {
  return {
    async sign({ header, ...token }) {
      const key = await signingKey(name);
      return signWell({ ...token, key, header: { ...headerOf(header), alg: header.alg } });
    },
  };
}

/** Publishes only this key, and signs with it. */
function usesKey(kid: string, alg: string): Fault {
  return {
    jwks: async () => [(await signingKey(kid, alg)).publicJwk],
    sign: async (token) =>
      signWell({ ...token, key: await signingKey(kid, alg), header: { alg, kid } }),
  };
}

/** An ID token made with a secret instead of a key (RFC 7518, 3.2). */
export const hmacWith = (secret: string): Fault => ({ sign: async (token) => hmac(token, secret) });

const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url');
const encodeParts = ({ header, claims: said }: Pick<IdToken, 'header' | 'claims'>) =>
  `${encode(header)}.${encode(said)}`;

async function tamper(token: IdToken): Promise<string> {
  const [, , signature] = (await signWell(token)).split('.');
  return `${encodeParts({ ...token, claims: { ...token.claims, email: 'eve@example.com' } })}.${signature}`;
}

function hmac({ header, claims: said }: IdToken, secret: string): string {
  const input = encodeParts({ header: { ...header, alg: 'HS256' }, claims: said });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

async function exportPublic({ key }: IdToken): Promise<string> {
  const publicKey = await importJWK(key.publicJwk, key.alg);
  if (publicKey instanceof Uint8Array) throw new TypeError('a public key is no secret');
  return exportSPKI(publicKey);
}
