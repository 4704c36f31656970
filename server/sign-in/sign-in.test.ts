import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { navigation } from '../../test/browser.ts';
import { openDoor } from '../../test/provider/door.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { readClaims } from './id-token.ts';

test('a sign-in goes to the provider and comes back with a session of all three tokens', async (t) => {
  const { openBrowser, clock, provider } = await openDoor(t);
  const { session } = await openBrowser().signIn();
  const nowSeconds = clock.nowMs() / 1_000;
  assert.equal(readClaims(session.tokens.idToken).sub, 'ada');
  assert.ok(session.tokens.accessToken);
  assert.ok(session.tokens.refreshToken);
  assert.equal(session.issuedAtSeconds, nowSeconds);
  assert.equal(session.expiresAtSeconds, nowSeconds + 3_600);
  assert.equal(session.endsAtSeconds, nowSeconds + 3_600 + 8 * 3_600);
  assert.deepEqual(
    provider.seen.map(({ endpoint }) => endpoint),
    ['discovery', 'jwks', 'token'],
  );
});

test('a renewal redeems the refresh token for a session that moves on', async (t) => {
  const { openBrowser, clock, provider, signIn } = await openDoor(t);
  const current = await openBrowser().signIn();
  clock.advance(3_600_000);
  const renewal = await signIn.renew(current);
  assert.equal(renewal.kind, 'renewed');
  const { session } = renewal.renewed;
  assert.equal(session.expiresAtSeconds, current.session.expiresAtSeconds + 3_600);
  assert.notEqual(session.tokens.refreshToken, current.session.tokens.refreshToken);
  assert.equal(provider.count('token'), 2);
});

const https = { config: { http: { publicScheme: 'https' } } } as const;

test('the redirect is not stored by anyone', async (t) => {
  const { openBrowser } = await startTestApp(t);
  const { statusCode, headers } = await openBrowser().get('/api/auth/login', navigation);
  assert.equal(statusCode, 302);
  assert.equal(headers['cache-control'], 'no-store');
});

test('a login that cannot begin sets no cookie', async (t) => {
  const { openBrowser, provider } = await startTestApp(t, https);
  provider.play(fail('discovery', failures.unreachable));
  const { statusCode, headers } = await openBrowser().get('/api/auth/login', navigation);
  assert.equal(statusCode, 503);
  assert.equal(headers['set-cookie'], undefined);
});

test('a callback that cannot be finished expires its state cookie all the same', async (t) => {
  const { openBrowser, provider } = await startTestApp(t, https);
  const browser = openBrowser();
  const { pathname, search } = new URL(provider.authorize(await browser.login()));
  provider.play(fail('token', failures.unreachable));
  const { statusCode, headers } = await browser.get(pathname + search, navigation);
  assert.equal(statusCode, 503);
  assert.match(
    String(headers['set-cookie']),
    /^q_auth_[\w-]{43}=; Max-Age=0; Path=\/api\/auth; HttpOnly; SameSite=Lax; Secure$/,
  );
});
