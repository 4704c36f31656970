import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { JSONWebKeySet } from 'jose';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';

import { emptyFolder } from '../test/folder.ts';
import { startLocalProvider } from './main.ts';

const servicePort = 8123;
const client = { id: 'dueline', secret: 'a secret of the client, long enough' };
const users = [
  { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://pictures.example/ada.png' },
  { email: 'grace@example.com', name: 'Grace Murray', picture: null },
];

test('signs in with code, PKCE and nonce; the ID token says who, for an hour', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const attempt = authorization(issuer, 'localhost');

  const page = await browser.open(attempt.url);
  assert.equal(page.status, 200);
  const { callback } = await browser.submit(page, { person: 'ada@example.com' });
  assert.equal(callback.origin + callback.pathname, `http://localhost:${servicePort}/api/auth/callback`);
  assert.equal(callback.searchParams.get('state'), 'the state');
  assert.equal(callback.searchParams.get('iss'), issuer);

  const tokens = await redeem(issuer, attempt, callback);
  const { payload, protectedHeader } = await jwtVerify(
    tokens.id_token,
    createRemoteJWKSet(new URL(`${issuer}/jwks`)),
    { issuer, audience: client.id },
  );
  assert.equal(protectedHeader.alg, 'RS256');
  assert.equal(payload.nonce, 'the nonce');
  assert.equal(Number(payload.exp) - Number(payload.iat), 3600);
  const { email, email_verified: verified, name, picture } = payload;
  assert.deepEqual(
    { email, verified, name, picture },
    {
      email: 'ada@example.com',
      verified: true,
      name: 'Ada Byron',
      picture: 'https://pictures.example/ada.png',
    },
  );
  assert.notEqual(tokens.refresh_token, '', 'a refresh token comes unasked');
});

test('knows the service at localhost, 127.0.0.1 and ::1, and nowhere else', async (t) => {
  const { issuer } = await started(t);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const browser = makeBrowser();
    const page = await browser.open(authorization(issuer, host).url);
    const { callback } = await browser.submit(page, { person: 'grace@example.com' });
    assert.equal(callback.host, `${host}:${servicePort}`);
  }
  const elsewhere = await makeBrowser().open(authorization(issuer, 'elsewhere.example').url);
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /come back to an address that is not its own/);
});

test('a refresh token is for one use; a second use revokes the whole grant', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const first = await signIn(issuer, { person: 'ada@example.com' }, browser);
  const second = await renew(issuer, first.refresh_token);
  assert.equal(second.status, 200);
  assert.notEqual(second.tokens.refresh_token, first.refresh_token);

  const again = await renew(issuer, first.refresh_token);
  assert.deepEqual([again.status, again.tokens.error], [400, 'invalid_grant']);
  const newest = await renew(issuer, second.tokens.refresh_token);
  assert.deepEqual([newest.status, newest.tokens.error], [400, 'invalid_grant']);

  const attempt = authorization(issuer, 'localhost');
  const { callback } = await browser.open(attempt.url);
  const afresh = await redeem(issuer, attempt, callback);
  assert.equal(
    (await renew(issuer, afresh.refresh_token)).status,
    200,
    'the next sign-in of the same browser makes a new grant',
  );
});

test('keys, people and grants survive a restart, so that a renewal after it works', async (t) => {
  const dataFolder = emptyFolder(t);
  const before = await started(t, { dataFolder });
  const tokens = await signIn(before.issuer, { email: 'typed@example.com', name: 'Typed by Hand' });
  const keysBefore = await keySetOf(before.issuer);
  await before.close();

  const after = await started(t, { dataFolder, port: Number(new URL(before.issuer).port) });
  const renewed = await renew(after.issuer, tokens.refresh_token);
  assert.equal(renewed.status, 200);
  const { payload } = await jwtVerify(renewed.tokens.id_token, createLocalJWKSet(keysBefore), {
    issuer: before.issuer,
  });
  assert.deepEqual([payload['email'], payload['name']], ['typed@example.com', 'Typed by Hand']);
  assert.equal(payload.sub, subjectOf(tokens.id_token));
});

test('its keys and its database are readable by their owner only', async (t) => {
  const dataFolder = emptyFolder(t);
  await started(t, { dataFolder });
  for (const name of ['local-provider-keys.json', 'local-provider.db', 'local-provider.db-wal'])
    assert.equal((statSync(join(dataFolder, name)).mode & 0o777).toString(8), '600', name);
});

