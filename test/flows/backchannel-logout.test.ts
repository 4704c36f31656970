import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { FastifyInstance } from 'fastify';

import type { Overrides } from '../app.ts';
import { hourMs, startTestApp } from '../app.ts';
import { defaultHost } from '../browser.ts';
import type { Cleanup } from '../folder.ts';
import { ask, bob } from '../hostile/session-cookies.ts';
import type { AuditEvent } from '../../server/monitoring/audit.ts';
import { fail, failures } from '../provider/failures.ts';
import { claims, faults, hmacWith } from '../provider/faults.ts';
import { ada } from '../provider/provider.ts';
import { assertProblem } from './task-fields.ts';

const path = '/api/auth/backchannel-logout';
const event = 'http://schemas.openid.net/event/backchannel-logout';

const start = (t: Cleanup, overrides: Overrides = {}) =>
  startTestApp(t, { declared: { backchannelLogout: true }, ...overrides });

/** Sends a request as the provider does: a form, without a cookie and without the headers that browsers add. */
const send = (
  app: FastifyInstance,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { host: defaultHost, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: String(body),
  });
const sendToken = (app: FastifyInstance, token: string) =>
  send(app, new URLSearchParams({ logout_token: token }));

test('a logout token ends the sessions of its sid, or all of its sub: here at once, at every process within two seconds', async (t) => {
  const service = await start(t);
  const other = await service.anotherProcess();
  const desk = await service.signedIn({ ...ada, sid: 'a1' });
  const phone = await service.signedIn({ ...ada, sid: 'a2' });
  const someone = await service.signedIn({ ...bob, sid: 'b1' });
  // A renewed session still belongs to the same session at the provider.
  service.clock.advance(hourMs);
  for (const browser of [desk, phone, someone])
    assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  const cookies = [desk, phone, someone].map((browser) => browser.cookieHeader('/'));
  const statuses = (app: FastifyInstance) => Promise.all(cookies.map((cookie) => ask(app, cookie)));
  assert.deepEqual(await statuses(other), [200, 200, 200]);

  for (const [said, expected] of [
    [{ sid: 'a1' }, [401, 200, 200]],
    [{ sid: 'b2', sub: undefined }, [401, 200, 200]],
    // The logout tokens of Glewlwyd have no expiry.
    [{ exp: undefined }, [401, 401, 200]],
  ] as const) {
    const answer = await sendToken(service.app, await service.provider.logoutToken(said));
    assert.deepEqual(
      [answer.statusCode, answer.body, answer.headers['cache-control']],
      [200, '', 'no-store'],
    );
    assert.deepEqual(await statuses(service.app), expected, 'here');
    service.clock.advance(2001);
    assert.deepEqual(await statuses(other), expected, 'at another process');
  }
  assert.equal(
    (await desk.get('/api/tasks', { 'x-requested-with': 'JavaScript' })).statusCode,
    499,
  );
});

test('a logout token that is sent again ends no session that has begun since; each is a line of the audit log', async (t) => {
  const events: AuditEvent[] = [];
  const service = await start(t, { audit: (each) => events.push(each) });
  const browser = await service.signedIn();
  const token = await service.provider.logoutToken();
  await sendToken(service.app, token);
  service.clock.advance(31_000);
  await browser.signIn();
  assert.equal((await sendToken(service.app, token)).statusCode, 200);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  service.clock.advance(150_000);
  assert.equal((await sendToken(service.app, token)).statusCode, 400, 'it has expired');
  const ofProvider = events.filter(({ event: what }) => what === 'end_sessions');
  const said = ofProvider.map(({ result, reason, person, from }) => [result, reason, person, from]);
  const done = ['done', undefined, null, '127.0.0.1'];
  assert.deepEqual(said, [done, done, ['refused', 'logout_token_exp', null, '127.0.0.1']]);
  assert.ok(ofProvider.every(({ requestId }) => requestId !== null));
});

test('a session whose renewed ID token names no session at the provider ends with that session', async (t) => {
  const service = await start(t);
  const browser = await service.signedIn({ ...ada, sid: 'a1' });
  service.provider.play(claims({ sid: undefined }));
  for (const renewal of ['the first', 'the second']) {
    service.clock.advance(hourMs);
    assert.equal((await browser.get('/api/auth/me')).statusCode, 200, renewal);
  }
  await sendToken(service.app, await service.provider.logoutToken({ sid: 'a1' }));
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401);
});

