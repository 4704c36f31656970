import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import { browserRequest } from '../../test/provider/sign-in-browser.ts';
import type { Sealer } from '../session/seal.ts';
import { makePendingSignIns } from './attempts.ts';

test('the state cookie is named after its state, sealed, for 5 minutes and for the sign-in only', async (t) => {
  const { openBrowser } = await openDoor(t);
  const answer = await openBrowser().get('/api/auth/login');
  const { state, nonce } = Object.fromEntries(new URL(answer.location).searchParams);
  const [line = '', ...others] = answer.setCookies;
  assert.deepEqual(others, []);
  assert.match(
    line,
    new RegExp(`^q_auth_${state}=[\\w.-]+; Max-Age=300; Path=/api/auth; HttpOnly; SameSite=Lax$`),
  );
  assert.ok(!line.includes(nonce ?? ''));
});

test('the state cookie is Secure when the public scheme is https, set and expired', async (t) => {
  const { openBrowser, provider } = await openDoor(t, { publicScheme: 'https' });
  const browser = openBrowser();
  const answer = await browser.get('/api/auth/login');
  for (const line of answer.setCookies) assert.match(line, /; Secure$/);
  const { setCookies } = await browser.get(provider.authorize(answer.location));
  assert.match(
    setCookies[0] ?? '',
    /^q_auth_[\w-]{43}=; Max-Age=0; Path=\/api\/auth; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('two tabs sign in side by side', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const [first, second] = [await browser.login(), await browser.login()];
  assert.equal((await browser.finish(provider.authorize(first))).kind, 'signed_in');
  assert.equal((await browser.finish(provider.authorize(second))).kind, 'signed_in');
  assert.equal(browser.cookies.size, 0);
});

test('thirty abandoned sign-ins leave the newest 5 behind', async (t) => {
  const { openBrowser, clock, provider } = await openDoor(t);
  const browser = openBrowser();
  const states: string[] = [];
  let location = '';
  for (let attempt = 0; attempt < 30; attempt++) {
    clock.advance(1_000);
    location = await browser.login();
    states.push(new URL(location).searchParams.get('state') ?? '');
  }
  assert.deepEqual(
    [...browser.cookies.keys()],
    states.slice(-5).map((state) => `q_auth_${state}`),
  );
  assert.equal((await browser.finish(provider.authorize(location))).kind, 'signed_in');
});

test('state cookies that are dead or damaged go with the next login', async (t) => {
  const { openBrowser, clock } = await openDoor(t);
  const browser = openBrowser();
  await browser.login();
  clock.advance(300_000);
  browser.cookies.set('q_auth_damaged', { value: 'noise', path: '/', expiresAtMs: Infinity });
  const location = await browser.login();
  const state = new URL(location).searchParams.get('state');
  assert.deepEqual([...browser.cookies.keys()], [`q_auth_${state}`]);
});

test('a sign-in may take up to 5 minutes and no longer', async (t) => {
  for (const [milliseconds, kind] of [
    [299_999, 'signed_in'],
    [300_000, 'failed'],
  ] as const) {
    const { openBrowser, clock, provider } = await openDoor(t);
    const browser = openBrowser();
    const location = await browser.login();
    clock.advance(milliseconds);
    assert.equal((await browser.finish(provider.authorize(location))).kind, kind);
  }
});

const unknown = { kind: 'failed', code: 'sign_in_failed', reason: 'state_unknown', stateKnown: false };

test('a state is good once: a replayed callback is a state that nobody knows', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const callback = provider.authorize(await browser.login());
  assert.equal((await browser.finish(callback)).kind, 'signed_in');
  assert.deepEqual(await browser.finish(callback), unknown);
  assert.equal(provider.count('token'), 1);
});

test('a callback replayed with its cookie kept is refused by the provider', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const callback = provider.authorize(await browser.login());
  const kept = new Map(browser.cookies);
  await browser.finish(callback);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  assert.deepEqual(await browser.finish(callback), refused);
});

const refused = { ...unknown, reason: 'token_endpoint_400_invalid_grant', stateKnown: true };

test("a callback of another browser's sign-in is a state that nobody knows", async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const callback = provider.authorize(await openBrowser().login());
  const victim = openBrowser();
  await victim.login();
  assert.deepEqual(await victim.finish(callback), unknown);
  assert.equal(provider.count('token'), 0);
});

test('a code of another sign-in does not fit the state', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const [attacker, victim] = [openBrowser(), openBrowser()];
  const stolen = new URL(provider.authorize(await attacker.login())).searchParams.get('code') ?? '';
  const callback = new URL(provider.authorize(await victim.login()));
  callback.searchParams.set('code', stolen);
  assert.deepEqual(await victim.finish(callback.href), refused);
});

test('a state cookie does not open under the name of another', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  await browser.login();
  const callback = provider.authorize(await browser.login());
  const [cookie] = browser.cookies.values();
  assert.ok(cookie);
  for (const name of browser.cookies.keys()) browser.cookies.set(name, cookie);
  assert.deepEqual(await browser.finish(callback), unknown);
});

for (const query of [
  '',
  '?',
  '?state=',
  '?code=a',
  '?state=a&code=b',
  '?state=__proto__',
  '?error=access_denied',
  '?%',
  '?state=%ff',
]) {
  test(`a callback with "${query}" is a state that nobody knows`, async (t) => {
    const { openBrowser, provider } = await openDoor(t);
    const browser = openBrowser();
    await browser.login();
    assert.deepEqual(await browser.finish(`/api/auth/callback${query}`), unknown);
    assert.equal(browser.cookies.size, 1);
    assert.equal(provider.count('token'), 0);
  });
}

test('whatever state cookies a browser sends, at most ten seals are looked at for one answer', () => {
  let opened = 0;
  const sealer: Sealer = {
    seal: (plain) => Buffer.from(plain).toString('base64url'),
    open: () => void (opened += 1),
  };
  const attempts = makePendingSignIns(sealer, () => 0);
  const made = { state: 'new', verifier: 'v', nonce: 'n', redirectUri: 'r', createdAtSeconds: 0 };
  for (const name of [(index: number) => `q_auth_${index}`, () => 'q_auth_same']) {
    const cookies = Array.from({ length: 900 }, (_, index) => [name(index), 'x'] as const);
    const request = browserRequest('http', 'tasks.example.com', cookies);

    opened = 0;
    const remembered = attempts.remember(request, { ...made, companion: null });
    assert.ok(opened <= 10, `remember looked at ${opened} seals`);
    assert.ok(remembered.length <= 11, `remember set ${remembered.length} cookies`);

    opened = 0;
    const spent = attempts.spend(request, Array(900).fill('same'));
    assert.equal(spent.pending, undefined);
    assert.ok(opened <= 10, `spend looked at ${opened} seals`);
    assert.ok(spent.cookies.length <= 1, `spend set ${spent.cookies.length} cookies`);
  }
});
