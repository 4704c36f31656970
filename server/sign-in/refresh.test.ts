import assert from 'node:assert/strict';
import { test } from 'node:test';

import { expire, hourMs, startProviderTest } from '../../test/provider/kit.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { signingKey } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { claims, faults, tokens } from '../../test/provider/faults.ts';
import { readClaims } from './id-token.ts';

/** Grows the audience of an ID token, for us. */
const audiences = (...others: readonly string[]): Fault => ({
  claims: (said) => ({ ...said, aud: [said.aud, ...others], azp: said.aud }),
});

const refusals: ReadonlyArray<readonly [what: string, reason: string, fault: Fault]> = [
  ['another sub', 'id_token_changed', { claims: (said) => ({ ...said, sub: 'eve' }) }],
  ['one more aud', 'id_token_changed', faults.audOfOthersTooWithAzp],
  ['a nonce that is not the one of the sign-in', 'id_token_changed', faults.otherNonce],
  ['another spelling of iss', 'id_token_changed', faults.issWithSlash],
  ['a foreign key', 'id_token_signature', faults.foreignKey],
  ['no signature', 'err_jose_alg_not_allowed', faults.unsigned],
  ['at_hash of another access token', 'id_token_at_hash', faults.otherAtHash],
];

for (const [what, reason, fault] of refusals)
  test(`renewal: ${what} -> refused ${reason}`, async (t) => {
    const { current, provider, renew, told } = await expire(t);
    provider.play(fault);
    assert.equal(await renew(current), 'refused');
    assert.match(told().join('\n'), new RegExp(`"reason":"${reason}"`));
  });

for (const [what, nonces] of [
  ['no nonce', [undefined, undefined]],
  ['null for the nonce', [null, null]],
  ['an empty nonce', ['', '']],
  ['null, then an empty one', [null, '', undefined]],
] as const)
  test(`renewals with ${what} keep the session, and the sign-in's nonce may come again`, async (t) => {
    const { current, provider, renew, clock } = await expire(t);
    for (const nonce of nonces) {
      provider.play(claims({ nonce }));
      assert.equal(await renew(current), 'renewed');
      clock.advance(hourMs);
    }
    provider.play(claims({ at_hash: null, azp: null, nbf: null, sid: null }));
    assert.equal(await renew(current), 'renewed');
  });

test('an audience beside ours at the sign-in may be joined by another, and may not leave', async (t) => {
  const { openBrowser, provider, renew, clock } = await startProviderTest(t);
  const browser = openBrowser();
  provider.play(audiences('tasks', 'calendar'));
  await browser.signIn();
  for (const [others, outcome] of [
    [['calendar', 'mail', 'tasks'], 'renewed'],
    [['mail', 'calendar', 'tasks', 'chat'], 'renewed'],
    [['mail', 'calendar', 'tasks'], 'refused'],
  ] as const) {
    clock.advance(hourMs);
    provider.play(audiences(...others));
    assert.equal(await renew(browser), outcome, others.join());
  }
});

const tenMinutes = tokens({ expires_in: 600 });
const withEmail = (email: unknown): Fault => ({
  claims: (said) => ({ ...said, email, exp: Number(said.iat) + 600 }),
});

test('what a renewal leaves out keeps what the session has, and a changed email is the new identity', async (t) => {
  for (const [what, kept, lifetimeSeconds, ...played] of [
    ['nothing', '', 3_600],
    ['no refresh token', 'refreshToken', 3_600, faults.withoutRefreshToken],
    ['an empty refresh token', 'refreshToken', 3_600, faults.emptyRefreshToken],
    ['no ID token', 'idToken', 600, faults.withoutIdToken, tenMinutes],
    ['null for an ID token', 'idToken', 600, faults.nullIdToken, tenMinutes],
    [
      'no ID token, no expires_in',
      'idToken',
      3_600,
      faults.withoutIdToken,
      faults.withoutExpiresIn,
    ],
    [
      'no ID token, a negative expires_in',
      'idToken',
      3_600,
      faults.withoutIdToken,
      faults.negativeExpiresIn,
    ],
    [
      'no ID token, an endless expires_in',
      'idToken',
      3_600,
      faults.withoutIdToken,
      faults.endlessExpiresIn,
    ],
    // A provider may write the email at the sign-in only.
    ['no email', 'idToken', 600, withEmail(undefined)],
    ['another email', '', 600, withEmail('ada.king@example.com')],
  ] as const) {
    const { current, provider, renew, sessionOf } = await expire(t);
    const before = sessionOf(current);
    provider.play(...played);
    assert.equal(await renew(current), 'renewed', what);
    const session = sessionOf(current);
    assert.equal(session.expiresAtSeconds - session.issuedAtSeconds, lifetimeSeconds, what);
    for (const name of ['accessToken', 'idToken', 'refreshToken'] as const)
      assert.equal(session.tokens[name] === before.tokens[name], name === kept, `${what}: ${name}`);
    const { email } = readClaims(session.tokens.idToken);
    assert.equal(
      email,
      what === 'another email' ? 'ada.king@example.com' : 'ada@example.com',
      what,
    );
  }
});

