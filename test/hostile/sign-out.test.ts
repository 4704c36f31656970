import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { AuditEvent } from '../../server/monitoring/audit.ts';
import { revocationOfEmail, subjectOfEmail } from '../../server/session/revocations.ts';
import { blockedMs } from '../../server/store/store.ts';
import type { TestApp } from '../app.ts';
import { hourMs, startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { defaultHost } from '../browser.ts';
import { setBy } from '../cookies.ts';
import { hold } from '../provider/failures.ts';
import { isRenewal } from '../provider/fault.ts';
import { discovery, faults } from '../provider/faults.ts';
import { ask, withCopy } from './session-cookies.ts';

test('a copied cookie ends with the sign-out: here at once, at every other process within two seconds, at a new one too', async (t) => {
  const { service, other, browser, copy } = await withCopy(t);
  const elsewhere = await service.signedIn();
  for (const app of [service.app, other]) assert.equal(await ask(app, copy), 200);

  assert.equal((await browser.get('/api/auth/logout')).statusCode, 303);
  assert.equal(await ask(service.app, copy), 401, 'the same process at once');
  service.clock.advance(2001);
  assert.equal(await ask(other, copy), 401, 'every other within two seconds');
  assert.equal(await ask(await service.anotherProcess(), copy), 401, 'one that starts later');
  assert.equal(
    (await elsewhere.get('/api/auth/me')).statusCode,
    200,
    'another session of the same person',
  );
});

test('a process under constant requests, and one whose clock was set back, knows of a sign-out within two seconds', async (t) => {
  for (const setBackMs of [0, hourMs]) {
    const { service, other, browser, copy } = await withCopy(t);
    assert.equal(await ask(other, copy), 200);
    service.clock.advance(-setBackMs);
    await browser.get('/api/auth/logout');
    for (let passedMs = 0; passedMs <= 2000; passedMs += 100) {
      if (setBackMs === 0) await ask(other, copy);
      service.clock.advance(100);
    }
    assert.equal(await ask(other, copy), 401, `set back by ${setBackMs} ms`);
  }
});

test('a copied cookie is not renewed in the two seconds in which a process does not know of the sign-out', async (t) => {
  const { service, other, browser, copy } = await withCopy(t);
  service.clock.advance(hourMs - 1000);
  assert.equal(await ask(other, copy), 200);
  await browser.get('/api/auth/logout');
  service.clock.advance(1000);
  assert.equal(await ask(other, copy), 401);
  assert.equal(service.provider.count('token'), 1, 'its refresh token is not redeemed');
});

test('a sign-out during a renewal leaves no new session', async (t) => {
  const { service, other, browser, copy } = await withCopy(t);
  const { clock, provider } = service;
  clock.advance(hourMs);
  const { fault, reached, release } = hold('token');
  provider.play(fault);
  const renewing = browser.get('/api/auth/me', { cookie: copy });
  await reached;
  assert.equal((await browser.at(other).get('/api/auth/logout')).statusCode, 303);
  release();
  const answer = await renewing;
  assert.equal(answer.statusCode, 401);
  assert.doesNotMatch(String(answer.headers['set-cookie']), /q_session=\w/);
  assert.equal(await ask(other, copy), 401);
});

test('an ending is kept until the last cookie of its session has expired, then it is removed', async (t) => {
  const { service, browser, copy } = await withCopy(t);
  const { clock, store } = service;
  // A copy of the session is renewed in the last moment before the sign-out; the browser does not get the response.
  clock.advance(9 * hourMs - 1000);
  const renewed = await service.openBrowser().get('/api/auth/me', { cookie: copy });
  const last = String(renewed.headers['set-cookie']).split(';')[0] ?? '';
  await browser.get('/api/auth/logout');
  for (let hours = 0; hours < 9; hours += 1) {
    await store.sweep(clock.nowMs());
    assert.equal(await ask(await service.anotherProcess(), last), 401, `after ${hours} hours`);
    clock.advance(hourMs);
  }
  clock.advance(24 * hourMs);
  assert.equal(await store.sweep(clock.nowMs()), 1);
});

test('session.longest ends a session so long after the sign-in, however often it is renewed', async (t) => {
  const { signedIn, clock } = await startTestApp(t, {
    config: { session: { longestSeconds: 12 * 3600 } },
  });
  const browser = await signedIn();
  for (let hours = 0; hours < 11; hours += 1) {
    clock.advance(hourMs);
    assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  }
  const [cookie] = browser.cookies.values();
  assert.equal(cookie?.expiresAtMs, clock.nowMs() + hourMs, 'the cookie ends with the session');
  const header = browser.cookieHeader('/');
  clock.advance(hourMs);
  assert.equal((await browser.get('/api/auth/me', { cookie: header })).statusCode, 401);
});

test('signing out revokes the tokens in the background: the browser does not wait for the provider', async (t) => {
  const service = await startTestApp(t, { declared: { revokeAtSignOut: true } });
  service.provider.play(faults.takesRevocations);
  const browser = await service.signedIn();
  const revocation = hold('revocation');
  service.provider.play({ ...faults.takesRevocations, ...revocation.fault });
  assert.equal((await browser.get('/api/auth/logout')).statusCode, 303);
  await revocation.reached;
  revocation.release();
});

test('a copy of an ended session signs nobody out: no provider call, no audit line, no ID token in Location', async (t) => {
  for (const end of [signOut, endAll, block]) {
    const audited: AuditEvent[] = [];
    const service = await startTestApp(t, {
      audit: (event) => void audited.push(event),
      declared: { signOutAtProvider: true, revokeAtSignOut: true },
    });
    service.provider.play(
      discovery({
        end_session_endpoint: 'https://id.example.com/end',
        revocation_endpoint: 'https://id.example.com/revoke',
      }),
    );
    const browser = await service.signedIn();
    const copy = browser.cookieHeader('/api/tasks');
    await end(service, browser);
    const asked = service.provider.seen.length;
    const lines = audited.length;
    for (const app of [service.app, await service.anotherProcess()]) {
      const url = '/api/auth/logout';
      const headers = { host: defaultHost, cookie: copy };
      const answers = await Promise.all([1, 2, 3].map(() => app.inject({ url, headers })));
      for (const answer of answers) {
        assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/'], end.name);
        assert.match(String(answer.headers['set-cookie']), /^q_session=; Max-Age=0/);
      }
    }
    assert.deepEqual([service.provider.seen.length, audited.length], [asked, lines], end.name);
  }
});

test('of several sign-outs of one session at once, one is a sign-out', async (t) => {
  const audited: AuditEvent[] = [];
  const service = await startTestApp(t, {
    audit: (event) => void audited.push(event),
    declared: { signOutAtProvider: true },
  });
  service.provider.play(discovery({ end_session_endpoint: 'https://id.example.com/end' }));
  const copy = (await service.signedIn()).cookieHeader('/api/tasks');
  const headers = { host: defaultHost, cookie: copy };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => service.app.inject({ url: '/api/auth/logout', headers })),
  );
  const led = answers.filter((answer) => answer.headers.location !== '/');
  assert.equal(led.length, 1);
  assert.equal(audited.filter(({ event }) => event === 'sign_out').length, 1);
});

