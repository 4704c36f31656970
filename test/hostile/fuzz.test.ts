import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { makeIdentityOf } from '../../server/people/identity.ts';
import { Problem } from '../../server/http/problems.ts';
import { sessionPhase } from '../../server/session/session.ts';
import { readSession, writeSession } from '../../server/session/seal.ts';
import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { setBy } from '../cookies.ts';
import { sessionPairs } from './session-cookies.ts';

/** The same runs each time; another seed is another thousand. */
const settings = { seed: 20_261_001, numRuns: 1_000 } as const;

/** What a connection lets through (RFC 9110, section 5.5). */
const headerText = (maxLength: number) =>
  fc.stringMatching(new RegExp(`^[\\t\\x20-\\x7e\\x80-\\xff]{0,${maxLength}}$`));

test('no Cookie header made of noise and pieces of real cookies is a session or an error', async (t) => {
  const service = await startTestApp(t);
  service.provider.play({ claims: (claims) => ({ ...claims, groups: 'g'.repeat(4_000) }) });
  const pairs = sessionPairs(await service.signedIn());
  assert.equal(pairs.length, 3);
  const waiting = service.openBrowser();
  await waiting.login();
  const pieces = [
    ...pairs.map(([, value]) => value),
    ...[...waiting.cookies.values()].map(({ value }) => value),
  ];

  const name = fc.oneof(
    headerText(20),
    fc.constantFrom('q_session', 'q_session_', 'q_session_chunk_', ...waiting.cookies.keys()),
    fc.integer({ min: -2, max: 20 }).map((number) => `q_session_chunk_${number}`),
  );
  const value = fc.oneof(
    headerText(60),
    fc.constantFrom(...pieces),
    fc
      .tuple(fc.constantFrom(...pieces), fc.nat(4_056), fc.nat(4_056))
      .map(([piece, from, to]) => piece.slice(from, to)),
  );
  const cookie = fc
    .array(
      fc.oneof(
        headerText(40),
        fc.tuple(name, value).map((pair) => pair.join('=')),
      ),
      { maxLength: 12 },
    )
    .map((each) => each.join('; '));
  const whole = new Set(pairs.map((pair) => pair.join('=')));
  const isWhole = (text: string) => {
    const sent = text.split(/; ?/);
    return [...whole].every((pair) => sent.includes(pair));
  };

  await fc.assert(
    fc.asyncProperty(cookie, fc.constantFrom('me', 'login', 'logout', 'callback'), async (header, path) => {
      fc.pre(!isWhole(header));
      const url = `/api/auth/${path}`;
      const answer = await service.app.inject({ url, headers: { host: 'a', cookie: header } });
      assert.ok(answer.statusCode < 500, answer.body);
      assert.notEqual(answer.statusCode, 200);
      for (const [written, content] of setBy(answer))
        assert.ok(content === '' || written.startsWith('q_auth_'), `${written} was set`);
    }),
    settings,
  );
});

test('a callback with noise or shuffled parameters begins no session and is no error', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const own = new URL(service.provider.authorize(await browser.login())).searchParams;
  const other = service.openBrowser();
  const foreign = new URL(service.provider.authorize(await other.login())).searchParams;
  const cookie = browser.cookieHeader('/api/auth/callback');
  const names = [
    'code',
    'state',
    'iss',
    'error',
    'error_description',
    'id_token',
    'response',
    'access_token',
  ];
  const parameter = fc.tuple(
    fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 10 })),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(...foreign.values(), own.get('state') ?? '', own.get('iss') ?? '', 'access_denied', ''),
    ),
  );
  const query = fc.oneof(
    fc
      .array(parameter, { maxLength: 8 })
      .map((each) =>
        each.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&'),
      ),
    fc.stringMatching(/^[\x21-\x7e]{0,100}$/),
  );
  await fc.assert(
    fc.asyncProperty(query, fc.boolean(), async (text, isPerson) => {
      const headers = { host: 'tasks.example.com', cookie, ...(isPerson ? navigation : {}) };
      const answer = await service.app.inject({ url: `/api/auth/callback?${text}`, headers });
      if (isPerson && answer.statusCode === 303)
        assert.match(String(answer.headers.location), /^\/\?signin=(failed|cancelled)$/);
      else assert.equal(answer.statusCode, 401, answer.body);
      for (const [name, value] of setBy(answer)) assert.equal(value, '', name);
    }),
    settings,
  );
  // All that time the sign-in itself was good.
  const good = await service.app.inject({
    url: `/api/auth/callback?${own.toString()}`,
    headers: { host: 'tasks.example.com', cookie },
  });
  assert.equal(good.statusCode, 302);
});

test('any JSON in a sealed session is no session, an ended one, or one without an identity', () => {
  const time = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.string());
  const token = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constant(null),
    fc.json().map((claims) => `e30.${Buffer.from(claims).toString('base64url')}.`),
    fc.object().map((claims) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`),
  );
  const text = fc.oneof(
    fc.json(),
    fc
      .tuple(
        token,
        token,
        token,
        time,
        time,
        time,
        fc.string({ minLength: 1 }),
        fc.integer(),
        fc.nat(),
        fc.option(fc.string()),
        fc.string(),
      )
      .map((fields) => JSON.stringify(fields)),
    fc.array(fc.oneof(token, time), { maxLength: 12 }).map((fields) => JSON.stringify(fields)),
  );
  const identityOf = makeIdentityOf({ allowedEmails: null, requireVerifiedEmail: false });
  let sessions = 0;
  fc.assert(
    fc.property(text, fc.integer(), (written, nowSeconds) => {
      const session = readSession(written);
      if (session === undefined) return;
      sessions += 1;
      assert.deepEqual(readSession(writeSession(session)), session);
      assert.ok(['fresh', 'renewable', 'ended'].includes(sessionPhase(session, nowSeconds)));
      assert.ok(identityOf(session.tokens.idToken) instanceof Problem);
    }),
    settings,
  );
  assert.ok(sessions > 10, `${sessions} texts had the form of a session`);
});
