import * as oauth from 'oauth4webapi';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { OriginOf } from '../request/origin.ts';
import type { Companion } from '../session/companion.ts';
import type { Issuer } from './issuer.ts';
import type { Pending, PendingSignIns } from './pending.ts';
import type { Tenant } from './providers.ts';

type Parts = Readonly<{
  tenant: Tenant;
  issuer: Issuer;
  pendingSignIns: PendingSignIns;
  companion: Pick<Companion, 'give'>;
  originOf: OriginOf;
  nowMs: () => number;
}>;

/** Sends the browser to the provider with a new attempt (302). Throws ProviderUnavailable before anything is set. */
export async function startSignIn(
  { tenant, issuer, pendingSignIns, companion, originOf, nowMs }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { metadata } = await issuer.ready();
  const pending = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    nonce: oauth.generateRandomNonce(),
    redirectUri: originOf(request).href + endpoints.callback.path,
    createdAtSeconds: Math.floor(nowMs() / 1_000),
  };
  const address = await authorizationAddress(metadata.authorizationEndpoint, tenant, pending);
  pendingSignIns.remember(request, reply, { ...pending, companion: companion.give(request, reply) });
  return reply.header('cache-control', 'no-store').redirect(address, 302);
}

/** OpenID Connect Core 1.0, 3.1.2.1, with PKCE (RFC 7636). What the profile adds cannot replace what we need. */
async function authorizationAddress(
  endpoint: string,
  tenant: Tenant,
  pending: Omit<Pending, 'companion'>,
): Promise<string> {
  const address = new URL(endpoint);
  const parameters = {
    ...tenant.authorizationParameters,
    response_type: 'code',
    client_id: tenant.clientId,
    redirect_uri: pending.redirectUri,
    scope: tenant.scopes.join(' '),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}