test('a provider that never changes its refresh tokens is asked again at each expiry', async (t) => {
  const { current, provider, renew, clock, sessionOf } = await expire(t, {
    provider: { idTokenSeconds: 30 },
  });
  provider.play({ keepsRefreshTokens: true });
  const { refreshToken } = sessionOf(current).tokens;
  assert.equal(await renew(current), 'renewed');
  const first = sessionOf(current);
  assert.equal(first.tokens.refreshToken, refreshToken);
  clock.advance(30_000);
  assert.equal(await renew(current), 'renewed');
  assert.equal(sessionOf(current).expiresAtSeconds, first.expiresAtSeconds + 30);
});

test('a token answer is not thrown away because a new key cannot be fetched', async (t) => {
  const { signedIn, provider, renew, clock, sessionOf, told } = await startProviderTest(t, {
    provider: { idTokenSeconds: 60 },
  });
  const current = await signedIn();
  const waiting = await signedIn();
  const before = sessionOf(current).tokens;
  const another = sessionOf(waiting).tokens;
  clock.advance(60_000);
  await provider.rotateKeys();
  provider.play(fail('jwks', failures.unreachable));
  assert.equal(await renew(current), 'renewed');
  assert.equal(sessionOf(current).tokens.idToken, before.idToken);
  assert.notEqual(sessionOf(current).tokens.refreshToken, before.refreshToken);
  assert.match(told().join('\n'), /renewed ID token not verified/);
  // A failed fetch does not begin the pause between two fetches of newer keys.
  clock.advance(1_000);
  assert.equal(await renew(waiting), 'renewed');
  assert.equal(sessionOf(waiting).tokens.idToken, another.idToken);

  provider.play();
  clock.advance(60_000);
  assert.equal(await renew(current), 'renewed');
  assert.notEqual(sessionOf(current).tokens.idToken, before.idToken);
});

test('a key that is published late ends no session: the identity stays until a renewal can verify it', async (t) => {
  const { signedIn, provider, renew, clock, sessionOf, told } = await startProviderTest(t, {
    provider: { idTokenSeconds: 60 },
  });
  const current = await signedIn();
  const { publicJwk } = await signingKey('first');
  // A cache in front of the keys still answers with the old set.
  const late: Fault = { jwks: async () => [publicJwk] };
  const renamed = claims({ email: 'ada.king@example.com', exp: undefined });
  await provider.rotateKeys();
  for (const fault of [late, faults.unknownKid, faults.foreignKeyWithoutKid]) {
    provider.play(late, fault, renamed, tenMinutes);
    clock.advance(600_000);
    const before = sessionOf(current);
    assert.equal(await renew(current), 'renewed');
    const { tokens: after, expiresAtSeconds, issuedAtSeconds } = sessionOf(current);
    assert.equal(after.idToken, before.tokens.idToken);
    assert.notEqual(after.accessToken, before.tokens.accessToken);
    assert.notEqual(after.refreshToken, before.tokens.refreshToken);
    assert.equal(expiresAtSeconds - issuedAtSeconds, 600, 'expires_in');
    assert.equal((await current.get('/api/auth/me')).json().email, 'ada@example.com');
    assert.match(told().join('\n'), /"reason":"key_not_published".*not verified/);
  }
  provider.play(claims({ email: 'ada.king@example.com' }));
  clock.advance(600_000);
  assert.equal(await renew(current), 'renewed');
  assert.equal((await current.get('/api/auth/me')).json().email, 'ada.king@example.com');
});

test('no cookie of a session lives longer than its sign-in allows, whatever provider and settings say later', async (t) => {
  const until = (hours: number): Fault => ({
    claims: (said) => ({ ...said, exp: Number(said.iat) + hours * 3_600 }),
  });
  for (const [first, longest] of [
    [1, 24 + 8],
    [48, 48 + 8],
  ] as const)
    for (const later of [1, 100]) {
      const { signedIn, anotherProcess, provider, clock, renew, sessionOf } =
        await startProviderTest(t);
      provider.play(until(first));
      const browser = await signedIn();
      clock.advance(first * hourMs);
      provider.play(until(later));
      const generous = await anotherProcess({ session: { extensionSeconds: 100 * 3_600 } });
      assert.equal(await renew(browser.at(generous)), 'renewed');
      const { issuedAtSeconds, expiresAtSeconds, endsAtSeconds, signIn } = sessionOf(browser);
      assert.equal(endsAtSeconds - issuedAtSeconds, longest * 3_600);
      assert.equal(expiresAtSeconds - issuedAtSeconds, Math.min(later, longest) * 3_600);
      assert.match(signIn.id, /^[\w-]{22}$/, '128 bits');
    }
});
