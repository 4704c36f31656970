import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';

import type { Endpoint, Fault, Json, Seen, Stage } from './fault.ts';
import { isRenewal, signingKey, signWell } from './fault.ts';

/** A person who can sign in: `sub` and other claims. */
export type Person = Readonly<{ sub: string; [claim: string]: unknown }>;

/** The grant of a code or a refresh token that was redeemed correctly. */
type Granted = Readonly<{ person: Person; nonce?: string; refreshToken: string }>;

type Code = Readonly<{
  request: URLSearchParams;
  person: Person;
  expiresAtMs: number;
  family: Family;
}>;
type Family = { readonly person: Person; newest: string | undefined };

export const ada: Person = {
  sub: 'ada',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Byron',
  picture: 'https://people.example.com/ada.png',
};

/** An OpenID provider without a socket. It is correct until a fault is played. */
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

export type ProviderOptions = Readonly<{
  nowMs: () => number;
  issuer?: string;
  idTokenSeconds?: number;
  clientId?: string;
  clientSecret?: string;
}>;

/** Starts a provider for one test, which fails if the provider gets an unexpected request. */
export async function startProvider(
  t: { after: (check: () => void) => void },
  {
    nowMs,
    issuer = 'https://id.example.com',
    idTokenSeconds = 3_600,
    clientId = 'dueline-test',
    clientSecret = 'the secret of +this/ client',
  }: ProviderOptions,
) {
  const base = issuer.replace(/\/$/, '');
  const grants = makeGrants(nowMs);
  const seen: Seen[] = [];
  const unexpected: string[] = [];
  let faults: readonly Fault[] = [];
  let key = await signingKey('first');

  t.after(() => assert.deepEqual(unexpected, []));

  const endpoints: Readonly<Record<string, Endpoint>> = {
    [`GET ${base}/.well-known/openid-configuration`]: 'discovery',
    [`GET ${base}/.well-known/openid-configuration/`]: 'discovery',
    [`GET ${base}/jwks`]: 'jwks',
    [`POST ${base}/token`]: 'token',
    [`POST ${base}/revoke`]: 'revocation',
  };

  const isOurs = ({ headers, form }: Seen) =>
    isClient({ clientId, clientSecret }, faults, headers, form);
  const refuseClient = () =>
    faults.find((fault) => fault.refusal !== undefined)?.refusal?.() ??
    refuse(401, 'invalid_client', { 'www-authenticate': 'Basic' });

  const good: Readonly<Record<Endpoint, (seen: Seen) => Promise<Response>>> = {
    discovery: async () => {
      const document: Json = {
        issuer,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256', key.alg],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      };
      return Response.json(
        faults.reduce((said, fault) => fault.discovery?.(said) ?? said, document),
      );
    },
    jwks: async () => {
      const publish = faults.find((fault) => fault.jwks !== undefined)?.jwks;
      return Response.json({ keys: publish ? await publish([key.publicJwk]) : [key.publicJwk] });
    },
    revocation: async (request) => {
      if (!isOurs(request)) return refuseClient();
      grants.revoke(request.form.get('token') ?? '');
      return new Response(null, { status: 200 });
    },
    token: async (request) => {
      if (!isOurs(request)) return refuseClient();
      const { form } = request;
      const stage = isRenewal(request) ? 'renewal' : 'sign_in';
      const rotating = !faults.some((fault) => fault.keepsRefreshTokens);
      const granted =
        stage === 'renewal' ? grants.redeemRefreshToken(form, rotating) : grants.redeemCode(form);
      if (granted === undefined) return refuse(400, 'invalid_grant');
      const answer: Json = {
        access_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        expires_in: idTokenSeconds,
        refresh_token: granted.refreshToken,
        id_token: await idToken(granted, stage),
      };
      const said = faults.reduce(
        (tokens, fault) => fault.tokens?.(tokens, stage) ?? tokens,
        answer,
      );
      return Response.json(said, { headers: { 'cache-control': 'no-store' } });
    },
  };

  async function idToken({ person, nonce }: Granted, stage: Stage): Promise<string> {
    const iat = Math.floor(nowMs() / 1_000);
    const claims: Json = {
      iss: issuer,
      aud: clientId,
      iat,
      exp: iat + idTokenSeconds,
      ...(nonce === undefined ? {} : { nonce }),
      ...person,
    };
    const said = faults.reduce((token, fault) => fault.claims?.(token, stage) ?? token, claims);
    const sign = faults.find((fault) => fault.sign !== undefined)?.sign ?? signWell;
    return sign({ header: { alg: key.alg, kid: key.kid }, claims: said, key, stage });
  }

  function comeBack(
    location: string,
    answer: (request: URLSearchParams) => Record<string, string>,
  ): string {
    const address = new URL(location);
    assert.equal(address.origin + address.pathname, `${base}/authorize`);
    const request = address.searchParams;
    assert.equal(request.get('client_id'), clientId);
    assert.equal(request.get('response_type'), 'code');
    assert.ok(request.get('scope')?.split(' ').includes('openid'));
    assert.equal(request.get('code_challenge_method'), 'S256');
    assert.match(request.get('code_challenge') ?? '', /^[\w-]{43}$/);
    assert.match(request.get('nonce') ?? '', /^[\w-]{43}$/);
    const state = request.get('state') ?? '';
    const parameters = new URLSearchParams({ ...answer(request), state, iss: issuer });
    for (const fault of faults) fault.callback?.(parameters);
    return `${request.get('redirect_uri')}?${parameters.toString()}`;
  }

  return {
    issuer,
    clientId,
    clientSecret,
    /** The network of the service: only this provider. */
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const name = `${init?.method ?? 'GET'} ${input instanceof Request ? input.url : input.toString()}`;
      const endpoint = endpoints[name];
      // A client that follows a redirect would send the client secret to its target.
      if (endpoint === undefined || init?.redirect !== 'manual') {
        unexpected.push(name);
        throw new TypeError('fetch failed');
      }
      const request = seenAt(endpoint, init);
      seen.push(request);
      const respond = faults.find((fault) => fault.respond !== undefined)?.respond;
      return respond === undefined
        ? good[endpoint](request)
        : respond(request, () => good[endpoint](request));
    },
    /** Follows a 302 to the provider as a browser does: signs in and returns the address of the callback. */
    authorize: (location: string, person = ada) =>
      comeBack(location, (request) => ({ code: grants.issueCode(request, person) })),
    /** The same for a person who cancels, or whom the provider refuses. */
    deny: (location: string, error = 'access_denied') => comeBack(location, () => ({ error })),
    /** A logout token of a person, as Keycloak makes it, with changed claims (OpenID Connect Back-Channel Logout 1.0, 2.4). */
    logoutToken: (changed: Json = {}, sign: NonNullable<Fault['sign']> = signWell) => {
      const iat = Math.floor(nowMs() / 1_000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const usual = {
        iss: issuer,
        aud: clientId,
        iat,
        exp: iat + 120,
        jti: 'once',
        typ: 'Logout',
        sub: ada.sub,
      };
      const header = { alg: key.alg, kid: key.kid, typ: 'logout+jwt' };
      return sign({ header, claims: { ...usual, events, ...changed }, key, stage: 'sign_in' });
    },
    /** Plays only these faults from now on. */
    play: (...played: readonly Fault[]) => {
      faults = played;
    },
    /** Publishes and uses another key from now on; the earlier key is withdrawn. */
    rotateKeys: async (kid = 'second', name = kid, algorithm = 'RS256') => {
      key = await signingKey(name, algorithm, kid);
    },
    /** Ends every refresh token: the user was signed out at the provider. */
    revokeAll: grants.revokeAll,
    /** All requests, in order. */
    seen,
    count: (endpoint: Endpoint) => seen.filter((request) => request.endpoint === endpoint).length,
  };
}

const seenAt = (endpoint: Endpoint, { body, headers, signal }: RequestInit): Seen => ({
  endpoint,
  headers: new Headers(headers),
  form: body instanceof URLSearchParams ? body : new URLSearchParams(),
  signal: signal ?? undefined,
});

type Credentials = Readonly<{ clientId: string; clientSecret: string }>;
type Switches = NonNullable<Fault['client']>;

/** True when a request authenticates this client with a method that the faults accept. */
function isClient(
  { clientId, clientSecret }: Credentials,
  faults: readonly Fault[],
  headers: Headers,
  form: URLSearchParams,
): boolean {
  const { basic = 'decoded', post } = faults.reduce<Switches>(
    (all, { client }) => ({ ...all, ...client }),
    {},
  );
  const authorization = /^Basic (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
  if (authorization === undefined) {
    const isRight =
      form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
    return isRight && post !== 'refused';
  }
  const sent = Buffer.from(authorization, 'base64').toString();
  if (basic !== 'decoded') return basic === 'as it is' && sent === `${clientId}:${clientSecret}`;
  // RFC 6749, 2.3.1: both are form-urlencoded before they are joined.
  const [id, secret] = sent.split(':').map((text) => new URLSearchParams(`t=${text}`).get('t'));
  return id === clientId && secret === clientSecret;
}

/** An error response (RFC 6749, 5.2). */
function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers });
}

