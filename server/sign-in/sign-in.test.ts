import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { startProviderTest } from '../../test/provider/kit.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { faults } from '../../test/provider/faults.ts';

/** Signs a person out. Returns the revocation requests, and checks their number and that of the log lines. */
async function signOut(
  t: TestContext,
  revokeAtSignOut: boolean,
  counts: Readonly<{ asked: number; lines: number }>,
  ...played: readonly Fault[]
) {
  const door = await startProviderTest(t, { declared: { revokeAtSignOut } });
  door.provider.play(...played);
  const browser = await door.signedIn();
  const { tokens } = door.sessionOf(browser);
  await browser.get('/api/auth/logout');
  // The response does not wait for the revocations: they end before another sign-in does.
  await door.signedIn();
  const revoked = door.provider.seen.filter(({ endpoint }) => endpoint === 'revocation');
  const lines = door.told();
  assert.deepEqual([revoked.length, lines.length], [counts.asked, counts.lines]);
  return { tokens, revoked, line: lines.join() };
}

test('signing out revokes the refresh token and then the access token, with our client authentication', async (t) => {
  const { tokens, revoked } = await signOut(
    t,
    true,
    { asked: 2, lines: 0 },
    faults.takesRevocations,
  );
  assert.deepEqual(
    revoked.map(({ form }) => Object.fromEntries(form)),
    [
      { token: tokens.refreshToken, token_type_hint: 'refresh_token' },
      { token: tokens.accessToken, token_type_hint: 'access_token' },
    ],
  );
  assert.ok(revoked.every(({ headers }) => headers.has('authorization')));
});

const gone = fail('revocation', async () =>
  Response.json({ error: 'invalid_token' }, { status: 400 }),
);

for (const [what, revokeAtSignOut, count, ...played] of [
  ['the profile does not ask for it: nothing', false, 0, faults.takesRevocations],
  ['a provider that has no endpoint for it: nothing', true, 0],
  ['an endpoint without https: nothing', true, 0, faults.plainRevocations],
  [
    'a session without a refresh token: one',
    true,
    1,
    faults.takesRevocations,
    faults.withoutRefreshToken,
  ],
  [
    'tokens that are revoked already: both, and no failure',
    true,
    2,
    { ...faults.takesRevocations, ...gone },
  ],
] as const)
  test(`what signing out revokes: ${what}`, async (t) => {
    await signOut(t, revokeAtSignOut, { asked: count, lines: 0 }, ...played);
  });

for (const [failure, reason] of [
  [failures.unreachable, 'unreachable'],
  [failures.status503, 'revocation_endpoint_503'],
  [failures.invalidRequest, 'revocation_endpoint_400_invalid_request'],
] as const)
  test(`a failed revocation (${reason}) is one warning, and no token is in it`, async (t) => {
    const played = { ...faults.takesRevocations, ...fail('revocation', failure) };
    const { tokens, line } = await signOut(t, true, { asked: 1, lines: 1 }, played);
    const expected = `"level":"warn".*"requestId":.*"reason":"${reason}".*tokens not revoked at sign-out`;
    assert.match(line, new RegExp(expected));
    assert.ok(!line.includes(tokens.accessToken));
  });
