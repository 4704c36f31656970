import type { AuthorizationServer } from 'oauth4webapi';
import * as oauth from 'oauth4webapi';
import { createLocalJWKSet } from 'jose';
import type { LocalJWKSet } from 'jose';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { isSafeAddress } from '../config/values.ts';
import { readMembers } from '../foreign-json.ts';
import { isWithin } from '../world.ts';
import { askOptions, responseTimeoutMs } from './ask.ts';
import type { ProviderFetch } from './ask.ts';
import { makeBackoff } from './backoff.ts';
import { ProviderUnavailable } from './faults.ts';

/** The part of the provider's metadata that is used. */
export type Metadata = Readonly<{
  /** The endpoints for revocation (RFC 7009) and for ending a session are left out if their addresses are not safe. */
  server: AuthorizationServer & Readonly<{ authorization_endpoint: string; jwks_uri: string }>;
  /** Asymmetric signature algorithms that the provider announces; never `none` or HS*. */
  algorithms: readonly string[];
  /** Client authentication methods that the token endpoint announces; empty when it announces none. */
  authMethods: readonly string[];
}>;

/** The metadata and keys that are needed before a code or a refresh token may be redeemed. */
export type ReadyProvider = Readonly<{ metadata: Metadata; keys: LocalJWKSet }>;

export type Issuer = ReturnType<typeof makeIssuer>;

/** A token that may show that the provider has newer keys. */
export type TokenKind = 'id_token' | 'logout_token';

const longestAgeMs = 10 * 60 * 1_000;

/** The pause between two fetches for tokens of one kind. Only the provider sends ID tokens; anybody can send a logout token. */
export const newerPauseSeconds: Readonly<Record<TokenKind, number>> = {
  id_token: 5,
  logout_token: 30,
};

/**
 * The provider behind one issuer address. Metadata and keys are fetched when first needed (OpenID Connect Discovery 1.0, 4), and
 * kept during outages. Callers that arrive together share one fetch.
 */
export function makeIssuer(issuer: string, ask: ProviderFetch, nowMs: () => number) {
  const backoff = makeBackoff(nowMs, 2 * responseTimeoutMs);
  let copy: Readonly<{ provider: ReadyProvider; loadedAtMs: number }> | undefined;
  let underWay: Promise<ReadyProvider> | undefined;
  const forcedAtMs = new Map<TokenKind, number>();

  const read = followWithinOrigin(ask);

  async function load(): Promise<ReadyProvider> {
    const metadata = await discover(issuer, read);
    return { metadata, keys: await fetchKeys(metadata.server.jwks_uri, read) };
  }

  async function fetchOnce(): Promise<ReadyProvider> {
    const provider = await backoff.callUnlessPaused(load);
    copy = { provider, loadedAtMs: nowMs() };
    return provider;
  }

  const fetchShared = () => (underWay ??= fetchOnce().finally(() => (underWay = undefined)));

  return {
    /** Metadata and keys, from the last good copy in an outage. Throws ProviderUnavailable when there never was one. */
    async ready(): Promise<ReadyProvider> {
      if (copy !== undefined && isWithin(longestAgeMs, copy.loadedAtMs, nowMs()))
        return copy.provider;
      try {
        return await fetchShared();
      } catch (error) {
        if (copy !== undefined && error instanceof ProviderUnavailable) return copy.provider;
        throw error;
      }
    },
    /**
     * Metadata and keys that are newer than `seen`, whose keys do not fit a token. undefined during the pause after a fetch for a
     * token of this `kind`, so that logout tokens do not delay an ID token. Throws ProviderUnavailable when the fetch fails.
     */
    async newer(seen: ReadyProvider, kind: TokenKind): Promise<ReadyProvider | undefined> {
      if (copy !== undefined && copy.provider !== seen) return copy.provider;
      const pauseMs = newerPauseSeconds[kind] * 1_000;
      if (underWay === undefined && isWithin(pauseMs, forcedAtMs.get(kind) ?? -Infinity, nowMs()))
        return undefined;
      const provider = await fetchShared();
      forcedAtMs.set(kind, nowMs());
      return provider;
    },
    /** Whether a sign-in could begin now, and the reason of the last failure. No request is made. */
    state: () => ({ ready: copy !== undefined, trouble: backoff.trouble() }),
  };
}

