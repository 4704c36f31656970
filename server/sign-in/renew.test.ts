import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { createLocalJWKSet } from 'jose';

import type { TestClock } from '../../test/provider/clock.ts';
import type { Door } from '../../test/provider/door.ts';
import { openDoor } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failTelling, failures, faults, hold } from '../../test/provider/faults.ts';
import { ada } from '../../test/provider/provider.ts';
import { makeSharedRenewals } from '../../test/provider/shared-renewals.ts';
import { makeSealer } from '../session/seal.ts';
import type { Renewal, SealedSession } from '../session/session.ts';
import { ProviderUnavailable } from './faults.ts';
import { makeRenewal } from './renew.ts';
import type { SharedRenewals } from './shared-renewals.ts';
import { readClaims } from './verify.ts';

/** Someone signed in whose ID token has just expired. */
async function expire(
  t: TestContext,
  options?: Parameters<typeof openDoor>[1],
): Promise<Door & { current: SealedSession }> {
  const door = await openDoor(t, options);
  const current = await door.openBrowser().signIn();
  door.clock.advance(3_600_000);
  return { ...door, current };
}

function renewedOf(renewal: Renewal): SealedSession {
  assert.equal(renewal.kind, 'renewed');
  return renewal.renewed;
}

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
  for (const person of people) assert.deepEqual(await signIn.renew(person), { kind: 'refused' });
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

test('a session without a refresh token is not renewed', async (t) => {
  const { openBrowser, provider, signIn } = await openDoor(t);
  provider.play(faults.withoutRefreshToken);
  const current = await openBrowser().signIn();
  assert.equal(current.session.endsAtSeconds, current.session.expiresAtSeconds);
  assert.deepEqual(await signIn.renew(current), { kind: 'refused' });
  assert.equal(provider.count('token'), 1);
});

test('20 requests at the moment of expiry make one redemption and get the same session', async (t) => {
  const { current, provider, signIn } = await expire(t);
  const renewals = await Promise.all(Array.from({ length: 20 }, () => signIn.renew(current)));
  assert.equal(new Set(renewals.map((renewal) => renewedOf(renewal).sealed)).size, 1);
  assert.equal(provider.count('token'), 2);
});

test('the old cookie still works up to 60 s after the renewal, and no longer', async (t) => {
  const { current, provider, signIn, clock } = await expire(t);
  const first = renewedOf(await signIn.renew(current));
  clock.advance(59_999);
  assert.equal(renewedOf(await signIn.renew(current)).sealed, first.sealed);
  clock.advance(1);
  assert.deepEqual(await signIn.renew(current), { kind: 'refused' });
  assert.equal(provider.count('token'), 3);
});

test('several processes make one redemption and hand out the same session', async (t) => {
  const { current, provider, signIn, anotherProcess, clock } = await expire(t);
  const token = hold('token');
  provider.play(token.fault);
  const winner = signIn.renew(current);
  await token.reached;
  const losers = [anotherProcess().renew(current), anotherProcess().renew(current)];
  await clock.untilWaiting(100, 2);
  token.release();
  const { sealed } = renewedOf(await winner);
  clock.advance(100);
  for (const renewal of await Promise.all(losers)) assert.equal(renewedOf(renewal).sealed, sealed);
  assert.equal(provider.count('token'), 2);
});

test('a process that comes up to 60 s later gets the session that another made', async (t) => {
  const { current, provider, signIn, anotherProcess, clock } = await expire(t);
  const { sealed } = renewedOf(await signIn.renew(current));
  clock.advance(59_999);
  assert.equal(renewedOf(await anotherProcess().renew(current)).sealed, sealed);
  assert.equal(provider.count('token'), 2);
});

/** A process that claims a renewal and is gone before it tells anybody what came of it. */
function dying(shared: SharedRenewals): SharedRenewals {
  const silent = () => Promise.resolve();
  return { ...shared, publishRenewal: silent, releaseRenewal: silent };
}

test('a winner that dies before its redemption hangs nobody: its lease ends after 95 s and another renews', async (t) => {
  const shared = makeSharedRenewals();
  const { current, provider, signIn, clock, anotherProcess } = await expire(t, { shared });
  provider.play(fail('token', failures.unreachable));
  await anotherProcess(dying(shared)).renew(current);
  provider.play();
  const waiting = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(5_000);
  assert.equal((await waiting).kind, 'unavailable');
  clock.advance(89_900);
  const renewal = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(100);
  assert.equal(renewedOf(await renewal).session.expiresAtSeconds, current.session.expiresAtSeconds + 3_695);
});

