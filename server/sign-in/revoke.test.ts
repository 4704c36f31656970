import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { faults, lists } from '../../test/provider/faults.ts';

async function signOut(t: TestContext, revokeAtSignOut: boolean, ...played: readonly Fault[]) {
  const door = await openDoor(t, { declared: { revokeAtSignOut } });
  door.provider.play(...played);
  const { session } = await door.openBrowser().signIn();
  await door.signIn.revoke(session);
  const revoked = door.provider.seen.filter(({ endpoint }) => endpoint === 'revocation');
  return { ...door, session, sent: revoked.map(({ form }) => Object.fromEntries(form)), revoked };
}

test('signing out revokes the refresh token and then the access token, with our client authentication', async (t) => {
  const { session, sent, revoked, provider, clock, signIn, logged } = await signOut(
    t,
    true,
    faults.takesRevocations,
  );
  const { refreshToken = '', accessToken } = session.tokens;
  assert.deepEqual(sent, [
    { token: refreshToken, token_type_hint: 'refresh_token' },
    { token: accessToken, token_type_hint: 'access_token' },
  ]);
  assert.ok(revoked.every(({ headers }) => headers.has('authorization')));
  assert.deepEqual(logged, []);
  clock.advance(3_600_000);
  assert.deepEqual(await signIn.renew({ session, sealed: '' }), {
    kind: 'refused',
    reason: 'token_endpoint_400_invalid_grant',
  });
  assert.equal(provider.count('token'), 2);
});

test('a provider that refuses one way of client authentication is asked the other way', async (t) => {
  const ways = lists('client_secret_basic', 'client_secret_post');
  const { sent } = await signOut(t, true, faults.takesRevocations, faults.takesNoBasic, ways);
  assert.equal(sent.length, 2, 'what worked at the sign-in comes first');
  assert.ok(sent.every((form) => 'client_secret' in form));
});

for (const [what, revokeAtSignOut, ...played] of [
  ['when the profile does not ask for it', false, faults.takesRevocations],
  ['at a provider that has no endpoint for it', true],
  ['at an endpoint without https', true, faults.plainRevocations],
] as const) {
  test(`nothing is revoked ${what}`, async (t) => {
    const { sent, logged } = await signOut(t, revokeAtSignOut, ...played);
    assert.deepEqual(sent, []);
    assert.deepEqual(logged, []);
  });
}

test('a session without a refresh token has its access token revoked', async (t) => {
  const { sent } = await signOut(t, true, faults.takesRevocations, faults.withoutRefreshToken);
  assert.deepEqual(
    sent.map((form) => form['token_type_hint']),
    ['access_token'],
  );
});

for (const [what, failure, reason] of [
  ['is away', failures.unreachable, 'unreachable'],
  ['is in trouble', failures.status503, 'revocation_endpoint_503'],
  ['refuses', failures.invalidRequest, 'revocation_endpoint_400_invalid_request'],
] as const) {
  test(`a provider that ${what} is one warning, and no token is in it`, async (t) => {
    const { session, sent, logged } = await signOut(t, true, {
      ...faults.takesRevocations,
      ...fail('revocation', failure),
    });
    assert.equal(sent.length, 1);
    assert.equal(logged.length, 1);
    assert.match(
      logged.join(),
      new RegExp(
        `"level":"warn".*"requestId":"sign-out".*"reason":"${reason}".*tokens not revoked at sign-out`,
      ),
    );
    assert.ok(!logged.join().includes(session.tokens.accessToken));
  });
}

test('a token that the provider says is gone already is no failure', async (t) => {
  const gone = fail('revocation', async () => Response.json({ error: 'invalid_token' }, { status: 400 }));
  const { sent, logged } = await signOut(t, true, { ...faults.takesRevocations, ...gone });
  assert.equal(sent.length, 2);
  assert.deepEqual(logged, []);
});
