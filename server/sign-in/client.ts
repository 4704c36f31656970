import * as oauth from 'oauth4webapi';

import type { Ask } from './ask.ts';
import { askOptions } from './ask.ts';
import type { CallbackParameters } from './callback.ts';
import type { Metadata } from './issuer.ts';
import type { Pending } from './pending.ts';
import type { Tenant } from './providers.ts';
import type { TokenAnswer } from './token-answer.ts';
import { readTokenAnswer } from './token-answer.ts';

/** We as the confidential client of the tenant, at its token endpoint. Both throw ProviderUnavailable or SignInRefused. */
export type Client = Readonly<{
  client: oauth.Client;
  redeemCode: (metadata: Metadata, callback: CallbackParameters, pending: Pending) => Promise<TokenAnswer>;
  redeemRefreshToken: (metadata: Metadata, refreshToken: string) => Promise<TokenAnswer>;
}>;

/** Authenticates with the tenant's id and secret, as its `tokenEndpointAuthMethod` says (RFC 6749, 2.3.1). */
export function makeClient(tenant: Tenant, ask: Ask): Client {
  const client: oauth.Client = { client_id: tenant.clientId };
  const authenticate =
    tenant.tokenEndpointAuthMethod === 'client_secret_post'
      ? oauth.ClientSecretPost(tenant.clientSecret)
      : oauth.ClientSecretBasic(tenant.clientSecret);
  const options = askOptions(ask);
  return {
    client,
    async redeemCode({ server }, callback, { redirectUri, verifier }) {
      const { authorizationCodeGrantRequest: request } = oauth;
      return readTokenAnswer(
        await request(server, client, authenticate, callback, redirectUri, verifier, options),
      );
    },
    async redeemRefreshToken({ server }, refreshToken) {
      const { refreshTokenGrantRequest: request } = oauth;
      return readTokenAnswer(await request(server, client, authenticate, refreshToken, options));
    },
  };
}
