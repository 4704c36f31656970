import * as oauth from 'oauth4webapi';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { Config } from '../config.ts';
import type { Cookie, Headers } from '../http/cookie.ts';
import { expireCookies, setCookies } from '../http/cookie.ts';
import { isSameBrowser } from '../session/companion.ts';
import type { BrowserRequest } from '../session/request-context.ts';
import { isSecure } from '../session/request-context.ts';
import type { Sealer } from '../session/seal.ts';
import { reasonWith, SignInRefused } from './faults.ts';
import type { Metadata } from './issuer.ts';
import type { Tenant } from './providers.ts';

/** One sign-in attempt between login and callback, kept by the browser in a sealed cookie of its own. */
export type Attempt = Readonly<Type.Static<typeof AttemptShape>>;

const namePrefix = 'q_auth_';
const path = '/api/auth';
export const attemptLifetimeSeconds = 5 * 60;
export const mostAttempts = 5;
/** The most cookies that one request decrypts, because each takes time. A browser has fewer of ours; a later request reads the rest. */
const mostOpened = 2 * mostAttempts;

const AttemptShape = Type.Object({
  state: Type.String(),
  verifier: Type.String(),
  nonce: Type.String(),
  redirectUri: Type.String(),
  createdAtSeconds: Type.Integer(),
  companion: Type.Union([Type.String(), Type.Null()]),
});

/** The state cookies `q_auth_<state>`: nothing of an attempt is kept on the server. */
export function makeAttempts(sealer: Sealer, nowMs: () => number) {
  function open(request: BrowserRequest, { name, value }: Cookie): Attempt | undefined {
    const plain = sealer.open(value);
    const attempt: unknown = plain === undefined ? undefined : JSON.parse(plain);
    if (!Check(AttemptShape, attempt) || name !== namePrefix + attempt.state) return undefined;
    if (!isSameBrowser(request, attempt.companion)) return undefined;
    if (nowMs() / 1_000 - attempt.createdAtSeconds < attemptLifetimeSeconds) return attempt;
    return undefined;
  }

  return {
    /** Sets the cookie that keeps an attempt for 5 minutes. Expires the oldest attempts beyond 5, and cookies without a valid attempt. */
    remember(request: BrowserRequest, reply: Headers, attempt: Attempt): void {
      const sent = request.cookies
        .filter(({ name }) => name.startsWith(namePrefix))
        .slice(0, mostOpened);
      // Browsers send the oldest first (RFC 6265, 5.4).
      const kept = sent.filter((cookie) => open(request, cookie)).slice(1 - mostAttempts);
      const value = sealer.seal(JSON.stringify(attempt));
      const name = namePrefix + attempt.state;
      const surplus = sent.filter((cookie) => !kept.includes(cookie)).map((cookie) => cookie.name);
      const secure = isSecure(request);
      setCookies(reply, [
        ...expireCookies(surplus, path, secure),
        { name, value, maxAgeSeconds: attemptLifetimeSeconds, path, secure },
      ]);
    },
    /** The attempt of a state; undefined: unknown, damaged or too old. Its cookie expires in every case, so that a state is used once. */
    spend(request: BrowserRequest, reply: Headers, state: string | null): Attempt | undefined {
      const sent = request.cookies
        .filter(({ name }) => name === namePrefix + state)
        .slice(0, mostOpened);
      const names = sent.map(({ name }) => name);
      setCookies(reply, expireCookies(names, path, isSecure(request)));
      return sent.map((cookie) => open(request, cookie)).find((attempt) => attempt !== undefined);
    },
  };
}

/** A new attempt, whose callback has this address. */
export const newAttempt = (
  redirectUri: string,
  companion: string | null,
  nowMs: number,
): Attempt => ({
  state: oauth.generateRandomState(),
  verifier: oauth.generateRandomCodeVerifier(),
  nonce: oauth.generateRandomNonce(),
  redirectUri,
  createdAtSeconds: Math.floor(nowMs / 1_000),
  companion,
});

/**
 * The authorization request (OpenID Connect Core 1.0, 3.1.2.1) with PKCE (RFC 7636). Of ours the profile's parameters can replace
 * only `claims`.
 */
export async function authorizationAddress(
  { authorization_endpoint, claims_parameter_supported }: Metadata['server'],
  tenant: Tenant,
  readClaims: ReadClaims,
  attempt: Attempt,
) {
  const address = new URL(authorization_endpoint);
  const parameters = {
    ...(claims_parameter_supported === true && { claims: claimsParameter(readClaims) }),
    ...tenant.authorizationParameters,
    response_type: 'code',
    client_id: tenant.clientId,
    redirect_uri: attempt.redirectUri,
    scope: tenant.scopes.join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/** The settings that decide which claims are read. */
type ReadClaims = Pick<Config['auth'], 'allowedGroups' | 'groupsClaim'>;

/**
 * Asks for the claims that are read in the ID token (OpenID Connect Core 1.0, 5.5), which many providers otherwise leave out.
 * None is marked as essential: Glewlwyd leaves such a claim out.
 */
function claimsParameter({ allowedGroups, groupsClaim }: ReadClaims): string {
  const names = ['email', 'email_verified', 'name', 'picture'];
  if (allowedGroups !== null) names.push(groupsClaim);
  return JSON.stringify({ id_token: Object.fromEntries(names.map((name) => [name, null])) });
}

/** Two providers have codes of their own for a person who turns back. */
const cancelled: ReadonlySet<string> = new Set([
  'access_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
]);

/**
 * Checks an authorization response against its attempt: no parameter twice (RFC 6749, 3.1), state, `iss` when present
 * or announced (RFC 9207), no error, no tokens. Throws SignInRefused; its reason is `access_denied` when the user cancelled.
 */
export function checkCallback(
  parameters: URLSearchParams,
  attempt: Attempt,
  { server }: Metadata,
  clientId: string,
): URLSearchParams {
  if (new Set(parameters.keys()).size !== parameters.size)
    throw new SignInRefused('duplicate_parameter');
  try {
    const valid = oauth.validateAuthResponse(
      server,
      { client_id: clientId },
      parameters,
      attempt.state,
    );
    if (valid.get('code')) return valid;
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const isCancelled = cancelled.has(error.error);
      throw new SignInRefused(isCancelled ? 'access_denied' : reasonWith('provider', error.error));
    }
    const isRefusal =
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.UnsupportedOperationError;
    if (!isRefusal) throw error;
  }
  const iss = parameters.get('iss');
  const isOurs =
    iss === null
      ? server.authorization_response_iss_parameter_supported !== true
      : iss === server.issuer;
  throw new SignInRefused(isOurs ? 'authorization_response' : 'authorization_response_iss');
}