for (const text of ['', '{"keys": [', '{"key": []}']) {
  test(`a file of keys with ${text || 'nothing'} in it is refused with its name and what to do`, async (t) => {
    const dataFolder = emptyFolder(t);
    writeFileSync(join(dataFolder, 'local-provider-keys.json'), text);
    await assert.rejects(started(t, { dataFolder }), {
      name: 'ConfigError',
      message: /local-provider-keys\.json is not right:\n.*holds no keys; remove it and start again/,
    });
  });
}

test('cancelling goes back to the service with access_denied', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const page = await browser.open(authorization(issuer, 'localhost').url);
  const { callback } = await browser.submit(page, { cancel: 'yes' });
  assert.equal(callback.searchParams.get('error'), 'access_denied');
  assert.equal(callback.searchParams.get('code'), null);
});

test('a bad email is reported at the field, and the typed text is kept', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const page = await browser.open(authorization(issuer, 'localhost').url);
  const refused = await browser.post(page.href, { email: 'not "an" <email>', name: 'Someone & Co' });
  assert.equal(refused.status, 422);
  const text = await refused.text();
  assert.match(
    text,
    /id="email"[^>]*value="not &#34;an&#34; &#60;email&#62;"[^>]*aria-describedby="email-fault"/,
  );
  assert.match(text, /id="name"[^>]*value="Someone &#38; Co"/);
  assert.match(text, /id="email-fault">This is not an email address/);

  const { callback } = await browser.submit(page, { email: ' someone@example.com ', name: '' });
  assert.ok(callback.searchParams.get('code'), 'the same page still works afterwards');
});

test('the session stays at the provider: signing in again shows no page, until the person signs out here', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const page = await browser.open(authorization(issuer, 'localhost').url);
  await browser.submit(page, { person: 'grace@example.com' });
  assert.match((await browser.open(`${issuer}/`)).text, /Signed in here as Grace Murray/);

  const again = await browser.open(authorization(issuer, 'localhost').url);
  assert.equal(again.status, 303, 'straight on to the service');
  assert.ok(again.callback.searchParams.get('code'));

  await browser.post(`${issuer}/account/sign-out`, {});
  assert.match((await browser.open(`${issuer}/`)).text, /Nobody is signed in here/);
  assert.equal((await browser.open(authorization(issuer, 'localhost').url)).status, 200, 'asked again');
});

test('a form of another origin signs nobody in and nobody out', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const page = await browser.open(authorization(issuer, 'localhost').url);
  for (const headers of [{ origin: 'http://localhost:1' }, { 'sec-fetch-site': 'same-site' }]) {
    assert.equal((await browser.post(page.href, { person: 'ada@example.com' }, headers)).status, 403);
    assert.equal((await browser.post(`${issuer}/account/sign-out`, {}, headers)).status, 403);
  }
});

test('a sign-in page opened in another browser is refused with an error page', async (t) => {
  const { issuer } = await started(t);
  const page = await makeBrowser().open(authorization(issuer, 'localhost').url);
  const other = await makeBrowser().open(page.href);
  assert.equal(other.status, 400);
  assert.match(other.text, /has ended or was opened in another browser/);
});

test('its cookies are never sent to the service on the same host, and those of the service do no harm', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const page = await browser.open(authorization(issuer, 'localhost').url);
  await browser.submit(page, { person: 'ada@example.com' });
  assert.ok(browser.cookiePaths().length > 0);
  for (const path of browser.cookiePaths()) assert.ok(path.startsWith('/account'), path);

  const crowded = { cookie: `q_session_chunk_1=${'x'.repeat(4056)}; q_session_chunk_2=${'x'.repeat(4056)}` };
  assert.equal((await fetch(`${issuer}/account`, { headers: crowded })).status, 200);
});

test('answers at its own host name only', async (t) => {
  const { issuer } = await started(t);
  const misdirected = await fetch(`${issuer.replace('localhost', '127.0.0.1')}/account`);
  assert.equal(misdirected.status, 421);
});

test('a request without PKCE is refused', async (t) => {
  const { issuer } = await started(t);
  const url = authorization(issuer, 'localhost').url;
  url.searchParams.delete('code_challenge');
  url.searchParams.delete('code_challenge_method');
  const { callback } = await makeBrowser().open(url);
  assert.equal(callback.searchParams.get('error'), 'invalid_request');
});

test('refuses a production profile', async (t) => {
  await assert.rejects(started(t, { environment: 'production' }), /does not start in a production profile/);
});

