import type { ClientAuth } from 'oauth4webapi';

import type { Log } from '../request/log.ts';
import type { Metadata } from './issuer.ts';
import type { OauthReply } from './oauth-reply.ts';
import { isInvalidClient } from './oauth-reply.ts';
import type { Tenant } from './providers.ts';

/** Sends one request with the authentication that it is given. */
type Send = (authenticate: ClientAuth) => Promise<OauthReply>;

/** One request of the client. `known`: the way that worked when the session in question was begun, if there is one. */
export type Asked = Readonly<{ metadata: Metadata; log: Log; known?: string }>;

/** What was answered, and to which way. */
export type Authenticated = Readonly<{ reply: OauthReply; way: Way }>;

/** How we show who we are. Throws what `send` throws. */
export type ClientAuthentication = (asked: Asked, send: Send) => Promise<Authenticated>;

type Credentials = Pick<Tenant, 'clientId' | 'clientSecret' | 'tokenEndpointAuthMethod'>;

/** A way to authenticate; many providers never decode what Basic encodes, so it has two. */
export type Way = 'client_secret_basic' | 'client_secret_basic, not encoded' | 'client_secret_post';

/**
 * Authenticates with the tenant's id and secret. Who is refused tries each other way that there is (`waysOf`) once; what worked
 * comes first from then on, and the log says so. Refused every way: the first answer stands.
 */
export function makeClientAuthentication(tenant: Credentials): ClientAuthentication {
  let worked: string | undefined;
  return async ({ metadata, log, known }, send) => {
    const ways = waysOf(tenant, metadata.authMethods);
    const first = ways.find((way) => way === (worked ?? known)) ?? ways[0];
    const answered = await send(authenticationOf(first, tenant));
    if (!isRefusedClient(answered)) {
      if (isAnswer(answered)) worked = first;
      return { reply: answered, way: first };
    }
    for (const way of ways.filter((other) => other !== first)) {
      const reply = await send(authenticationOf(way, tenant));
      if (isRefusedClient(reply)) continue;
      if (isAnswer(reply)) {
        worked = way;
        log.warn(
          { refused: first, works: way },
          'the provider refuses one client authentication, another works',
        );
      }
      return { reply, way };
    }
    return { reply: answered, way: first };
  };
}

/** How many ways there are at the most. */
export const mostWays = 3;

/**
 * The way to begin with, and those to try when it is refused (pure). `listed`: the methods that the provider announces; one
 * that announces none, or none of ours, gets Basic (RFC 8414, section 2). What the profile names is never left.
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

/** application/x-www-form-urlencoded, as RFC 6749, 2.3.1 demands, and no more: `*`, `-`, `.` and `_` stay. */
const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Some say `unauthorized_client`, whose own meaning (RFC 6749, 5.2) is that this client may not have such a grant. */
const isRefusedClient = (reply: OauthReply): boolean =>
  isInvalidClient(reply) || reply.error === 'unauthorized_client';

/** Whether it is about what was asked: the client was known by then. */
const isAnswer = ({ status, error }: OauthReply): boolean =>
  status === 200 || (status < 500 && error !== undefined);
