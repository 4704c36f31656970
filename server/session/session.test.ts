import assert from 'node:assert/strict';
import { test } from 'node:test';

import { begunSession } from '../../test/session.ts';
import { beginSession, inOutageGrace, recordSignIn, sessionPhase } from './session.ts';

const tokens = { idToken: 'id', accessToken: 'access', refreshToken: 'refresh' };
const shortTokens = { idToken: 'id', accessToken: 'access' };
const hour = 3600;

test('a session with a refresh token ends eight hours beyond the token expiry', () => {
  const limits = { extensionSeconds: 8 * hour, longestSeconds: null };
  const signIn = recordSignIn(1_000_000, hour, limits, {
    companion: null,
    clientAuthentication: 'client_secret_basic',
  });
  assert.deepEqual(beginSession(tokens, signIn, 1000, hour, limits), {
    tokens,
    signIn,
    issuedAtSeconds: 1000,
    expiresAtSeconds: 1000 + hour,
    endsAtSeconds: 1000 + 9 * hour,
  });
});

test('a session without a refresh token ends with its ID token', () => {
  const session = begunSession(shortTokens, 1000, hour, 8 * hour);
  assert.equal(session.endsAtSeconds, 1000 + hour);
  assert.equal(sessionPhase(session, 1000 + hour - 1), 'fresh');
  assert.equal(sessionPhase(session, 1000 + hour), 'ended');
});

test('the times of a session are whole seconds even when the clock shows a part of one', () => {
  const session = begunSession(tokens, 1000.75, 3599.5, 8 * hour);
  assert.equal(session.issuedAtSeconds, 1000);
  assert.equal(session.expiresAtSeconds, 4600);
  assert.equal(session.endsAtSeconds, 4600 + 8 * hour);
});

test('a signed-in session renews from the expiry of the ID token on and ends eight hours later', () => {
  const session = begunSession(tokens, 1000, hour, 8 * hour);
  assert.equal(sessionPhase(session, 1000), 'fresh');
  assert.equal(sessionPhase(session, 1000 + hour - 1), 'fresh');
  assert.equal(sessionPhase(session, 1000 + hour), 'renewable');
  assert.equal(sessionPhase(session, 1000 + 9 * hour - 1), 'renewable');
  assert.equal(sessionPhase(session, 1000 + 9 * hour), 'ended');
});

test('a session past its expiry without a refresh token is ended, also before its end time', () => {
  const session = { ...begunSession(shortTokens, 1000, hour, 0), endsAtSeconds: 1000 + 9 * hour };
  assert.equal(sessionPhase(session, 1000 + hour), 'ended');
});

test('the outage grace counts from the token expiry', () => {
  const session = begunSession(tokens, 1000, hour, 8 * hour);
  assert.equal(inOutageGrace(session, 1000 + hour, 600), true);
  assert.equal(inOutageGrace(session, 1000 + hour + 599, 600), true);
  assert.equal(inOutageGrace(session, 1000 + hour + 600, 600), false);
  assert.equal(inOutageGrace(session, 1000 + hour, 0), false);
});

test('a session ends so long after its sign-in as session.longest says, at the sign-in and at each renewal', () => {
  const limits = { extensionSeconds: 8 * hour, longestSeconds: 12 * hour };
  const signIn = recordSignIn(1_000_999, hour, limits, {
    companion: null,
    clientAuthentication: 'client_secret_basic',
  });
  assert.equal(beginSession(tokens, signIn, 1000, hour, limits).endsAtSeconds, 1000 + 9 * hour);
  const renewed = beginSession(tokens, signIn, 1000 + 5 * hour, hour, limits);
  assert.equal(renewed.expiresAtSeconds, 1000 + 6 * hour);
  assert.equal(renewed.endsAtSeconds, 1000 + 12 * hour);
  const last = beginSession(tokens, signIn, 1000 + 11.5 * hour, hour, limits);
  assert.equal(last.expiresAtSeconds, 1000 + 12 * hour);
  assert.equal(last.endsAtSeconds, 1000 + 12 * hour);
});

test('no cookie of a session lives longer than its sign-in allows, whatever provider and settings say later', () => {
  const limits = { extensionSeconds: 8 * hour, longestSeconds: null };
  for (const [first, longest] of [
    [hour, 24 * hour + 8 * hour],
    [48 * hour, 48 * hour + 8 * hour],
  ] as const) {
    const signIn = recordSignIn(1_000_000, first, limits, {
      companion: null,
      clientAuthentication: 'client_secret_basic',
    });
    assert.equal(signIn.longestCookieSeconds, longest);
    const later = { extensionSeconds: 100 * hour, longestSeconds: null };
    for (const lifetime of [hour, 100 * hour])
      for (const someTokens of [tokens, shortTokens]) {
        const session = beginSession(someTokens, signIn, 5000, lifetime, later);
        assert.ok(session.endsAtSeconds <= 5000 + longest);
        assert.ok(session.expiresAtSeconds <= session.endsAtSeconds);
      }
  }
});

test('each sign-in has an id of its own, of 128 bits', () => {
  const limits = { extensionSeconds: 0, longestSeconds: null };
  const ids = Array.from(
    { length: 100 },
    () => recordSignIn(0, hour, limits, { companion: null, clientAuthentication: 'client_secret_basic' }).id,
  );
  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[\w-]{22}$/);
});
