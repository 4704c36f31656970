import type { AuthorizationServer, ClientAuth } from 'oauth4webapi';
import * as oauth from 'oauth4webapi';

import type { Log } from '../log/log.ts';
import type { Ask } from './ask.ts';
import { askOptions, deadlineMs } from './ask.ts';
import type { CallbackParameters, Pending } from './attempts.ts';
import { ProviderUnavailable, reasonWith } from './faults.ts';
import type { Metadata } from './issuer.ts';
import type { Tenant } from './providers.ts';
import type { OauthReply } from './token-answer.ts';
import { isInvalidClient, readReply, readTokenAnswer } from './token-answer.ts';

export type Client = ReturnType<typeof makeClient>;

/** The confidential client of the tenant. Both redemptions throw ProviderUnavailable or SignInRefused. */
export function makeClient(tenant: Tenant, ask: Ask, nowMs: () => number) {
  const client: oauth.Client = { client_id: tenant.clientId };
  const authenticated = makeClientAuthentication(tenant);
  const options = askOptions(ask);
  return {
    async redeemCode(asked: Asked, callback: CallbackParameters, { redirectUri, verifier }: Pending) {
      const { authorizationCodeGrantRequest: request } = oauth;
      const { reply, way } = await authenticated(asked, (server, authenticate) =>
        request(server, client, authenticate, callback, redirectUri, verifier, options),
      );
      return { ...readTokenAnswer(reply, nowMs()), clientAuthentication: way };
    },
    async redeemRefreshToken(asked: Asked, refreshToken: string) {
      const { reply } = await authenticated(asked, (server, authenticate) =>
        oauth.refreshTokenGrantRequest(server, client, authenticate, refreshToken, options),
      );
      return readTokenAnswer(reply, nowMs());
    },
    /** RFC 7009. Throws ProviderUnavailable when the token may still be valid. */
    async revoke(asked: Asked, kind: 'refresh_token' | 'access_token', token: string) {
      const hinted = { ...options, additionalParameters: { token_type_hint: kind } };
      const { reply } = await authenticated(asked, (server, authenticate) =>
        oauth.revocationRequest(server, client, authenticate, token, hinted),
      );
      const { status, error } = reply;
      // Some providers send the first for a token that is revoked already, the second when access tokens cannot be revoked.
      if (error === 'invalid_token' || error === 'unsupported_token_type') return;
      if (status !== 200) throw new ProviderUnavailable(reasonWith(`revocation_endpoint_${status}`, error));
    },
  };
}

/** Sends one request with the authentication that it is given. */
type Send = (server: AuthorizationServer, authenticate: ClientAuth) => Promise<Response>;

/** One request of the client. `known`: the way that worked at the sign-in of the session, if there is a session. */
export type Asked = Readonly<{ metadata: Metadata; log: Log; known?: string }>;

type Credentials = Pick<Tenant, 'clientId' | 'clientSecret' | 'tokenEndpointAuthMethod'>;

/** A way to authenticate. Basic has two, because many providers never decode it. */
export type Way = 'client_secret_basic' | 'client_secret_basic, not encoded' | 'client_secret_post';

/**
 * Authenticates with the tenant's id and secret. After a refusal each other way (`waysOf`) is tried once; the one that works
 * is tried first from then on and is logged. The result is the reply and the way that got it; the first when all are refused.
 * Throws what `send` throws.
 */
export function makeClientAuthentication(tenant: Credentials) {
  let worked: string | undefined;
  return async ({ metadata, log, known }: Asked, send: Send) => {
    const sendAs = async (way: Way) => {
      const reply = await readReply(await send(metadata.server, authenticationOf(way, tenant)));
      if (isAnswer(reply)) worked = way;
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
  };
}

/** The longest that one request of the client takes: an answer of the provider for each of three ways. */
export const longestRequestMs = 3 * deadlineMs;

/**
 * The way to begin with, and those to try when it is refused (pure). `listed`: the methods that the provider announces; one
 * that announces none, or none of ours, gets Basic (RFC 8414, section 2). A method that the profile names is the only one.
 */
export function waysOf(tenant: Credentials, listed: readonly string[]): readonly [Way, ...Way[]] {
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

function authenticationOf(way: Way, { clientId, clientSecret }: Credentials): ClientAuth {
  if (way === 'client_secret_post') {
    return (_server, _client, body) => {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
    };
  }
  const encode = way === 'client_secret_basic' ? formEncode : (text: string) => text;
  const credentials = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64');
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`);
}

/** application/x-www-form-urlencoded (RFC 6749, 2.3.1), which leaves `*`, `-`, `.` and `_` as they are. */
const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Some providers send `unauthorized_client`, which should mean that the client may not use the grant (RFC 6749, 5.2). */
const isRefusedClient = (reply: OauthReply): boolean =>
  isInvalidClient(reply) || reply.error === 'unauthorized_client';

/** Whether the reply is about the request itself: the provider has accepted the client's authentication. */
const isAnswer = (reply: OauthReply): boolean =>
  reply.status === 200 || (reply.status < 500 && reply.error !== undefined && !isRefusedClient(reply));
