import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { faults } from '../../test/provider/faults.ts';

async function signOut(t: TestContext, revokeAtSignOut: boolean, ...played: readonly Fault[]) {
  const door = await openDoor(t, { declared: { revokeAtSignOut } });
  door.provider.play(...played);
  const { session } = await door.openBrowser().signIn();
  await door.signIn.revoke(session);
  const revoked = door.provider.seen.filter(({ endpoint }) => endpoint === 'revocation');
  return { ...door, session, revoked, sent: revoked.map(({ form }) => Object.fromEntries(form)) };
}

test('signing out revokes the refresh token and then the access token, with our client authentication', async (t) => {
  const door = await signOut(t, true, faults.takesRevocations);
  const { session, sent, revoked, logged } = door;
  const { refreshToken = '', accessToken } = session.tokens;
  assert.deepEqual(sent, [
    { token: refreshToken, token_type_hint: 'refresh_token' },
    { token: accessToken, token_type_hint: 'access_token' },
  ]);
  assert.ok(revoked.every(({ headers }) => headers.has('authorization')));
  assert.deepEqual(logged, []);
});

const gone = fail('revocation', async () => Response.json({ error: 'invalid_token' }, { status: 400 }));

for (const [what, revokeAtSignOut, count, ...played] of [
  ['the profile does not ask for it: nothing', false, 0, faults.takesRevocations],
  ['a provider that has no endpoint for it: nothing', true, 0],
  ['an endpoint without https: nothing', true, 0, faults.plainRevocations],
  ['a session without a refresh token: one', true, 1, faults.takesRevocations, faults.withoutRefreshToken],
  ['tokens that are revoked already: both, and no failure', true, 2, { ...faults.takesRevocations, ...gone }],
] as const)
  test(`what signing out revokes: ${what}`, async (t) => {
    const { sent, logged } = await signOut(t, revokeAtSignOut, ...played);
    assert.equal(sent.length, count);
    assert.deepEqual(logged, []);
  });

for (const [failure, reason] of [
  [failures.unreachable, 'unreachable'],
  [failures.status503, 'revocation_endpoint_503'],
  [failures.invalidRequest, 'revocation_endpoint_400_invalid_request'],
] as const)
  test(`a failed revocation (${reason}) is one warning, and no token is in it`, async (t) => {
    const played = { ...faults.takesRevocations, ...fail('revocation', failure) };
    const { session, sent, logged } = await signOut(t, true, played);
    assert.equal(sent.length, 1);
    assert.equal(logged.length, 1);
    const line = `"level":"warn".*"requestId":"sign-out".*"reason":"${reason}".*tokens not revoked at sign-out`;
    assert.match(logged.join(), new RegExp(line));
    assert.ok(!logged.join().includes(session.tokens.accessToken));
  });
