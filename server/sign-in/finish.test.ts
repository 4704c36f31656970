import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { faults } from '../../test/provider/faults.ts';
import { sessionPhase } from '../session/session.ts';

test('a user who turns back has cancelled, and the state is spent', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const outcome = await browser.finish(provider.deny(await browser.login()));
  assert.deepEqual(outcome, {
    kind: 'failed',
    code: 'sign_in_cancelled',
    reason: 'access_denied',
    stateKnown: true,
  });
  assert.equal(browser.cookies.size, 0);
  assert.equal(provider.count('token'), 0);
});

test('any other error of the provider is a failed sign-in', async (t) => {
  const { openBrowser, provider, logged } = await openDoor(t);
  const browser = openBrowser();
  const outcome = await browser.finish(provider.deny(await browser.login(), 'invalid_scope'));
  assert.deepEqual(outcome, {
    kind: 'failed',
    code: 'sign_in_failed',
    reason: 'provider_invalid_scope',
    stateKnown: true,
  });
  assert.match(logged.join('\n'), /"reason":"provider_invalid_scope"/);
});

test('access_denied of another issuer has cancelled nothing', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const location = await browser.login();
  provider.play(faults.otherIssInCallback);
  const outcome = await browser.finish(provider.deny(location));
  assert.deepEqual(outcome, {
    kind: 'failed',
    code: 'sign_in_failed',
    reason: 'authorization_response',
    stateKnown: true,
  });
});

test('an error that is no error code is not written to the log', async (t) => {
  const { openBrowser, provider, logged } = await openDoor(t);
  const browser = openBrowser();
  await browser.finish(provider.deny(await browser.login(), 'Ada sent eyJhbGciOi'));
  assert.match(logged.join('\n'), /"reason":"provider"/);
  assert.doesNotMatch(logged.join('\n'), /eyJ/);
});

test('a session without a refresh token ends with its ID token', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  provider.play(faults.withoutRefreshToken);
  const { session } = await openBrowser().signIn();
  assert.equal(session.tokens.refreshToken, undefined);
  assert.equal(session.endsAtSeconds, session.issuedAtSeconds + 3_600);
});

for (const [skewSeconds, outcome, lifetimeSeconds] of [
  [30, 'signed_in', 3_600],
  [31, 'failed', 0],
  [-30, 'signed_in', 3_570],
  [-3_629, 'signed_in', 0],
  [-3_630, 'failed', 0],
] as const) {
  test(`a provider's clock that is ${skewSeconds} s off: ${outcome}, for ${lifetimeSeconds} s`, async (t) => {
    const { openBrowser, provider, clock } = await openDoor(t);
    const browser = openBrowser();
    const shift = (value: unknown) => Number(value) + skewSeconds;
    provider.play({ claims: (said) => ({ ...said, iat: shift(said.iat), exp: shift(said.exp) }) });
    const finished = await browser.finish(provider.authorize(await browser.login()));
    assert.equal(finished.kind, outcome);
    if (finished.kind === 'failed') return;
    const { expiresAtSeconds, issuedAtSeconds } = finished.sealedSession.session;
    assert.equal(issuedAtSeconds, clock.nowMs() / 1_000);
    assert.equal(expiresAtSeconds - issuedAtSeconds, lifetimeSeconds);
  });
}

test('an ID token that has expired within the tolerance begins a session that the first request renews', async (t) => {
  const { openBrowser, provider, signIn, clock } = await openDoor(t);
  provider.play(expiredAtSignIn);
  const { session, sealed } = await openBrowser().signIn();
  const nowSeconds = clock.nowMs() / 1_000;
  assert.equal(sessionPhase(session, nowSeconds), 'renewable');
  const renewal = await signIn.renew({ session, sealed });
  assert.ok(renewal.kind === 'renewed');
  assert.equal(sessionPhase(renewal.renewed.session, nowSeconds), 'fresh');
});

test('the same token without a refresh token is a failed sign-in, and no session that has ended already', async (t) => {
  const { openBrowser, provider, logged } = await openDoor(t);
  provider.play(expiredAtSignIn, faults.withoutRefreshToken);
  const browser = openBrowser();
  const outcome = await browser.finish(provider.authorize(await browser.login()));
  assert.deepEqual(outcome, {
    kind: 'failed',
    code: 'sign_in_failed',
    reason: 'id_token_exp',
    stateKnown: true,
  });
  assert.match(logged.join('\n'), /"reason":"id_token_exp"/);
});

const expiredAtSignIn: Fault = {
  claims: (said, stage) =>
    stage === 'sign_in' ? { ...said, exp: said.iat, iat: Number(said.iat) - 60 } : said,
};

test('nbf beyond the tolerance is refused', async (t) => {
  for (const [seconds, outcome] of [
    [30, 'signed_in'],
    [31, 'failed'],
  ] as const) {
    const { openBrowser, provider } = await openDoor(t);
    const browser = openBrowser();
    provider.play({ claims: (said) => ({ ...said, nbf: Number(said.iat) + seconds }) });
    const { kind } = await browser.finish(provider.authorize(await browser.login()));
    assert.equal(kind, outcome);
  }
});

test('an ID token that never expires makes no session that never expires', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  provider.play(faults.endlessExp);
  const { session } = await openBrowser().signIn();
  assert.equal(session.expiresAtSeconds - session.issuedAtSeconds, 400 * 24 * 3_600);
});

test('a wrong client secret makes the callback 503, and an error is logged', async (t) => {
  const { openBrowser, provider, logged } = await openDoor(t, { declared: { clientSecret: 'wrong' } });
  const browser = openBrowser();
  const answer = await browser.get(provider.authorize(await browser.login()));
  assert.equal(answer.body, 'provider_unavailable');
  const [line = '', ...others] = logged;
  assert.match(line, /^\{"level":"error".*"requestId":"req-2","reason":"invalid_client","msg":"sign-in not/);
  assert.deepEqual(others, []);
});