/**
 * Follows one redirect of metadata or keys, within the origin: some frameworks redirect every address without a final slash to the
 * one with it. These requests carry no secret.
 */
const followWithinOrigin =
  (ask: ProviderFetch): ProviderFetch =>
  async (url, request) => {
    const answer = await ask(url, request);
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    const target = URL.parse(location, url);
    return target?.origin === new URL(url).origin ? ask(target.href, request) : answer;
  };

/** The address of the metadata of an issuer (pure). */
export const metadataAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const Document = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
  id_token_signing_alg_values_supported: Type.Optional(Type.Array(Type.String())),
  revocation_endpoint: Type.Optional(Type.Unknown()),
  end_session_endpoint: Type.Optional(Type.Unknown()),
  token_endpoint_auth_methods_supported: Type.Optional(Type.Unknown()),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});

async function discover(issuer: string, ask: ProviderFetch): Promise<Metadata> {
  const address = new URL(issuer);
  const answer = await oauth.discoveryRequest(address, askOptions(ask));
  const document = readMembers(await readJson('discovery_unusable', answer));
  if (!Check(Document, document)) throw new ProviderUnavailable('discovery_unusable');
  if (URL.parse(document.issuer)?.href !== address.href)
    throw new ProviderUnavailable('discovery_names_another_issuer');
  const { authorization_endpoint, token_endpoint, jwks_uri } = document;
  // An https provider whose endpoints are plain http is not trusted, not even on loopback.
  const isUsable = (endpoint: string) =>
    isSafeAddress(endpoint) && !(address.protocol === 'https:' && endpoint.startsWith('http:'));
  if (![authorization_endpoint, token_endpoint, jwks_uri].every(isUsable))
    throw new ProviderUnavailable('discovery_endpoint_not_https');
  const announced = document.id_token_signing_alg_values_supported ?? ['RS256'];
  const algorithms = announced.filter(isAsymmetric);
  if (algorithms.length === 0) throw new ProviderUnavailable('no_asymmetric_algorithm');
  const {
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: revocation,
    end_session_endpoint: endSession,
    ...server
  } = document;
  const isEndpoint = (member: unknown): member is string =>
    typeof member === 'string' && isUsable(member);
  return {
    server: {
      ...server,
      ...(isEndpoint(revocation) && { revocation_endpoint: revocation }),
      ...(isEndpoint(endSession) && { end_session_endpoint: endSession }),
    },
    algorithms,
    authMethods: Check(Texts, methods) ? methods : [],
  };
}

const Texts = Type.Array(Type.String());

/** Whether this is the name of an asymmetric signature algorithm (RFC 7518, 3.1; RFC 8037). */
export const isAsymmetric = (algorithm: unknown): boolean => asymmetricAlgorithms.has(algorithm);

const asymmetricAlgorithms: ReadonlySet<unknown> = new Set(
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' '),
);

async function fetchKeys(address: string, ask: ProviderFetch): Promise<LocalJWKSet> {
  // Some providers send the keys under the type of RFC 7517 (8.5.2) alone, and answer 406 otherwise.
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const answer = await ask(address, { method: 'GET', headers });
  const keySet = await readJson('keys_unusable', answer);
  const published = Check(KeySet, keySet) ? keySet.keys.map(readMembers) : [];
  // A key that lacks a required member is ignored (RFC 7517, section 5).
  const keys = published.filter((key) => Check(Key, key));
  if (keys.length === 0) throw new ProviderUnavailable('keys_unusable');
  return createLocalJWKSet({ keys });
}

/** The JSON of a response, or undefined. Throws ProviderUnavailable with `reason` and the status for any status but 200. */
async function readJson(
  reason: 'discovery_unusable' | 'keys_unusable',
  answer: Response,
): Promise<unknown> {
  if (answer.status !== 200) throw new ProviderUnavailable(`${reason}_${answer.status}`);
  return answer.json().catch(() => undefined);
}

const KeySet = Type.Object({ keys: Type.Array(Type.Unknown()) });
const Key = Type.Object({ kty: Type.String() });