test('a winner that dies between redemption and sharing hangs nobody: the session ends', async (t) => {
  const shared = makeSharedRenewals();
  const { current, signIn, clock, anotherProcess } = await expire(t, { shared });
  await anotherProcess(dying(shared)).renew(current);
  clock.advance(94_999);
  const renewal = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(100);
  assert.deepEqual(await renewal, { kind: 'refused' });
});

test('a loser that could not see the claim looks again for a successor before it gives up', async (t) => {
  const shared = makeSharedRenewals();
  const { current, signIn, anotherProcess, provider, clock } = await expire(t, { shared });
  // Before, it would not redeem at all.
  const graceMs = 10 * 60 * 1000;
  clock.advance(graceMs);
  const { sealed } = renewedOf(await signIn.renew(current));
  let claims = 0;
  const stumbling: SharedRenewals = {
    ...shared,
    claimRenewal: (...row) =>
      claims++ === 0 ? Promise.reject(new Error('busy')) : shared.claimRenewal(...row),
  };
  assert.equal(renewedOf(await anotherProcess(stumbling).renew(current)).sealed, sealed);
  assert.equal(provider.count('token'), 3);
});

test('a winner that holds on for ever does not hang the others', async (t) => {
  const shared = { ...makeSharedRenewals(), claimRenewal: async () => ({ kind: 'taken' as const }) };
  const { current, signIn, clock } = await expire(t, { shared });
  const renewal = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(5_000);
  assert.deepEqual(await renewal, { kind: 'unavailable', retryAfterSeconds: 1 });
});

test('a session that another process sealed with an unknown secret is no refusal', async (t) => {
  const claimRenewal = async () => ({ kind: 'published' as const, sealed: 'noise' });
  const { current, provider, signIn } = await expire(t, {
    shared: { ...makeSharedRenewals(), claimRenewal },
  });
  assert.deepEqual(await signIn.renew(current), { kind: 'unavailable', retryAfterSeconds: 1 });
  assert.equal(provider.count('token'), 1);
});

test('while the store fails nothing is redeemed, and the session is kept; after the grace each process is on its own', async (t) => {
  const broken = () => Promise.reject(new Error('disk I/O error'));
  const shared = { claimRenewal: broken, publishRenewal: broken, releaseRenewal: broken };
  const { current, provider, signIn, anotherProcess, clock } = await expire(t, { shared });
  const graceEndsMs = (current.session.expiresAtSeconds + 10 * 60) * 1000;
  clock.advance(graceEndsMs - 1 - clock.nowMs());
  for (const process of [signIn, anotherProcess()]) {
    assert.equal((await process.renew(current)).kind, 'unavailable');
  }
  assert.equal(provider.count('token'), 1, 'the code, and no refresh token');
  clock.advance(1);
  renewedOf(await signIn.renew(current));
  assert.equal(provider.count('token'), 2);
});

test('a renewal that came to nothing lets another process try at once', async (t) => {
  const { current, provider, signIn, anotherProcess } = await expire(t);
  provider.play(fail('token', failures.status503));
  assert.equal((await signIn.renew(current)).kind, 'unavailable');
  provider.play();
  renewedOf(await anotherProcess().renew(current));
});

/** A renewal whose redemption the test plays itself. */
async function playRedemption(
  t: TestContext,
  redeem: (current: SealedSession, clock: TestClock) => SealedSession,
) {
  const { current, clock } = await expire(t);
  const shared = makeSharedRenewals();
  const released: string[] = [];
  const quiet = () => undefined;
  const renew = makeRenewal({
    ...clock,
    hasEnded: async () => false,
    refresh: {
      prepare: async () => ({
        metadata: {
          server: { issuer: '' },
          authorizationEndpoint: '',
          algorithms: [],
          authMethods: [],
          takesRevocations: false,
        },
        keys: createLocalJWKSet({ keys: [] }),
      }),
      redeem: async () => redeem(current, clock),
      trouble: quiet,
    },
    shared: {
      ...shared,
      releaseRenewal: (key) => {
        released.push(key);
        return shared.releaseRenewal(key);
      },
    },
    sessionSealer: makeSealer(['a secret of more than thirty-two bytes'], 'session'),
    outageGraceSeconds: 10 * 60,
  });
  const log = { info: quiet, warn: quiet, error: quiet };
  return { current, renew: () => renew(current, log), released };
}

