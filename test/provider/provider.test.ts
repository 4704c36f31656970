import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import * as oauth from 'oauth4webapi';

import type { Ask } from '../../server/sign-in/ask.ts';
import { makeClock } from './clock.ts';
import { startProvider } from './provider.ts';

/** The provider as a client library of others sees it, on the real clock that the library looks at. */
async function discover(t: TestContext) {
  const provider = await startProvider(t, { nowMs: Date.now });
  const fetch: Ask = (url, { method, headers = {}, body = null }) =>
    provider.fetch(url, { method, headers, body, redirect: 'manual' });
  const options = { [oauth.customFetch]: fetch };
  const issuer = new URL(provider.issuer);
  const answer = await oauth.discoveryRequest(issuer, options);
  const server = await oauth.processDiscoveryResponse(issuer, answer);
  const client = { client_id: provider.clientId };
  const authenticate = oauth.ClientSecretBasic(provider.clientSecret);
  const redirectUri = 'https://tasks.example.com/callback';
  const [verifier, state, nonce] = ['v'.repeat(43), 's'.repeat(43), 'n'.repeat(43)];
  const location = new URL(server.authorization_endpoint ?? '');
  location.search = new URLSearchParams({
    client_id: provider.clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();

  async function redeem(): Promise<Response> {
    const callback = new URL(provider.authorize(location.href));
    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    return oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticate,
      parameters,
      redirectUri,
      verifier,
      options,
    );
  }
  const refresh = (token: string) =>
    oauth.refreshTokenGrantRequest(server, client, authenticate, token, options);
  return { server, client, options, nonce, redeem, refresh };
}

test('a client library accepts the whole flow, signatures included', async (t) => {
  const { server, client, options, nonce, redeem, refresh } = await discover(t);
  const answer = await redeem();
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, options);
  assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, 'ada');

  const renewal = await refresh(tokens.refresh_token ?? '');
  const renewed = await oauth.processRefreshTokenResponse(server, client, renewal);
  await oauth.validateApplicationLevelSignature(server, renewal, options);
  assert.notEqual(renewed.refresh_token, tokens.refresh_token);
});

test('a request that the provider does not expect fails the test', async () => {
  const checks: Array<() => void> = [];
  const provider = await startProvider({ after: (check) => checks.push(check) }, makeClock());
  await assert.rejects(provider.fetch('https://elsewhere.example.com/'), TypeError);
  assert.throws(() => checks.forEach((check) => check()), /elsewhere/);
});