/** Codes with PKCE and rotating refresh tokens, in memory. */
function makeGrants(nowMs: () => number) {
  const codes = new Map<string, Code>();
  const used = new Set<string>();
  const families = new Map<string, Family>();

  function rotate(family: Family): string {
    family.newest = randomBytes(32).toString('base64url');
    families.set(family.newest, family);
    return family.newest;
  }

  return {
    /** A code for an authorization request, valid once and for 60 s. */
    issueCode: (request: URLSearchParams, person: Person) => {
      const code = randomBytes(16).toString('base64url');
      const family = { person, newest: undefined };
      codes.set(code, { request, person, expiresAtMs: nowMs() + 60_000, family });
      return code;
    },
    /** Both: undefined for invalid_grant. A code or a refresh token that is used twice ends its whole family. */
    redeemCode: (form: URLSearchParams): Granted | undefined => {
      const name = form.get('code') ?? '';
      const code = codes.get(name);
      if (code === undefined || code.expiresAtMs <= nowMs()) return undefined;
      if (used.has(name)) {
        code.family.newest = undefined;
        return undefined;
      }
      used.add(name);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (challenge !== code.request.get('code_challenge')) return undefined;
      if (form.get('redirect_uri') !== code.request.get('redirect_uri')) return undefined;
      const { person } = code;
      const nonce = code.request.get('nonce') ?? '';
      return { person, nonce, refreshToken: rotate(code.family) };
    },
    redeemRefreshToken: (form: URLSearchParams, rotating: boolean): Granted | undefined => {
      const token = form.get('refresh_token') ?? '';
      const family = families.get(token);
      if (family === undefined) return undefined;
      if (family.newest !== token) {
        family.newest = undefined;
        return undefined;
      }
      return { person: family.person, refreshToken: rotating ? rotate(family) : token };
    },
    /** Ends the refresh token and its family (RFC 7009). */
    revoke: (token: string) => {
      const family = families.get(token);
      if (family !== undefined) family.newest = undefined;
    },
    revokeAll: () => {
      for (const family of families.values()) family.newest = undefined;
    },
  };
}
