import type { AuthorizationServer, ClientAuth } from 'oauth4webapi';
import * as oauth from 'oauth4webapi';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { readMembers } from '../foreign-json.ts';
import { longestKeptSeconds } from '../http/cookie.ts';
import type { Log } from '../log/log.ts';
import { isWithin } from '../world.ts';
import type { ProviderFetch } from './ask.ts';
import { askOptions, responseTimeoutMs } from './ask.ts';
import type { Attempt } from './attempts.ts';
import { ProviderUnavailable, reasonWith, SignInRefused } from './faults.ts';
import type { Metadata } from './issuer.ts';
import { longestRetryAfterSeconds } from './outage.ts';
import type { Tenant } from './providers.ts';

export type Client = ReturnType<typeof makeClient>;

/** One request of the client. `known`: the client authentication that worked at the sign-in of the session, if there is a session. */
type RequestContext = Readonly<{ metadata: Metadata; log: Log; known?: string }>;

/** A successful response of the token endpoint. A renewal may have neither optional token; `lifetimeSeconds` is expires_in. */
export type TokenAnswer = Readonly<ReturnType<typeof readTokenAnswer>>;

/** The confidential client of the tenant. Both redemptions throw ProviderUnavailable or SignInRefused. */
export function makeClient(tenant: Tenant, ask: ProviderFetch, nowMs: () => number) {
  const client: oauth.Client = { client_id: tenant.clientId };
  const options = askOptions(ask);
  let worked: string | undefined;
  /** The last question whether the provider refuses the client. */
  let refused: Readonly<{ answer: Promise<boolean>; askedAtMs: number }> | undefined;

  /**
   * Sends one request with the tenant's client id and secret. After a refusal each other way to authenticate (`waysOf`) is tried once; the
   * way that works is logged, and is tried first from then on. Returns the reply and its way; the first reply if all ways are refused.
   */
  async function authenticated(
    { metadata, log, known }: RequestContext,
    send: (server: AuthorizationServer, authenticate: ClientAuth) => Promise<Response>,
  ) {
    const sendAs = async (way: Way) => {
      const reply = await readReply(await send(metadata.server, authenticationOf(way, tenant)));
      if (isAnswer(reply)) {
        worked = way;
        refused &&= { ...refused, answer: Promise.resolve(false) };
      }
      return { reply, way };
    };
    const ways = waysOf(tenant, metadata.authMethods);
    const first = ways.find((way) => way === (worked ?? known)) ?? ways[0];
    const answered = await sendAs(first);
    if (!isRefusedClient(answered.reply)) return answered;
    for (const way of ways.filter((other) => other !== first)) {
      const other = await sendAs(way);
      if (isRefusedClient(other.reply)) continue;
      const message = 'the provider refuses one client authentication, another works';
      if (isAnswer(other.reply)) log.warn({ refused: first, works: way }, message);
      return other;
    }
    return answered;
  }

  /**
   * Whether the provider refuses this client, whatever it asks for: a made-up code tells. Throws ProviderUnavailable when the
   * provider does not say it now.
   */
  async function askIfRefused(context: RequestContext): Promise<boolean> {
    const madeUp = { code: oauth.generateRandomState(), redirect_uri: 'https://localhost/' };
    const { reply } = await authenticated(context, (server, authenticate) =>
      oauth.genericTokenEndpointRequest(
        server,
        client,
        authenticate,
        'authorization_code',
        madeUp,
        options,
      ),
    );
    if (isRefusedClient(reply)) return true;
    const refusal = readRefusal(reply, nowMs());
    if (refusal instanceof ProviderUnavailable) throw refusal;
    return false;
  }

  /** The same, asked once a minute for all sessions. */
  function isRefused(context: RequestContext): Promise<boolean> {
    if (refused === undefined || !isWithin(longestAnswerAgeMs, refused.askedAtMs, nowMs())) {
      const answer = askIfRefused(context);
      const question = { answer, askedAtMs: nowMs() };
      refused = question;
      answer.catch(() => {
        if (refused === question) refused = undefined;
      });
    }
    return refused.answer;
  }

  return {
    /** `callback`: the parameters that checkCallback has returned. */
    async redeemCode(
      context: RequestContext,
      callback: URLSearchParams,
      { redirectUri, verifier }: Attempt,
    ) {
      const { authorizationCodeGrantRequest: request } = oauth;
      const { reply, way } = await authenticated(context, (server, authenticate) =>
        request(server, client, authenticate, callback, redirectUri, verifier, options),
      );
      if (isRefusedClient(reply)) throw new ProviderUnavailable('invalid_client');
      return { ...readTokenAnswer(reply, nowMs()), clientAuthentication: way };
    },
    async redeemRefreshToken(context: RequestContext, refreshToken: string) {
      const { reply } = await authenticated(context, (server, authenticate) =>
        oauth.refreshTokenGrantRequest(server, client, authenticate, refreshToken, options),
      );
      const mayBeOfClient = isRefusedClient(reply) || isBareRefusal(reply);
      if (mayBeOfClient && (await isRefused(context)))
        throw new ProviderUnavailable('invalid_client');
      return readTokenAnswer(reply, nowMs());
    },
    /** RFC 7009. Throws ProviderUnavailable when the token may still be valid. */
    async revoke(
      context: RequestContext,
      kind: 'refresh_token' | 'access_token',
      token: string,
    ): Promise<void> {
      const hinted = { ...options, additionalParameters: { token_type_hint: kind } };
      const { reply } = await authenticated(context, (server, authenticate) =>
        oauth.revocationRequest(server, client, authenticate, token, hinted),
      );
      const { status, error } = reply;
      // `invalid_token` may mean that the token is revoked already, `unsupported_token_type` that access tokens cannot be revoked.
      if (error === 'invalid_token' || error === 'unsupported_token_type') return;
      if (status !== 200)
        throw new ProviderUnavailable(reasonWith(`revocation_endpoint_${status}`, error));
    },
  };
}