test('logout tokens that anybody can make do not keep a renewal from the new keys of the provider', async (t) => {
  const service = await start(t);
  const browser = await service.signedIn();
  service.clock.advance(hourMs);
  const foreign = await service.provider.logoutToken({}, faults.unknownKid.sign);
  assertProblem(await sendToken(service.app, foreign), 400, 'bad_request');
  await service.provider.rotateKeys();
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('null in a logout token counts as absent', async (t) => {
  const service = await start(t);
  for (const said of [
    { sid: null, nonce: null, exp: null, nbf: null, azp: null },
    { sub: null, sid: 'a1' },
  ]) {
    const browser = await service.signedIn({ ...ada, sid: 'a1' });
    const answer = await sendToken(service.app, await service.provider.logoutToken(said));
    assert.equal(answer.statusCode, 200);
    assert.equal((await browser.get('/api/auth/me')).statusCode, 401);
    service.clock.advance(hourMs);
  }
});

test('logout tokens of unknown keys cause one fetch of the keys in 30 s', async (t) => {
  const service = await start(t);
  for (const [laterMs, fetches] of [
    [0, 2],
    [29_999, 2],
    [1, 3],
  ] as const) {
    service.clock.advance(laterMs);
    const foreign = await service.provider.logoutToken({}, faults.unknownKid.sign);
    assertProblem(await sendToken(service.app, foreign), 400, 'bad_request');
    assert.equal(service.provider.count('jwks'), fetches, `${laterMs} ms later`);
  }
});

type Token = Parameters<Awaited<ReturnType<typeof start>>['provider']['logoutToken']>;
const refused: Readonly<Record<string, readonly [reason: string, ...token: Token]>> = {
  'another issuer': ['logout_token_iss', { iss: 'https://other.example.com' }],
  'another client': ['logout_token_aud', { aud: 'another-client' }],
  'no time of issue': ['logout_token_claims_iat', { iat: undefined }],
  'a time of issue in the future': [
    'logout_token_iat',
    { iat: Date.UTC(2027, 0) / 1000, exp: undefined },
  ],
  'an old time of issue': [
    'logout_token_old',
    { iat: Date.UTC(2026, 8, 24) / 1000, exp: undefined },
  ],
  'an expiry that has passed': ['logout_token_exp', { exp: Date.UTC(2026, 9, 1, 11, 59) / 1000 }],
  'no events': ['logout_token_claims_events', { events: undefined }],
  'another event': ['logout_token_claims_events', { events: { 'https://example.com/other': {} } }],
  'an event that is no object': ['logout_token_claims_events', { events: { [event]: true } }],
  'a nonce': ['logout_token_claims_nonce', { nonce: 'n' }],
  'neither sub nor sid': ['logout_token_claims', { sub: undefined }],
  'null for both': ['logout_token_claims', { sub: null, sid: null }],
  'a time of first use in the future': ['logout_token_nbf', { nbf: Date.UTC(2027, 0) / 1000 }],
  'an empty sid': ['logout_token_claims_sid', { sid: '' }],
  'a foreign key': ['logout_token_signature', {}, faults.foreignKey.sign],
  'no signature': ['err_jose_alg_not_allowed', {}, faults.unsigned.sign],
  'a shared secret': ['err_jose_alg_not_allowed', {}, hmacWith('the secret of +this/ client').sign],
};

for (const [what, [reason, ...made]] of Object.entries(refused))
  test(`a logout token with ${what} is refused with 400, and ends nothing`, async (t) => {
    const service = await start(t);
    const browser = await service.signedIn({ ...ada, sid: 's' });
    const answer = await sendToken(service.app, await service.provider.logoutToken(...made));
    assertProblem(answer, 400, 'bad_request');
    assert.equal(answer.headers['cache-control'], 'no-store');
    const line = service.logged.find(({ msg }) => msg === 'back-channel logout refused');
    assert.deepEqual([line?.['reason'], line?.level], [reason, 'warn']);
    assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  });

test('what is no logout token is refused: an ID token, nothing, another form, another type, another site', async (t) => {
  const service = await start(t);
  const browser = await service.signedIn();
  const idToken = await service.provider.logoutToken({
    events: undefined,
    nonce: 'n',
    email: ada.email,
  });
  const token = await service.provider.logoutToken();
  for (const body of [
    '',
    `logout_token=${idToken}`,
    'logout_token=',
    'logout_token=a.b.c',
    `token=${token}`,
  ])
    assertProblem(await send(service.app, body), 400, 'bad_request');
  const form = `logout_token=${token}`;
  const json = { 'content-type': 'application/json' };
  assertProblem(
    await send(service.app, JSON.stringify({ logout_token: token }), json),
    400,
    'bad_request',
  );
  assertProblem(
    await send(service.app, form, { 'content-type': 'text/plain' }),
    415,
    'body_not_json_type',
  );
  assertProblem(
    await send(service.app, form, { origin: 'https://evil.example' }),
    403,
    'cross_site',
  );
  assertProblem(await send(service.app, `${form}&${'a'.repeat(16_384)}`), 413, 'body_too_large');
  assertProblem(await browser.get(path), 405, 'method_not_allowed');
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('without `backchannelLogout` there is no such address, and no form is read anywhere', async (t) => {
  const off = await startTestApp(t);
  assertProblem(await sendToken(off.app, await off.provider.logoutToken()), 404, 'not_found');
  const on = await start(t);
  const browser = await on.signedIn();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assertProblem(await browser.post('/api/tasks', 'a=b', form), 415, 'body_not_json_type');
});

test('while the keys cannot be fetched the provider is told to come again', async (t) => {
  const service = await start(t);
  service.provider.play(fail('jwks', failures.status503));
  const answer = await sendToken(service.app, await service.provider.logoutToken());
  assertProblem(answer, 503, 'provider_unavailable');
});

test('an ending by the provider is kept until the last cookie has expired: no session lives longer than its renewal allows', async (t) => {
  const service = await start(t);
  service.provider.play({ claims: (said) => ({ ...said, exp: Number(said.exp) + 100 * 3600 }) });
  const browser = await service.signedIn();
  const [cookie] = browser.cookies.values();
  assert.equal(cookie?.expiresAtMs, service.clock.nowMs() + 32 * hourMs);
  await sendToken(service.app, await service.provider.logoutToken());
  const sweepAfter = (hours: number) => service.store.sweep(service.clock.nowMs() + hours * hourMs);
  assert.equal(await sweepAfter(1), 1, 'the session that the callback shares for a minute');
  assert.equal(await sweepAfter(32), 0);
  assert.equal(await sweepAfter(33), 1, 'and not for longer');
});
