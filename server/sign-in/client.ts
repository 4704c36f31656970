import * as oauth from 'oauth4webapi';

import type { Ask } from './ask.ts';
import { askOptions } from './ask.ts';
import type { CallbackParameters } from './callback.ts';
import type { Asked } from './client-authentication.ts';
import { makeClientAuthentication } from './client-authentication.ts';
import { ProviderUnavailable, reasonWith } from './faults.ts';
import type { Pending } from './pending.ts';
import type { Tenant } from './providers.ts';
import { readTokenAnswer } from './token-answer.ts';

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
