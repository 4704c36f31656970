import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { Overrides } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import { setBy } from '../cookies.ts';
import { isRenewal } from '../provider/fault.ts';
import type { Failure } from '../provider/failures.ts';
import { fail, failures, hold } from '../provider/failures.ts';
import { bob } from './session-cookies.ts';

const graceOverMs = (60 + 10) * 60 * 1000;
const grace = { sub: 'grace', email: 'grace@example.com' };

/** Ways in which another person signs in within the browser of Grace. `callback`: of a sign-in that waits in a second tab. */
const nextPerson: Record<string, (browser: Browser, callback: string) => Promise<unknown>> = {
  'signs in after her sign-out': async (browser) => {
    await browser.get('/api/auth/logout');
    await browser.signIn(bob);
  },
  'signs in over her session': (browser, callback) => browser.get(callback, navigation),
};

/** The session of Grace needs a renewal, and an outage longer than the outage grace makes a sign-in of Bob possible. */
async function renewable(t: TestContext, overrides: Overrides = {}) {
  const service = await startTestApp(t, overrides);
  const { signedIn, provider, clock } = service;
  const browser = await signedIn(grace);
  provider.play(fail('token', failures.status500));
  clock.advance(graceOverMs);
  const callback = await browser.begin(bob);
  clock.advance(2000);
  provider.play();
  return { ...service, browser, callback };
}

async function assertIsBob(browser: Browser) {
  const answer = await browser.get('/api/auth/me');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.json().email, bob.email);
}

for (const [what, signIn] of Object.entries(nextPerson)) {
  for (const [outcome, answer] of [
    ['refused', failures.invalidGrant],
    ['granted', (good) => good()],
  ] as const satisfies readonly (readonly [string, Failure])[])
    test(`a renewal that is ${outcome} after somebody else ${what} sets no cookie`, async (t) => {
      const { browser, callback, provider } = await renewable(t);
      const { fault, reached, release } = hold(isRenewal, answer);
      provider.play(fault);
      const late = browser.get('/api/auth/me');
      await reached;
      await signIn(browser, callback);
      release();
      const { statusCode, headers } = await late;
      assert.equal(statusCode, 401);
      assert.equal(headers['set-cookie'], undefined);
      await assertIsBob(browser);
    });

  test(`a request that is answered after its renewal, when somebody else ${what}, sets no cookie`, async (t) => {
    const { promise: reached, resolve: isReached } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { browser, callback } = await renewable(t, {
      config: { avatars: { enabled: true } },
      outside: async () => {
        isReached();
        await released;
        return new Response(null, { status: 404 });
      },
    });
    const late = browser.get('/api/auth/me');
    await reached;
    await signIn(browser, callback);
    release();
    const { statusCode, headers } = await late;
    assert.equal(statusCode, 200, 'it began while she was signed in');
    assert.equal(headers['set-cookie'], undefined);
    await assertIsBob(browser);
  });
}

test('a session whose renewal was refused stays ended, asks the provider once in each process, and is replaced by the next sign-in', async (t) => {
  const { browser, provider, clock, anotherProcess } = await renewable(t);
  provider.revokeAll();
  const asked = provider.count('token');
  const other = browser.at(await anotherProcess());
  for (let minutes = 0; minutes < 7 * 60; minutes += 20) {
    for (const each of [browser, other])
      assert.equal((await each.get('/api/auth/me')).statusCode, 401);
    clock.advance(20 * 60_000);
  }
  provider.play(fail('token', failures.status500));
  assert.equal((await browser.get('/api/tasks')).statusCode, 401, 'in an outage too');
  assert.equal(provider.count('token'), asked + 2);
  provider.play();
  await browser.signIn(bob);
  await assertIsBob(browser);
});

test('a damaged cookie stays until the next sign-in, which replaces every cookie of its kind', async (t) => {
  const { openBrowser } = await startTestApp(t);
  const browser = openBrowser();
  for (const name of ['q_session', 'q_session_chunk_1', 'q_session_chunk_3'])
    browser.cookies.set(name, { value: 'damaged', path: '/', expiresAtMs: Infinity });
  for (const [path, headers, status] of [
    ['/api/auth/me', {}, 401],
    ['/api/auth/me', { 'x-requested-with': 'JavaScript' }, 499],
    ['/api/auth/login', { 'x-requested-with': 'JavaScript' }, 499],
  ] as const) {
    const answer = await browser.get(path, headers);
    assert.equal(answer.statusCode, status);
    assert.equal(answer.headers['set-cookie'], undefined);
  }
  const login = await browser.get('/api/auth/login', navigation);
  assert.deepEqual(
    setBy(login).map(([name]) => name.replace(/_auth_.*/, '_auth_')),
    ['q_auth_'],
  );
  await browser.signIn(bob);
  assert.deepEqual(
    [...browser.cookies.keys()].filter((name) => name.startsWith('q_session')),
    ['q_session'],
  );
  await assertIsBob(browser);
});