/** A way to authenticate the client. Basic has two, because many providers do not decode the credentials. */
type Way = 'client_secret_basic' | 'client_secret_basic, not encoded' | 'client_secret_post';

/** For this time one answer counts for the renewals of all sessions. */
const longestAnswerAgeMs = 60_000;

/** The longest time of one request of the client: one response of the provider for each of three ways. */
export const longestRequestMs = 3 * responseTimeoutMs;

/**
 * The ways to try, in this order (pure). `listed`: the methods that the provider announces; a provider that announces none, or
 * none of ours, gets Basic (RFC 8414, section 2). If the profile names a method, no other method is tried.
 */
function waysOf(tenant: Tenant, listed: readonly string[]): readonly [Way, ...Way[]] {
  const method = tenant.tokenEndpointAuthMethod;
  const takesPost = method === null && listed.includes('client_secret_post');
  if (method === 'client_secret_post') return [method];
  if (takesPost && !listed.includes('client_secret_basic')) return ['client_secret_post'];
  const { clientId, clientSecret } = tenant;
  const isSame = [clientId, clientSecret].every((text) => formEncode(text) === text);
  return [
    'client_secret_basic',
    ...(takesPost ? (['client_secret_post'] as const) : []),
    ...(isSame ? [] : (['client_secret_basic, not encoded'] as const)),
  ];
}