test('a renewal that breaks is not kept', async (t) => {
  let attempts = 0;
  const { renew } = await playRedemption(t, (renewed) => {
    attempts += 1;
    if (attempts === 1) throw new RangeError('broken');
    return renewed;
  });
  await assert.rejects(renew(), RangeError);
  renewedOf(await renew());
});

test('a claim is given back within its lease, and not when it is another process that holds it by then', async (t) => {
  for (const [milliseconds, count] of [
    [94_999, 1],
    [95_000, 0],
  ] as const) {
    const { renew, released } = await playRedemption(t, (_renewed, clock) => {
      clock.advance(milliseconds);
      throw new ProviderUnavailable('timeout');
    });
    assert.equal((await renew()).kind, 'unavailable');
    assert.equal(released.length, count);
  }
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

test('a provider in trouble is asked by one renewal at a time, with pauses of 1 s doubling to 30 s', async (t) => {
  const { openBrowser, provider, signIn, clock } = await openDoor(t);
  const people = await Promise.all(Array.from({ length: 5 }, () => openBrowser().signIn()));
  clock.advance(3_600_000);
  provider.play(fail('token', failures.unreachable));
  const before = provider.count('token');
  const asked = async () => {
    const counted = provider.count('token');
    const renewals = await Promise.all(people.map((person) => signIn.renew(person)));
    assert.ok(renewals.every(({ kind }) => kind === 'unavailable'));
    return provider.count('token') - counted;
  };
  assert.equal(await asked(), 5);
  assert.equal(await asked(), 0);
  for (const pauseSeconds of [1, 2, 4, 8, 16, 30, 30]) {
    clock.advance(pauseSeconds * 1_000 - 1);
    assert.equal(await asked(), 0, `asked before ${pauseSeconds} s had passed`);
    clock.advance(1);
    assert.equal(await asked(), 1, `not asked once after ${pauseSeconds} s`);
  }
  assert.equal(provider.count('token') - before, 12);

  provider.play();
  clock.advance(30_000);
  for (const person of people) renewedOf(await signIn.renew(person));
});

test('a refusal shows that the provider is well again', async (t) => {
  const { openBrowser, provider, signIn, clock } = await openDoor(t);
  const [first, second] = [await openBrowser().signIn(), await openBrowser().signIn()];
  clock.advance(3_600_000);
  provider.play(fail('token', failures.unreachable));
  await signIn.renew(first);
  clock.advance(1_000);
  provider.play(fail('token', failures.invalidGrant));
  assert.deepEqual(await signIn.renew(first), { kind: 'refused' });
  provider.play();
  renewedOf(await signIn.renew(second));
});

test('during a pause nothing is claimed in the store', async (t) => {
  const shared = makeSharedRenewals();
  let claims = 0;
  const counting: SharedRenewals = {
    ...shared,
    claimRenewal: (...row) => {
      claims += 1;
      return shared.claimRenewal(...row);
    },
  };
  const { current, provider, signIn } = await expire(t, { shared: counting });
  provider.play(fail('token', failures.unreachable));
  await signIn.renew(current);
  const before = claims;
  assert.equal((await signIn.renew(current)).kind, 'unavailable');
  assert.equal(claims, before);
});

test("a wrong client secret is the operator's fault: nobody is signed out, and an error is logged", async (t) => {
  const { current, anotherProcess, logged } = await expire(t);
  const misconfigured = anotherProcess(makeSharedRenewals(), 'wrong');
  assert.equal((await misconfigured.renew(current)).kind, 'unavailable');
  const [line = '', ...others] = logged;
  assert.match(
    line,
    /^\{"level":"error".*"requestId":"renewal-1","reason":"invalid_client","msg":"renewal not possible now/,
  );
  assert.deepEqual(others, []);
});

test('Retry-After of the provider is heeded', async (t) => {
  const { current, provider, signIn, clock } = await expire(t);
  provider.play(fail('token', failures.status503));
  await signIn.renew(current);
  assert.deepEqual(await signIn.renew(current), { kind: 'unavailable', retryAfterSeconds: 20 });
  provider.play();
  clock.advance(20_000);
  renewedOf(await signIn.renew(current));
});

test('a token endpoint that does not answer costs 5 s and no session', async (t) => {
  for (const failure of [failures.slow, failures.slowBody]) {
    const { current, provider, signIn, clock, logged } = await expire(t);
    const token = failTelling('token', failure);
    provider.play(token.fault);
    const renewal = signIn.renew(current);
    await token.reached;
    clock.advance(5_000);
    assert.equal((await renewal).kind, 'unavailable');
    assert.match(logged.join('\n'), /"reason":"timeout"/);
  }
});
