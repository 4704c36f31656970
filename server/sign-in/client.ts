import * as oauth from 'oauth4webapi';

import type { Log } from '../request/log.ts';
import type { Ask } from './ask.ts';
import { askOptions } from './ask.ts';
import type { CallbackParameters } from './callback.ts';
import { makeClientAuthentication } from './client-authentication.ts';
import type { Metadata } from './issuer.ts';
import { readReply } from './oauth-reply.ts';
import type { Pending } from './pending.ts';
import type { Tenant } from './providers.ts';
import type { TokenAnswer } from './token-answer.ts';
import { readTokenAnswer } from './token-answer.ts';

/** We as the confidential client of the tenant, at its token endpoint. Both throw ProviderUnavailable or SignInRefused. */
export type Client = Readonly<{
  client: oauth.Client;
  redeemCode: (
    metadata: Metadata,
    callback: CallbackParameters,
    pending: Pending,
    log: Log,
  ) => Promise<TokenAnswer>;
  redeemRefreshToken: (metadata: Metadata, refreshToken: string, log: Log) => Promise<TokenAnswer>;
}>;

/** Asks through `ask`, authenticated as the tenant's provider takes it. */
export function makeClient(tenant: Tenant, ask: Ask, nowMs: () => number): Client {
  const client: oauth.Client = { client_id: tenant.clientId };
  const authenticated = makeClientAuthentication(tenant);
  const options = askOptions(ask);
  return {
    client,
    async redeemCode(metadata, callback, { redirectUri, verifier }, log) {
      const { authorizationCodeGrantRequest: request } = oauth;
      const { server } = metadata;
      const reply = await authenticated(metadata, log, async (authenticate) =>
        readReply(await request(server, client, authenticate, callback, redirectUri, verifier, options)),
      );
      return readTokenAnswer(reply, nowMs());
    },
    async redeemRefreshToken(metadata, refreshToken, log) {
      const { refreshTokenGrantRequest: request } = oauth;
      const { server } = metadata;
      const reply = await authenticated(metadata, log, async (authenticate) =>
        readReply(await request(server, client, authenticate, refreshToken, options)),
      );
      return readTokenAnswer(reply, nowMs());
    },
  };
}
