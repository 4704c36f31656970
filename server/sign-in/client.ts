import * as oauth from 'oauth4webapi';

import type { Log } from '../request/log.ts';
import type { Ask } from './ask.ts';
import { askOptions } from './ask.ts';
import type { CallbackParameters } from './callback.ts';
import type { Way } from './client-authentication.ts';
import { makeClientAuthentication } from './client-authentication.ts';
import { ProviderUnavailable, reasonWith } from './faults.ts';
import type { Metadata } from './issuer.ts';
import { readReply } from './oauth-reply.ts';
import type { Pending } from './pending.ts';
import type { Tenant } from './providers.ts';
import type { TokenAnswer } from './token-answer.ts';
import { readTokenAnswer } from './token-answer.ts';

/**
 * The confidential client of the tenant. Both redemptions throw ProviderUnavailable or SignInRefused. `known`: the client
 * authentication of the session's sign-in.
 */
export type Client = Readonly<{
  id: string;
  redeemCode: (
    metadata: Metadata,
    callback: CallbackParameters,
    pending: Pending,
    log: Log,
  ) => Promise<TokenAnswer & Readonly<{ clientAuthentication: Way }>>;
  redeemRefreshToken: (
    metadata: Metadata,
    refreshToken: string,
    known: string,
    log: Log,
  ) => Promise<TokenAnswer>;
  /** RFC 7009. Throws ProviderUnavailable when the token may still be valid. */
  revoke: (
    metadata: Metadata,
    kind: 'refresh_token' | 'access_token',
    token: string,
    known: string,
    log: Log,
  ) => Promise<void>;
}>;

/** Sends requests through `ask`, with the authentication that the tenant's provider accepts. */
export function makeClient(tenant: Tenant, ask: Ask, nowMs: () => number): Client {
  const client: oauth.Client = { client_id: tenant.clientId };
  const authenticated = makeClientAuthentication(tenant);
  const options = askOptions(ask);
  return {
    id: tenant.clientId,
    async redeemCode(metadata, callback, { redirectUri, verifier }, log) {
      const { authorizationCodeGrantRequest: request } = oauth;
      const { server } = metadata;
      const { reply, way } = await authenticated({ metadata, log }, async (authenticate) =>
        readReply(await request(server, client, authenticate, callback, redirectUri, verifier, options)),
      );
      return { ...readTokenAnswer(reply, nowMs()), clientAuthentication: way };
    },
    async redeemRefreshToken(metadata, refreshToken, known, log) {
      const { refreshTokenGrantRequest: request } = oauth;
      const { server } = metadata;
      const { reply } = await authenticated({ metadata, log, known }, async (authenticate) =>
        readReply(await request(server, client, authenticate, refreshToken, options)),
      );
      return readTokenAnswer(reply, nowMs());
    },
    async revoke(metadata, kind, token, known, log) {
      const { revocationRequest: request } = oauth;
      const { server } = metadata;
      const hinted = { ...options, additionalParameters: { token_type_hint: kind } };
      const { reply } = await authenticated({ metadata, log, known }, async (authenticate) =>
        readReply(await request(server, client, authenticate, token, hinted)),
      );
      const { status, error } = reply;
      // Some providers send the first for a token that is revoked already, the second when access tokens cannot be revoked.
      if (error === 'invalid_token' || error === 'unsupported_token_type') return;
      if (status !== 200) throw new ProviderUnavailable(reasonWith(`revocation_endpoint_${status}`, error));
    },
  };
}
