import { createHash, createHmac } from 'node:crypto';

import { exportJWK, exportSPKI, importJWK, SignJWT } from 'jose';

import type { Endpoint, Fault, IdToken, Json } from './fault.ts';
import { signingKey } from './keys.ts';
import { signWell } from './provider.ts';

/** Every way to differ that one fixed switch can play, by name. Those that need a value are functions below. */
export const faults = {
  // Claims of the ID token.
  otherIss: claims({ iss: 'https://other.example.com' }),
  missingIss: claims({ iss: undefined }),
  missingSub: claims({ sub: undefined }),
  emptySub: claims({ sub: '' }),
  otherAud: claims({ aud: 'another-client' }),
  missingAud: claims({ aud: undefined }),
  audOfOthersToo: { claims: (said) => ({ ...said, aud: [said.aud, 'another-client'] }) },
  audOfOthersTooWithAzp: { claims: (said) => ({ ...said, aud: [said.aud, 'other'], azp: said.aud }) },
  audInList: { claims: (said) => ({ ...said, aud: [said.aud] }) },
  otherAzp: claims({ azp: 'another-client' }),
  missingIat: claims({ iat: undefined }),
  missingExp: claims({ exp: undefined }),
  expAsText: { claims: (said) => ({ ...said, exp: String(said.exp) }) },
  weekOld: { claims: (said) => ({ ...said, iat: Number(said.iat) - 7 * 24 * 3_600 }) },
  otherNonce: claims({ nonce: 'another nonce' }),
  missingNonce: claims({ nonce: undefined }),
  noAtHash: claims({ at_hash: null }),
  otherAtHash: claims({ at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }),
  endlessExp: claims({ exp: 1e300 }),

  // Keys and signatures.
  unsigned: { sign: async (token) => `${encodeParts({ ...token, header: { alg: 'none' } })}.` },
  tamperedSignature: { sign: tamper },
  foreignKey: { sign: async (token) => signWell({ ...token, key: await signingKey('foreign') }) },
  unknownKid: {
    sign: async ({ header, ...token }) => signWell({ ...token, header: { ...header, kid: 'nobody' } }),
  },
  missingKid: { sign: async ({ header, ...token }) => signWell({ ...token, header: { alg: header.alg } }) },
  foreignKeyWithoutKid: {
    sign: async ({ header, ...token }) =>
      signWell({ ...token, key: await signingKey('foreign'), header: { alg: header.alg } }),
  },
  secondKeyPublished: { jwks: async (keys) => [...keys, (await signingKey('another')).publicJwk] },
  hmacWithPublicKey: { sign: async (token) => hmac(token, await exportPublic(token)) },
  embeddedJwk: {
    sign: async ({ header, ...token }) => {
      const key = await signingKey('foreign');
      return signWell({ ...token, key, header: { alg: header.alg, jwk: key.publicJwk } });
    },
  },
  foreignJku: {
    sign: async ({ header, ...token }) => {
      const key = await signingKey('foreign');
      const jku = 'https://attacker.example.com/jwks';
      return signWell({ ...token, key, header: { alg: header.alg, kid: 'foreign', jku } });
    },
  },
  unknownCrit: {
    sign: async ({ header, claims: said, key }) =>
      new SignJWT({ ...said })
        .setProtectedHeader({ ...header, crit: ['speciality'], speciality: true })
        .sign(key.privateKey, { crit: { speciality: true } }),
  },
  es256: {
    jwks: async () => [(await signingKey('curve', 'ES256')).publicJwk],
    sign: async (token) => {
      const key = await signingKey('curve', 'ES256');
      return signWell({ ...token, key, header: { alg: 'ES256', kid: 'curve' } });
    },
  },
  ed25519: {
    discovery: (said) => ({ ...said, id_token_signing_alg_values_supported: ['EdDSA'] }),
    jwks: async () => [(await signingKey('edwards', 'EdDSA')).publicJwk],
    sign: async (token) => {
      const key = await signingKey('edwards', 'EdDSA');
      return signWell({ ...token, key, header: { alg: 'EdDSA', kid: 'edwards' } });
    },
  },
  unannouncedAlgorithm: {
    jwks: async (keys) => keys.map(({ alg: _alg, ...key }) => key),
    sign: async (token) => {
      const key = await importJWK(await exportJWK(token.key.privateKey), 'RS512');
      return new SignJWT({ ...token.claims }).setProtectedHeader({ ...token.header, alg: 'RS512' }).sign(key);
    },
  },
  noKeys: { jwks: async () => [] },
  announcesWeakAlgorithms: algorithms(['none', 'HS256', 'RS256']),
  announcesOnlyWeakAlgorithms: algorithms(['none', 'HS256']),
  announcesNoAlgorithms: algorithms(undefined),

  // How clients authenticate.
  neverDecodes: { client: { basic: 'as it is' } },
  takesNoPost: { client: { post: 'refused' } },
  takesNoBasic: { client: { basic: 'refused' } },
  refusesClients: { client: { basic: 'refused', post: 'refused' } },
  refusesAsUnauthorized: { refusal: () => Response.json({ error: 'unauthorized_client' }, { status: 403 }) },
  refusesBarely: { refusal: () => new Response(null, { status: 401 }) },

  // What the browser brings back.
  otherIssInCallback: { callback: (said) => said.set('iss', 'https://other.example.com') },
  missingIssInCallback: { callback: (said) => said.delete('iss') },
  missingState: { callback: (said) => said.delete('state') },
  otherState: { callback: (said) => said.set('state', 'A'.repeat(43)) },
  stateTwice: { callback: (said) => said.append('state', said.get('state') ?? '') },
  codeTwice: { callback: (said) => said.append('code', 'another') },
  unknownTwice: { callback: (said) => ['a', 'b'].forEach((value) => said.append('extra', value)) },
  missingCode: { callback: (said) => said.delete('code') },
  otherCode: { callback: (said) => said.set('code', 'made-up') },
  idTokenInCallback: { callback: (said) => said.set('id_token', 'e30.e30.') },
  responseInCallback: { callback: (said) => said.set('response', 'e30.e30.') },

  // Answers of the token endpoint that were granted.
  withoutIdToken: tokens({ id_token: undefined }),
  nullIdToken: tokens({ id_token: null }),
  emptyIdToken: tokens({ id_token: '' }),
  numberIdToken: tokens({ id_token: 7 }),
  listIdToken: tokens({ id_token: ['e30.e30.'] }),
  withoutRefreshToken: tokens({ refresh_token: undefined }),
  emptyRefreshToken: tokens({ refresh_token: '' }),
  withoutAccessToken: tokens({ access_token: undefined }),
  withoutExpiresIn: tokens({ expires_in: undefined }),
  expiresInAsText: { tokens: (said) => ({ ...said, expires_in: String(said.expires_in) }) },
  endlessExpiresIn: tokens({ expires_in: 1e300 }),
  negativeExpiresIn: tokens({ expires_in: -1 }),
  otherTokenType: tokens({ token_type: 'mac' }),
  loudTokenType: tokens({ token_type: 'BEARER' }),
  idTokenIsNoToken: tokens({ id_token: 'none of this is a token' }),
  hugeTokens: tokens({ access_token: 'a'.repeat(30_000) }),

  keepsRefreshTokens: { keepsRefreshTokens: true },

  // Discovery.
  otherIssuer: discovery({ issuer: 'https://other.example.com' }),
  issuerIsNoAddress: discovery({ issuer: 'not an address' }),
  issWithSlash: {
    discovery: (said) => ({ ...said, issuer: `${String(said.issuer)}/` }),
    claims: (said) => ({ ...said, iss: `${String(said.iss)}/` }),
    callback: (said) => said.set('iss', `${said.get('iss')}/`),
  },
  plainTokenEndpoint: discovery({ token_endpoint: 'http://id.example.com/token' }),
  loopbackTokenEndpoint: discovery({ token_endpoint: 'http://localhost/token' }),
  plainAuthorizationEndpoint: discovery({ authorization_endpoint: 'http://id.example.com/authorize' }),
  scriptAuthorizationEndpoint: discovery({ authorization_endpoint: 'javascript:alert(1)' }),
  plainKeys: discovery({ jwks_uri: 'http://id.example.com/jwks' }),
  missingKeysAddress: discovery({ jwks_uri: undefined }),
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

/** Publishes so many keys of strangers before its own. */
export const strangersFirst = (count: number): Fault => ({
  jwks: async (keys) => {
    const { publicJwk } = await signingKey('another');
    const strangers = Array.from({ length: count }, (_, index) => ({
      ...publicJwk,
      kid: `stranger-${index}`,
    }));
    return [...strangers, ...keys];
  },
});

/** Announces these methods of client authentication. */
export const lists = (...methods: readonly string[]): Fault =>
  discovery({ token_endpoint_auth_methods_supported: methods });

/** An ID token made with a secret instead of a key (RFC 7518, 3.2). */
export const hmacWith = (secret: string): Fault => ({ sign: async (token) => hmac(token, secret) });

/** How an endpoint can fail to answer, by name. */
export const failures = {
  unreachable: () => Promise.reject(new TypeError('fetch failed')),
  slow: (_good, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  slowBody: async (_good, signal) => new Response(hang(signal, '{"access_token"')),
  cutOff: async () => new Response(cutOff('{"access_token": "a')),
  half: async () => new Response('{"access_token": "a', json),
  html: async () =>
    new Response('<!doctype html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  list: async () => Response.json([]),
  endless: async () => new Response(endless(), json),
  redirect: async () =>
    new Response(null, { status: 302, headers: { location: 'https://attacker.example.com/' } }),
  /** The good answer under a bad status. */
  goodWith500: async (good) => new Response((await good()).body, { status: 500 }),
  status500: async () => new Response('oops', { status: 500 }),
  status503: async () => new Response(null, { status: 503, headers: { 'retry-after': '20' } }),
  status429: async () => Response.json({ error: 'slow_down' }, { status: 429 }),
  status408: async () => new Response(null, { status: 408 }),
  status425: async () => new Response(null, { status: 425 }),
  status401: async () => new Response(null, { status: 401 }),
  status400: async () => new Response(null, { status: 400 }),
  status403: async () => new Response('Forbidden', { status: 403 }),
  status404: async () => new Response('404 page not found', { status: 404 }),
  status405: async () => new Response(null, { status: 405 }),
  status407: async () => new Response(null, { status: 407 }),
  status421: async () => new Response(null, { status: 421 }),
  status451: async () => new Response('<h1>Unavailable</h1>', { status: 451 }),
  gateway404: async () => Response.json({ status: 404, error: 'Not Found', path: '/token' }, { status: 404 }),
  gateway403: async () => Response.json({ error: { code: 403, message: 'Forbidden' } }, { status: 403 }),
  gateway401: async () => Response.json({ error: 'Unauthorized' }, { status: 401 }),
  invalidGrant403: async () => Response.json({ error: 'invalid_grant' }, { status: 403 }),
  invalidGrant401: async () => Response.json({ error: 'invalid_grant' }, { status: 401 }),
  invalidToken404: async () => Response.json({ error: 'invalid_token' }, { status: 404 }),
  html400: async () => new Response('<h1>Bad request</h1>', { status: 400 }),
  serverError: async () => Response.json({ error: 'server_error' }, { status: 400 }),
  slowDown: async () => Response.json({ error: 'slow_down' }, { status: 400 }),
  invalidClient: async () => Response.json({ error: 'invalid_client' }, { status: 400 }),
  invalidGrant: async () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
  invalidRequest: async () => Response.json({ error: 'invalid_request' }, { status: 400 }),
  momentaryError: async () => Response.json({ error: 'temporarily_unavailable' }, { status: 400 }),
  errorWith200: async () => Response.json({ error: 'invalid_grant' }),
  /** Does what it was asked, and its answer is lost on the way. */
  lost: async (good) => {
    await good();
    throw new TypeError('fetch failed');
  },
} as const satisfies Record<string, Failure>;

type Failure = (good: () => Promise<Response>, signal: AbortSignal | undefined) => Promise<Response>;

/** Makes one endpoint fail. */
export function fail(endpoint: Endpoint, failure: Failure): Fault {
  return { respond: (seen, good) => (seen.endpoint === endpoint ? failure(good, seen.signal) : good()) };
}

/** The same, and tells when the endpoint has been reached. */
export function failTelling(
  endpoint: Endpoint,
  failure: Failure,
): Readonly<{ fault: Fault; reached: Promise<void> }> {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const fault = fail(endpoint, (good, signal) => {
    resolve();
    return failure(good, signal);
  });
  return { fault, reached };
}

/** Holds one endpoint's answers back until they are released. */
export function hold(
  endpoint: Endpoint,
): Readonly<{ fault: Fault; reached: Promise<void>; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return { ...failTelling(endpoint, (good) => released.then(good)), release };
}

const json = { headers: { 'content-type': 'application/json' } };

function claims(changed: Json): Fault {
  return { claims: (said) => ({ ...said, ...changed }) };
}

function tokens(changed: Json): Fault {
  return { tokens: (said) => ({ ...said, ...changed }) };
}

function discovery(changed: Json): Fault {
  return { discovery: (said) => ({ ...said, ...changed }) };
}

function algorithms(announced: readonly string[] | undefined): Fault {
  return discovery({ id_token_signing_alg_values_supported: announced });
}

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

const bytes = (text: string) => new TextEncoder().encode(text);

function cutOff(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes(text));
      controller.error(new TypeError('terminated'));
    },
  });
}

function hang(signal: AbortSignal | undefined, text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes(text));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) });
}
