import assert from 'node:assert/strict';
import { test } from 'node:test';

import { codeOf } from '../../test/answer.ts';
import { startTestApp } from '../../test/app.ts';
import { ada } from '../../test/provider/provider.ts';

test('a token without a usable email fails on the first request with 403 and says why', async (t) => {
  const { openBrowser } = await startTestApp(t);
  const { email: _, ...nobody } = ada;
  const rows = [
    [nobody, 'email_missing'],
    [{ ...ada, email: 'no address' }, 'email_invalid'],
    [{ ...ada, email_verified: false }, 'email_unverified'],
  ] as const;
  for (const [person, code] of rows) {
    const browser = openBrowser();
    await browser.signIn(person);
    for (const path of ['/api/auth/me', '/api/tasks']) {
      const answer = await browser.get(path);
      assert.equal(answer.statusCode, 403, code);
      assert.equal(codeOf(answer), code);
    }
  }
});

test('with authentication switched off nobody can sign in and nothing is offered as usable', async (t) => {
  const browser = (await startTestApp(t, { config: { auth: { enabled: false } } })).openBrowser();
  const { enabled, providers } = (await browser.get('/api/auth/providers')).json<{
    enabled: boolean;
    providers: { available: boolean; loginUrl: string | null }[];
  }>();
  assert.equal(enabled, false);
  assert.ok(providers.every(({ available, loginUrl }) => !available && loginUrl === null));
  const login = await browser.get('/api/auth/login');
  assert.equal(login.statusCode, 503);
  assert.equal(codeOf(login), 'sign_in_not_configured');
  assert.equal((await browser.get('/api/tasks')).statusCode, 401);
});

test('a foreign host is refused everywhere but at the probes', async (t) => {
  const { app } = await startTestApp(t, { config: { http: { allowedHosts: ['tasks.example.com'] } } });
  const headers = { host: 'evil.example.com' };
  for (const url of ['/', '/api/auth/login', '/api/tasks', '/api/auth/providers', '/nowhere']) {
    const answer = await app.inject({ url, headers });
    assert.equal(answer.statusCode, 400, url);
    assert.equal(codeOf(answer), 'host_not_allowed');
  }
  for (const url of ['/health/live', '/health/ready', '/metrics']) {
    assert.equal((await app.inject({ url, headers })).statusCode, 200, url);
  }
});

test('a cookie of another provider or client opens nothing', async (t) => {
  const { signedIn, config } = await startTestApp(t);
  const [provider] = config.auth.providers;
  assert.ok(provider);
  for (const change of [{ clientId: 'another' }, { issuer: 'https://another.example.com' }]) {
    const browser = await signedIn();
    const other = await startTestApp(t, { config: { auth: { providers: [{ ...provider, ...change }] } } });
    assert.equal((await browser.at(other.app).get('/api/auth/me')).statusCode, 401);
  }
});

test('cookies are Secure when the public scheme is https, and only then', async (t) => {
  for (const publicScheme of ['https', null] as const) {
    const { openBrowser } = await startTestApp(t, { config: { http: { publicScheme } } });
    const browser = openBrowser();
    const lines = [
      (await browser.get('/api/auth/login')).headers['set-cookie'],
      (await browser.signIn()).headers['set-cookie'],
      (await browser.get('/api/auth/logout')).headers['set-cookie'],
    ].flat();
    assert.ok(lines.length >= 4);
    for (const line of lines) assert.equal(/; Secure/.test(line ?? ''), publicScheme === 'https', line);
  }
});
