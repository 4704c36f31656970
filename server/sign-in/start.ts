import * as oauth from 'oauth4webapi';

import { endpoints } from '../../contract/endpoints.ts';
import type { CookieToSet } from '../http/cookie.ts';
import type { Issuer } from './issuer.ts';
import type { BrowserRequest, Pending, PendingSignIns } from './pending.ts';
import type { Tenant } from './providers.ts';

type Parts = Readonly<{
  tenant: Tenant;
  issuer: Issuer;
  pendingSignIns: PendingSignIns;
  nowMs: () => number;
}>;

/** Where the browser goes for a new attempt, and the cookies that keep it. */
export type Started = Readonly<{ address: string; cookies: readonly CookieToSet[] }>;

/** Begins an attempt beside the companion cookie with this hash. Throws ProviderUnavailable. */
export async function startSignIn(
  { tenant, issuer, pendingSignIns, nowMs }: Parts,
  request: BrowserRequest,
  companion: string | null,
): Promise<Started> {
  const { metadata } = await issuer.ready();
  const pending = newAttempt(request.origin.href + endpoints.callback.path, companion, nowMs());
  const address = await authorizationAddress(metadata.server.authorization_endpoint, tenant, pending);
  return { address, cookies: pendingSignIns.remember(request, pending) };
}

/** An attempt that leads back to this address. */
export const newAttempt = (redirectUri: string, companion: string | null, nowMs: number): Pending => ({
  state: oauth.generateRandomState(),
  verifier: oauth.generateRandomCodeVerifier(),
  nonce: oauth.generateRandomNonce(),
  redirectUri,
  createdAtSeconds: Math.floor(nowMs / 1_000),
  companion,
});

/** OpenID Connect Core 1.0, 3.1.2.1, with PKCE (RFC 7636). What the profile adds cannot replace what we need. */
export async function authorizationAddress(
  endpoint: string,
  tenant: Tenant,
  pending: Pending,
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
