import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';

test('each login redirects to the authorization address with a PKCE challenge, nonce and state of its own', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const drawn = new Set<string | undefined>();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const address = new URL(await browser.login());
    assert.equal(address.origin + address.pathname, 'https://id.example.com/authorize');
    const { state, nonce, code_challenge, ...others } = Object.fromEntries(address.searchParams);
    assert.deepEqual(others, {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: 'http://tasks.example.com/api/auth/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const value of [state, nonce, code_challenge]) {
      assert.match(value ?? '', /^[\w-]{43}$/);
      drawn.add(value);
    }
  }
  assert.equal(drawn.size, 6);
});

test('the code is redeemed with the verifier that was challenged and the redirect_uri that was told, from the host of the login', async (t) => {
  const { openBrowser, provider } = await openDoor(t, { publicScheme: 'https' });
  const browser = openBrowser();
  const login = await browser.get('https://desk.example.org:8443/api/auth/login');
  const { redirect_uri: redirectUri, code_challenge: challenge } = Object.fromEntries(
    new URL(login.location).searchParams,
  );
  assert.equal(redirectUri, 'https://desk.example.org:8443/api/auth/callback');
  // The callback may come through another host name.
  const { search } = new URL(provider.authorize(login.location));
  await browser.finish(`https://other.example.org/api/auth/callback${search}`);
  const { form } = provider.seen.find(({ endpoint }) => endpoint === 'token') ?? {};
  assert.equal(form?.get('redirect_uri'), redirectUri);
  const verifier = form?.get('code_verifier') ?? '';
  assert.equal(createHash('sha256').update(verifier).digest('base64url'), challenge);
});

test('parameters of the profile and of the authorization endpoint are sent along and replace none of ours', async (t) => {
  const authorizationParameters = {
    access_type: 'offline',
    state: 'mine',
    scope: 'all',
    response_type: 'token',
  };
  const { openBrowser, provider } = await openDoor(t, { declared: { authorizationParameters } });
  provider.play({
    discovery: (said) => ({
      ...said,
      authorization_endpoint: 'https://id.example.com/authorize?tenant=7&state=theirs',
    }),
  });
  const { searchParams } = new URL(await openBrowser().login());
  const { access_type, tenant, scope, response_type, state } = Object.fromEntries(searchParams);
  assert.deepEqual(
    [access_type, tenant, scope, response_type],
    ['offline', '7', 'openid email profile', 'code'],
  );
  assert.notEqual(state, 'mine');
  assert.equal(searchParams.getAll('state').length, 1);
});

for (const [scheme, secure] of [
  ['http', ''],
  ['https', '; Secure'],
] as const)
  test(`over ${scheme} the state cookie is named after its state, sealed, for 5 minutes and for the sign-in only`, async (t) => {
    const { openBrowser, provider } = await openDoor(t, { publicScheme: scheme });
    const browser = openBrowser();
    const { location, setCookies } = await browser.get('/api/auth/login');
    const { state, nonce } = Object.fromEntries(new URL(location).searchParams);
    const line = setCookies.find((each) => each.startsWith('q_auth_')) ?? '';
    const attributes = `Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
    assert.match(line, new RegExp(`^q_auth_${state}=[\\w.-]+; Max-Age=300; ${attributes}$`));
    assert.ok(!line.includes(nonce ?? ''));
    const callback = await browser.get(provider.authorize(location));
    assert.deepEqual(callback.setCookies, [`q_auth_${state}=; Max-Age=0; ${attributes}`]);
  });

test('thirty abandoned sign-ins leave the newest 5 behind, which all work until they are too old', async (t) => {
  const { openBrowser, clock, provider } = await openDoor(t);
  const browser = openBrowser();
  const logins: string[] = [];
  for (let attempt = 0; attempt < 30; attempt += 1) {
    clock.advance(1_000);
    logins.push(await browser.login());
    assert.equal(browser.cookies.size, Math.min(attempt + 1, 5));
  }
  assert.equal((await browser.finish(provider.authorize(logins.at(-6) ?? ''))).kind, 'failed');
  for (const login of logins.slice(-5))
    assert.equal((await browser.finish(provider.authorize(login))).kind, 'signed_in');

  for (let attempt = 0; attempt < 3; attempt += 1) await browser.login();
  for (const cookie of browser.cookies.values()) Object.assign(cookie, { expiresAtMs: Infinity });
  clock.advance(300_000);
  await browser.login();
  assert.equal(browser.cookies.size, 1, 'those that are too old go with the next login');
});

test('a sign-in may take up to 5 minutes and no longer, also when the browser keeps the cookie', async (t) => {
  for (const [milliseconds, kind] of [
    [299_999, 'signed_in'],
    [300_000, 'failed'],
    [-86_400_000, 'signed_in'],
  ] as const) {
    const { openBrowser, clock, provider } = await openDoor(t);
    const browser = openBrowser();
    const location = await browser.login();
    for (const cookie of browser.cookies.values()) Object.assign(cookie, { expiresAtMs: Infinity });
    clock.advance(milliseconds);
    const finished = await browser.finish(provider.authorize(location));
    assert.equal(finished.kind, kind, `${milliseconds} ms`);
  }
});

test('a state cookie does not open under the name of another', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  await browser.login();
  const callback = provider.authorize(await browser.login());
  const [cookie] = browser.cookies.values();
  assert.ok(cookie);
  for (const name of browser.cookies.keys()) browser.cookies.set(name, cookie);
  assert.partialDeepStrictEqual(await browser.finish(callback), { reason: 'state_unknown' });
});
