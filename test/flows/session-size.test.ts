import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import type { Json } from '../provider/fault.ts';

const hourMs = 60 * 60 * 1000;
/** What seven cookies of 4056 carry. */
const largestSession = 7 * 4056;

const sessionLength = ({ cookies }: Browser) =>
  [...cookies].reduce((sum, [name, { value }]) => sum + (name.startsWith('q_session') ? value.length : 0), 0);

/** From now on every access token has so many characters, and every ID token so many more. */
function grow({ provider }: TestApp, accessToken: number, groups = 0, changed: Json = {}): void {
  provider.play({
    claims: (said) => ({ ...said, groups: 'g'.repeat(groups) }),
    tokens: (said) => ({ ...said, access_token: 'a'.repeat(accessToken), ...changed }),
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
    for (const [name, { value }] of browser.cookies) assert.ok(`${name}=${value}`.length <= 4096, name);
    assert.equal(answer.headers.location, location);
    assert.equal(
      sessionLength(browser) > largestSession - 600,
      location === '/',
      String(sessionLength(browser)),
    );
    assert.equal(service.logged.findLast(({ msg }) => msg === 'sign-in failed')?.['reason'], reason);
  }
});

test('a renewal whose session is too large ends the session, and is no error', async (t) => {
  for (const [what, accessToken, groups, changed] of [
    ['with its new ID token', 12_000, 10_000, {}],
    ['with the ID token that it keeps', 12_000, 0, { id_token: undefined }],
    ['for its ID token alone', 1_000, 30_000, {}],
  ] as const) {
    const service = await startTestApp(t);
    grow(service, 1_000, 10_000);
    const browser = await service.signedIn();
    service.clock.advance(hourMs);
    grow(service, accessToken, groups, changed);
    assert.equal((await browser.get('/api/auth/me')).statusCode, 401, what);
    const told = service.logged.filter(({ reason }) => reason === 'session_too_large');
    assert.equal(told.length, 1, what);
    assert.equal(told[0]?.msg, 'renewal refused, the session ends');
    assert.equal((await browser.get('/api/auth/me')).statusCode, 401, what);
  }
});