function authenticationOf(way: Way, { clientId, clientSecret }: Tenant): ClientAuth {
  if (way === 'client_secret_post') return oauth.ClientSecretPost(clientSecret);
  const encode = way === 'client_secret_basic' ? formEncode : (text: string) => text;
  const credentials = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64');
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`);
}

/** application/x-www-form-urlencoded (RFC 6749, 2.3.1), which leaves `*`, `-`, `.` and `_` as they are. */
const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** The reply of an OAuth endpoint. `error`: its error code, which some providers send with 200 (RFC 6749, 5.2). */
type OauthReply = Readonly<{
  status: number;
  headers: Headers;
  body: unknown;
  error: string | undefined;
}>;

/** Reads a response that has arrived completely; the body has no members when it is not JSON. */
async function readReply(response: Response): Promise<OauthReply> {
  const { status, headers } = response;
  const body = readMembers(await response.json().catch(() => undefined));
  return { status, headers, body, error: Check(Refusal, body) ? body.error : undefined };
}

// The JSON of a gateway may have an `error` too, such as "Not Found", which is not an error code.
const Refusal = Type.Object({ error: Type.String({ pattern: '^[a-z][a-z0-9_.-]{0,63}$' }) });

/** Whether the reply refuses the client: by an error code, or without one by a status that has no other meaning (RFC 6749, 5.2). */
const isRefusedClient = ({ status, error }: OauthReply): boolean =>
  error === undefined
    ? status === 401 || status === 403
    : error === 'invalid_client' || error === 'unauthorized_client';

/** Whether the reply refuses with 400 alone, which may mean the client, too. */
const isBareRefusal = ({ status, error }: OauthReply): boolean =>
  status === 400 && error === undefined;

/** Some providers send tokens as a resource that they have created. */
const isSuccess = ({ status }: OauthReply): boolean => status === 200 || status === 201;

/** Whether the reply is about the request itself: the provider has accepted the client's authentication. */
const isAnswer = (reply: OauthReply): boolean =>
  isSuccess(reply) || (reply.status < 500 && reply.error !== undefined && !isRefusedClient(reply));

/**
 * Reads a reply of the token endpoint that does not refuse the client (RFC 6749, 5). Throws SignInRefused when the grant is
 * refused, with an OAuth error or 400, and ProviderUnavailable for temporary errors and any other reply.
 */
function readTokenAnswer(reply: OauthReply, nowMs: number) {
  const { body, error } = reply;
  if (!isSuccess(reply) || error !== undefined) throw readRefusal(reply, nowMs);
  if (!Check(Answer, body)) throw new ProviderUnavailable('token_answer_unusable');
  const idToken = textOf(body.id_token);
  // An id_token that is there, and is no text, is invalid and must not count as absent.
  if (idToken === undefined && body.id_token !== undefined)
    throw new SignInRefused('id_token_unusable');
  // The standard says a number; some providers send text.
  const lifetime = Math.floor(Number(body.expires_in));
  return {
    accessToken: body.access_token,
    idToken,
    refreshToken: textOf(body.refresh_token),
    lifetimeSeconds: lifetime > 0 && lifetime <= longestKeptSeconds ? lifetime : undefined,
  };
}

const textOf = (member: unknown): string | undefined =>
  typeof member === 'string' && member !== '' ? member : undefined;

// Only the necessary members are checked: refusing a response loses the rotated refresh token.
const Answer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  token_type: Type.Optional(Type.String({ pattern: '^[Bb][Ee][Aa][Rr][Ee][Rr]$' })),
  id_token: Type.Optional(Type.Unknown()),
  refresh_token: Type.Optional(Type.Unknown()),
  expires_in: Type.Optional(Type.Unknown()),
});

/** Statuses and error codes of an outage that ends by itself. */
const momentary: ReadonlySet<unknown> = new Set([
  408,
  425,
  429,
  'temporarily_unavailable',
  'server_error',
  'slow_down',
]);

function readRefusal(reply: OauthReply, nowMs: number): ProviderUnavailable | SignInRefused {
  const { status, headers, error } = reply;
  const isMomentary = momentary.has(status) || momentary.has(error);
  // Token endpoints refuse with an error code, some with 400 alone. Any other 4xx comes from a proxy in front of the endpoint.
  const isRefusal =
    status === 400 ||
    (error !== undefined && (isSuccess(reply) || (status >= 400 && status < 500)));
  if (isRefusal && !isMomentary)
    return new SignInRefused(reasonWith(`token_endpoint_${status}`, error));
  return new ProviderUnavailable(`token_endpoint_${status}`, {
    retryAfterSeconds: readRetryAfter(headers.get('retry-after') ?? '', nowMs),
  });
}

/**
 * Retry-After (RFC 9110, 10.2.3), a date or seconds, which may have a fraction, as whole seconds (pure). Rounded up, from 1 to
 * 60; 1 also for an absent or unusable header.
 */
export function readRetryAfter(text: string, nowMs: number): number {
  const seconds = /^[\d.]+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000;
  if (seconds > 1) return Math.min(Math.ceil(seconds), longestRetryAfterSeconds);
  return 1;
}