test('a taken port is named together with LOCAL_PROVIDER_PORT', async (t) => {
  const blocker = createServer();
  await new Promise<void>((resolve) => void blocker.listen(0, '127.0.0.1', resolve));
  t.after(() => void blocker.close());
  const address = blocker.address();
  assert.ok(typeof address === 'object' && address !== null);
  await assert.rejects(
    started(t, { port: address.port }),
    new RegExp(`Port ${address.port} .* taken.*LOCAL_PROVIDER_PORT`, 's'),
  );
});

type Overrides = Partial<{ dataFolder: string; port: number; environment: 'production' }>;

async function started(t: TestContext, { dataFolder, port = 0, environment }: Overrides = {}) {
  const provider = await startLocalProvider({
    environment: environment ?? 'local',
    config: { enabled: true, port, users },
    dataFolder: dataFolder ?? emptyFolder(t),
    clientId: client.id,
    clientSecret: client.secret,
    servicePort,
    log: { error: (details, message) => assert.fail(`${message} ${JSON.stringify(details)}`) },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await provider.close();
    isOpen = false;
  };
  t.after(close);
  return { issuer: provider.issuer, close };
}

/** What the service would send a browser to, with what it keeps for the way back. */
function authorization(issuer: string, serviceHost: string) {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `http://${serviceHost}:${servicePort}/api/auth/callback`;
  const url = new URL(`${issuer}/account/authorize`);
  url.search = new URLSearchParams({
    client_id: client.id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return { url, verifier, redirectUri };
}

async function signIn(issuer: string, answer: Record<string, string>, browser = makeBrowser()) {
  const attempt = authorization(issuer, 'localhost');
  const { callback } = await browser.submit(await browser.open(attempt.url), answer);
  return redeem(issuer, attempt, callback);
}

async function redeem(issuer: string, attempt: ReturnType<typeof authorization>, callback: URL) {
  const { status, tokens } = await askForTokens(issuer, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: attempt.redirectUri,
    code_verifier: attempt.verifier,
  });
  assert.equal(status, 200, JSON.stringify(tokens));
  return tokens;
}

const renew = (issuer: string, refreshToken: string) =>
  askForTokens(issuer, { grant_type: 'refresh_token', refresh_token: refreshToken });

async function askForTokens(issuer: string, fields: Record<string, string>) {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      // Else the connection of before a restart would be used for a request after it.
      connection: 'close',
      authorization: `Basic ${Buffer.from(`${client.id}:${encodeURIComponent(client.secret)}`).toString('base64')}`,
    },
    body: new URLSearchParams(fields),
  });
  const answer: unknown = await response.json();
  assert.ok(typeof answer === 'object' && answer !== null);
  const text = (name: string) => String(new Map(Object.entries(answer)).get(name) ?? '');
  const tokens = { id_token: text('id_token'), refresh_token: text('refresh_token'), error: text('error') };
  return { status: response.status, tokens };
}

async function keySetOf(issuer: string): Promise<JSONWebKeySet> {
  const keys: unknown = await (await fetch(`${issuer}/jwks`)).json();
  assert.ok(typeof keys === 'object' && keys !== null && 'keys' in keys && Array.isArray(keys.keys));
  return { keys: keys.keys };
}

const subjectOf = (idToken: string) => decodeJwt(idToken).sub;

/** Follows redirects within the provider, keeps its cookies by path, and stops where the service would take over. */
function makeBrowser() {
  const jar = new Map<string, { name: string; value: string; path: string }>();

  type Sent = { method?: string; body?: URLSearchParams; headers?: Record<string, string> };

  async function request(url: URL, init: Sent = {}): Promise<Response> {
    const cookie = [...jar.values()]
      .filter(
        ({ path }) => url.pathname === path || url.pathname.startsWith(path === '/' ? path : `${path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = { accept: 'text/html', cookie, ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '') jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { name, value, path });
    }
    return response;
  }

  async function follow(url: URL, response: Response) {
    const location = response.headers.get('location');
    const next = location === null ? undefined : new URL(location, url);
    const isBack = next !== undefined && next.host !== url.host;
    if (next !== undefined && !isBack) return follow(next, await request(next));
    const text = await response.text();
    return { status: response.status, href: url.href, text, callback: next ?? new URL('about:blank') };
  }

  const post = (href: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    request(new URL(href), { method: 'POST', body: new URLSearchParams(fields), headers });

  return {
    open: async (url: URL | string) => follow(new URL(url), await request(new URL(url))),
    post,
    submit: async (page: { href: string }, fields: Record<string, string>) =>
      follow(new URL(page.href), await post(page.href, fields)),
    cookiePaths: () => [...jar.values()].map(({ path }) => path),
  };
}
