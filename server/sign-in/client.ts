import * as oauth from 'oauth4webapi';

import type { Log } from '../request/log.ts';
import type { Ask } from './ask.ts';
import { askOptions } from './ask.ts';
import type { CallbackParameters } from './callback.ts';
import { makeClientAuthentication } from './client-authentication.ts';
import { ProviderUnavailable, reasonWith } from './faults.ts';
import type { Metadata } from './issuer.ts';
import { readReply } from './oauth-reply.ts';
import type { Pending } from './pending.ts';
import type { Tenant } from './providers.ts';
import { readTokenAnswer } from './token-answer.ts';

export type Client = ReturnType<typeof makeClient>;

/**
 * The confidential client of the tenant. Both redemptions throw ProviderUnavailable or SignInRefused. `known`: the client
 * authentication of the session's sign-in.
 */
export function makeClient(tenant: Tenant, ask: Ask, nowMs: () => number) {
  const client: oauth.Client = { client_id: tenant.clientId };
  const authenticated = makeClientAuthentication(tenant);
  const options = askOptions(ask);
  return {
    async redeemCode(metadata: Metadata, callback: CallbackParameters, pending: Pending, log: Log) {
      const { authorizationCodeGrantRequest: request } = oauth;
      const { redirectUri, verifier } = pending;
      const { server } = metadata;
      const { reply, way } = await authenticated({ metadata, log }, async (authenticate) =>
        readReply(await request(server, client, authenticate, callback, redirectUri, verifier, options)),
      );
      return { ...readTokenAnswer(reply, nowMs()), clientAuthentication: way };
    },
    async redeemRefreshToken(metadata: Metadata, refreshToken: string, known: string, log: Log) {
      const { refreshTokenGrantRequest: request } = oauth;
      const { reply } = await authenticated({ metadata, log, known }, async (authenticate) =>
        readReply(await request(metadata.server, client, authenticate, refreshToken, options)),
      );
      return readTokenAnswer(reply, nowMs());
    },
    /** RFC 7009. Throws ProviderUnavailable when the token may still be valid. */
    async revoke(
      metadata: Metadata,
      kind: 'refresh_token' | 'access_token',
      token: string,
      known: string,
      log: Log,
    ) {
      const { revocationRequest: request } = oauth;
      const hinted = { ...options, additionalParameters: { token_type_hint: kind } };
      const { reply } = await authenticated({ metadata, log, known }, async (authenticate) =>
        readReply(await request(metadata.server, client, authenticate, token, hinted)),
      );
      const { status, error } = reply;
      // Some providers send the first for a token that is revoked already, the second when access tokens cannot be revoked.
      if (error === 'invalid_token' || error === 'unsupported_token_type') return;
      if (status !== 200) throw new ProviderUnavailable(reasonWith(`revocation_endpoint_${status}`, error));
    },
  };
}