test('an image, a frame or a script of the logout address signs nobody out', async (t) => {
  const service = await startTestApp(t);
  const browser = await service.signedIn();
  for (const [dest, site] of [
    ['image', 'cross-site'],
    ['image', 'same-origin'],
    ['iframe', 'cross-site'],
    ['script', 'same-site'],
    ['empty', 'same-site'],
    ['empty', 'cross-site'],
    ['empty', undefined],
  ] as const) {
    const headers = {
      'sec-fetch-dest': dest,
      ...(site !== undefined && { 'sec-fetch-site': site }),
    };
    const answer = await browser.get('/api/auth/logout', headers);
    assert.equal(answer.statusCode, 204, `${dest} ${site}`);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  }
});

test('opening the logout address signs out, also of a renewable session, and so does a request of our own page', async (t) => {
  for (const [headers, idleMs] of [
    [{}, 0],
    [{}, hourMs + 1000],
    [{ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }, 0],
    [{ 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }, 0],
    [{ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }, 0],
  ] as const) {
    const { service, browser, copy } = await withCopy(t);
    service.clock.advance(idleMs);
    assert.equal(
      (await browser.get('/api/auth/logout', headers)).statusCode,
      303,
      JSON.stringify(headers),
    );
    assert.equal(await ask(service.app, copy), 401);
    assert.ok(!service.provider.seen.some(isRenewal), 'nothing is renewed for it');
  }
});

async function signOut({ provider }: TestApp, browser: Browser): Promise<void> {
  await browser.get('/api/auth/logout');
  // The tokens are revoked in the background.
  for (let turn = 0; provider.count('revocation') < 2; turn += 1) {
    assert.ok(turn < mostTurns, 'a token is not revoked');
    await nextTurn();
  }
}

/** More than a revocation takes: one that never comes must fail its test, not the whole run. */
const mostTurns = 10_000;

const endAll = ({ store, clock }: TestApp) =>
  store.noteRevocation(revocationOfEmail('ada@example.com', clock.nowMs(), 0));

const block = ({ store }: TestApp) =>
  store.noteRevocation({
    subject: subjectOfEmail('ada@example.com'),
    endedAtMs: blockedMs,
    untilMs: blockedMs,
  });

test('only a sign-out that the person opens names the person in a cookie for the page', async (t) => {
  const service = await startTestApp(t);
  const opened = { 'sec-fetch-dest': 'document' };
  const hash = createHash('sha256').update('ada@example.com').digest('base64url');
  for (const [site, set] of [
    ['none', [['q_departed', hash]]],
    ['same-origin', [['q_departed', hash]]],
    ['same-site', []],
    ['cross-site', []],
    [undefined, []],
  ] as const) {
    const browser = await service.signedIn();
    const headers = site === undefined ? {} : { ...opened, 'sec-fetch-site': site };
    const answer = await browser.get('/api/auth/logout', headers);
    assert.equal(answer.statusCode, 303, site);
    const others = setBy(answer).filter(([name]) => !name.startsWith('q_session'));
    assert.deepEqual(others, set, site);
  }
  const nobody = await service.openBrowser().get('/api/auth/logout', opened);
  assert.deepEqual(setBy(nobody), []);
});
