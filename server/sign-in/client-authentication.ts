import type { ClientAuth } from 'oauth4webapi';

import type { Log } from '../request/log.ts';
import type { Metadata } from './issuer.ts';
import type { OauthReply } from './oauth-reply.ts';
import { isInvalidClient } from './oauth-reply.ts';
import type { Tenant } from './providers.ts';

/** Sends one request with the authentication that it is given. */
type Send = (authenticate: ClientAuth) => Promise<OauthReply>;

/** How we show who we are. Throws what `send` throws. */
export type ClientAuthentication = (metadata: Metadata, log: Log, send: Send) => Promise<OauthReply>;

type Credentials = Pick<Tenant, 'clientId' | 'clientSecret' | 'tokenEndpointAuthMethod'>;

/** A way to authenticate; many providers never decode what Basic encodes, so it has two. */
export type Way = 'client_secret_basic' | 'client_secret_basic, not encoded' | 'client_secret_post';

/**
 * Authenticates with the tenant's id and secret. Who is refused tries once the other way that there is (`waysOf`); what
 * worked comes first from then on, and the log says so. Refused both ways: the first answer stands.
 */
export function makeClientAuthentication(tenant: Credentials): ClientAuthentication {
  let worked: Way | undefined;
  return async ({ authMethods }, log, send) => {
    const ways = waysOf(tenant, authMethods);
    const first = ways.find((way) => way === worked) ?? ways[0];
    const other = ways.find((way) => way !== first);
    const reply = await send(authenticationOf(first, tenant));
    if (other === undefined || !isRefusedClient(reply)) return reply;

    const second = await send(authenticationOf(other, tenant));
    if (isRefusedClient(second)) return reply;
    if (isAnswer(second)) {
      worked = other;
      log.warn(
        { refused: first, works: other },
        'the provider refuses one client authentication, another works',
      );
    }
    return second;
  };
}

/**
 * The way to begin with, and the one to try when it is refused (pure). `listed`: the methods that the provider announces;
 * one that announces none, or none of ours, gets Basic (RFC 8414, section 2). What the profile names is never left.
 */
export function waysOf(tenant: Credentials, listed: readonly string[]): readonly [Way, ...Way[]] {
  const method = tenant.tokenEndpointAuthMethod;
  const takesPost = listed.includes('client_secret_post');
  if (method === 'client_secret_post') return [method];
  if (method === null && takesPost && !listed.includes('client_secret_basic')) return ['client_secret_post'];
  if (method === null && takesPost) return ['client_secret_basic', 'client_secret_post'];
  const { clientId, clientSecret } = tenant;
  const isSame = [clientId, clientSecret].every((text) => formEncode(text) === text);
  return isSame ? ['client_secret_basic'] : ['client_secret_basic', 'client_secret_basic, not encoded'];
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
