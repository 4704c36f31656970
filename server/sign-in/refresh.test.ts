import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import { expire, renewedOf } from '../../test/provider/expired.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { faults } from '../../test/provider/faults.ts';
import { ada } from '../../test/provider/provider.ts';
import { readClaims } from './id-token.ts';

const outcomes: ReadonlyArray<readonly [what: string, outcome: string, ...faults: readonly Fault[]]> = [
  ['another sub', 'refused id_token_changed', { claims: (said) => ({ ...said, sub: 'eve' }) }],
  ['another iss', 'refused id_token_iss', faults.otherIss],
  ['another aud', 'refused id_token_aud', faults.otherAud],
  ['one more aud', 'refused id_token_changed', faults.audOfOthersTooWithAzp],
  ['a nonce that is not the one of the sign-in', 'refused id_token_changed', faults.otherNonce],
  ['another spelling of iss', 'refused id_token_changed', faults.issWithSlash],
  ['no iat', 'refused id_token_claims', faults.missingIat],
  ['a foreign key', 'refused id_token_signature', faults.foreignKey],
  ['no kid and a key of nobody', 'refused id_token_signature', faults.foreignKeyWithoutKid],
  ['at_hash of another access token', 'refused id_token_at_hash', faults.otherAtHash],
  ['an empty id_token', 'refused id_token_unusable', faults.emptyIdToken],
  ['id_token as a number', 'refused id_token_unusable', faults.numberIdToken],
  ['id_token as a list', 'refused id_token_unusable', faults.listIdToken],
  ['alg none', 'refused err_jose_alg_not_allowed', faults.unsigned],
];

for (const [what, outcome, ...played] of outcomes) {
  test(`renewal: ${what} -> ${outcome}`, async (t) => {
    const { current, provider, signIn, logged } = await expire(t);
    provider.play(...played);
    const renewal = await signIn.renew(current);
    const [kind, reason] = outcome.split(' ');
    assert.equal(renewal.kind, kind);
    assert.match(logged.join('\n'), new RegExp(`"reason":"${reason}"`));
    assert.doesNotMatch(logged.join('\n'), /eyJ|[\w-]{40}/);
  });
}

for (const [what, fault] of [
  ['without a', faults.withoutRefreshToken],
  ['with an empty', faults.emptyRefreshToken],
] as const) {
  test(`a renewal ${what} refresh token keeps the old one`, async (t) => {
    const { current, provider, signIn } = await expire(t);
    provider.play(fault);
    const { session } = renewedOf(await signIn.renew(current));
    assert.equal(session.tokens.refreshToken, current.session.tokens.refreshToken);
    assert.notEqual(session.tokens.accessToken, current.session.tokens.accessToken);
  });
}

for (const [what, fault] of [
  ['without an', faults.withoutIdToken],
  ['with null for an', faults.nullIdToken],
] as const) {
  test(`a renewal ${what} ID token keeps the identity and lives for expires_in`, async (t) => {
    const { current, provider, signIn } = await expire(t);
    provider.play(fault, { tokens: (said) => ({ ...said, expires_in: 600 }) });
    const { session } = renewedOf(await signIn.renew(current));
    assert.equal(session.tokens.idToken, current.session.tokens.idToken);
    assert.notEqual(session.tokens.refreshToken, current.session.tokens.refreshToken);
    assert.equal(session.expiresAtSeconds - session.issuedAtSeconds, 600);
  });
}

test('a forged ID token is refused at a renewal, be the keys fetched lately or not', async (t) => {
  const { openBrowser, provider, signIn, clock } = await openDoor(t);
  const people = [await openBrowser().signIn(), await openBrowser().signIn()];
  clock.advance(3_600_000);
  provider.play(faults.foreignKey);
  for (const person of people)
    assert.deepEqual(await signIn.renew(person), { kind: 'refused', reason: 'id_token_signature' });
  assert.equal(provider.count('jwks'), 3, 'at the sign-in, because of its age, and for the forgery');
});

