import assert from 'node:assert/strict';
import { test } from 'node:test';

import { expire, hourMs, startProviderTest } from '../../test/provider/kit.ts';
import { fail, failures } from '../../test/provider/failures.ts';

test('Retry-After of the provider is heeded, and told beyond the outage grace and at a sign-in', async (t) => {
  const { current, provider, renew, clock, openBrowser } = await expire(t);
  clock.advance(10 * 60_000);
  provider.play(fail('token', failures.status503));
  const stranger = openBrowser();
  for (const [browser, path] of [
    [current, '/api/auth/me'],
    [current, '/api/auth/me'],
    [stranger, await stranger.begin()],
  ] as const) {
    const { statusCode, headers } = await browser.get(path);
    assert.deepEqual([statusCode, headers['retry-after']], [503, '20'], path);
  }
  provider.play();
  clock.advance(20_000);
  assert.equal(await renew(current), 'renewed');
});

test('a refusal shows that the provider is well again', async (t) => {
  const { signedIn, provider, renew, clock } = await startProviderTest(t);
  const current = await signedIn();
  const bob = await signedIn();
  clock.advance(hourMs);
  provider.play(fail('token', failures.unreachable));
  await renew(current);
  clock.advance(1_000);
  provider.play(fail('token', failures.invalidGrant));
  assert.equal(await renew(current), 'refused');
  provider.play();
  assert.equal(await renew(bob), 'renewed');
});
