import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestApp } from '../app.ts';
import { hourMs, startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';

/** The size of a session in seven cookies of 4056 characters. */
const largestSession = 7 * 4056;

const sessionLength = ({ cookies }: Browser) =>
  [...cookies].reduce(
    (sum, [name, { value }]) => sum + (name.startsWith('q_session') ? value.length : 0),
    0,
  );

/** From now on every access token has `accessToken` characters, and every ID token `groups` more. */
function grow({ provider }: TestApp, accessToken: number, groups = 0): void {
  provider.play({
    claims: (said) => ({ ...said, groups: 'g'.repeat(groups) }),
    tokens: (said) => ({ ...said, access_token: 'a'.repeat(accessToken) }),
  });
}

test('a sign-in works with all that seven cookies carry, and fails with more', async (t) => {
  const service = await startTestApp(t);
  for (const [accessToken, location, reason] of [
    [20_200, '/', undefined],
    [20_600, '/?signin=failed', 'session_too_large'],
  ] as const) {
    grow(service, accessToken);
    const browser = service.openBrowser();
    const answer = await browser.get(await browser.begin(), navigation);
    for (const [name, { value }] of browser.cookies)
      assert.ok(`${name}=${value}`.length <= 4096, name);
    assert.equal(answer.headers.location, location);
    assert.equal(
      sessionLength(browser) > largestSession - 600,
      location === '/',
      String(sessionLength(browser)),
    );
    const line = service.logged.findLast(({ msg }) => msg.startsWith('sign-in failed'));
    assert.deepEqual([line?.['reason'], line?.level], [reason, reason && 'warn']);
  }
});

test('a renewal whose session is too large ends the session, and is no error', async (t) => {
  const service = await startTestApp(t);
  grow(service, 1_000, 10_000);
  const browser = await service.signedIn();
  service.clock.advance(hourMs);
  grow(service, 12_000, 10_000);
  for (const what of ['at once', 'and later']) {
    assert.equal((await browser.get('/api/auth/me')).statusCode, 401, what);
    const told = service.logged.filter(({ reason }) => reason === 'session_too_large');
    assert.deepEqual(
      told.map(({ level, msg }) => [level, msg]),
      [['warn', 'renewal refused, the session ends']],
      what,
    );
  }
});
