import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import { readClaims } from './verify.ts';

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