for (const [what, fault] of [
  ['no', faults.withoutExpiresIn],
  ['a negative', faults.negativeExpiresIn],
  ['an endless', faults.endlessExpiresIn],
] as const) {
  test(`a renewal without an ID token and with ${what} expires_in lives as long as before`, async (t) => {
    const { current, provider, signIn } = await expire(t);
    provider.play(faults.withoutIdToken, fault);
    const { session } = renewedOf(await signIn.renew(current));
    assert.equal(session.expiresAtSeconds - session.issuedAtSeconds, 3_600);
  });
}

test('a changed email is the new identity when sub is the same', async (t) => {
  const { current, provider, signIn } = await expire(t);
  provider.play({ claims: (said) => ({ ...said, email: 'ada.king@example.com' }) });
  const { session } = renewedOf(await signIn.renew(current));
  const claims: unknown = readClaims(session.tokens.idToken);
  assert.partialDeepStrictEqual(claims, { sub: ada.sub, email: 'ada.king@example.com' });
});

for (const email of [undefined, null]) {
  test(`a renewed ID token with ${email} for an email keeps the identity, and lives for its own time`, async (t) => {
    const { current, provider, signIn } = await expire(t);
    provider.play({ claims: (said) => ({ ...said, email, exp: Number(said.iat) + 600 }) });
    const { session } = renewedOf(await signIn.renew(current));
    assert.equal(session.tokens.idToken, current.session.tokens.idToken);
    assert.equal(session.expiresAtSeconds - session.issuedAtSeconds, 600);
  });
}

test('a session without a refresh token is not renewed', async (t) => {
  const { openBrowser, provider, signIn } = await openDoor(t);
  provider.play(faults.withoutRefreshToken);
  const current = await openBrowser().signIn();
  assert.equal(current.session.endsAtSeconds, current.session.expiresAtSeconds);
  assert.deepEqual(await signIn.renew(current), { kind: 'refused', reason: 'refresh_token_missing' });
  assert.equal(provider.count('token'), 1);
});

test('a provider that never changes its refresh tokens is asked again at each expiry', async (t) => {
  const { current, provider, signIn, clock } = await expire(t, { idTokenSeconds: 30 });
  provider.play(faults.keepsRefreshTokens);
  const first = renewedOf(await signIn.renew(current));
  assert.equal(first.session.tokens.refreshToken, current.session.tokens.refreshToken);
  clock.advance(30_000);
  const second = renewedOf(await signIn.renew(first));
  assert.equal(second.session.expiresAtSeconds, first.session.expiresAtSeconds + 30);
});

test('keys are at hand before a refresh token is redeemed', async (t) => {
  const { current, provider, signIn, anotherProcess } = await expire(t);
  provider.play(fail('jwks', failures.unreachable));
  assert.equal((await anotherProcess().renew(current)).kind, 'unavailable');
  assert.equal(provider.count('token'), 1);
  provider.play();
  renewedOf(await signIn.renew(current));
});

test('a key that is new at a renewal is fetched', async (t) => {
  const { current, provider, signIn } = await expire(t);
  await signIn.renew(current);
  await provider.rotateKeys();
  const { session } = renewedOf(await signIn.renew(current));
  assert.notEqual(session.tokens.idToken, current.session.tokens.idToken);
});

test('a token answer is not thrown away because a new key cannot be fetched', async (t) => {
  const { openBrowser, provider, signIn, clock, logged } = await openDoor(t, { idTokenSeconds: 60 });
  const [current, waiting] = [await openBrowser().signIn(), await openBrowser().signIn()];
  clock.advance(60_000);
  await provider.rotateKeys();
  provider.play(fail('jwks', failures.unreachable));
  const { session } = renewedOf(await signIn.renew(current));
  assert.equal(session.tokens.idToken, current.session.tokens.idToken);
  assert.notEqual(session.tokens.refreshToken, current.session.tokens.refreshToken);
  assert.match(logged.join('\n'), /renewed ID token not verified/);
  // A fetch that failed is none that has brought the newest keys.
  clock.advance(1_000);
  const another = renewedOf(await signIn.renew(waiting));
  assert.equal(another.session.tokens.idToken, waiting.session.tokens.idToken);

  provider.play();
  clock.advance(60_000);
  const next = renewedOf(await signIn.renew({ session, sealed: '' }));
  assert.notEqual(next.session.tokens.idToken, current.session.tokens.idToken);
});
