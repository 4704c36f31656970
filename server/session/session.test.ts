import assert from 'node:assert/strict';
import { test } from 'node:test';

import { begunSession } from '../../test/session.ts';
import { beginSession, inOutageGrace, recordSignIn, sessionPhase } from './session.ts';

const tokens = { idToken: 'id', accessToken: 'access', refreshToken: 'refresh' };
const shortTokens = { idToken: 'id', accessToken: 'access' };
const hour = 3600;

const circumstances = { companion: null, clientAuthentication: 'client_secret_basic' };

test('a session ends eight hours beyond the token expiry, without a refresh token with its ID token', () => {
  const limits = { extensionSeconds: 8 * hour, longestSeconds: null };
  const signIn = recordSignIn(1_000_000, hour, limits, circumstances);
  const [issuedAtSeconds, expiresAtSeconds] = [1000, 1000 + hour];
  for (const [some, endsAtSeconds] of [
    [tokens, 1000 + 9 * hour],
    [shortTokens, expiresAtSeconds],
  ] as const)
    assert.deepEqual(beginSession(some, signIn, 1000.75, hour - 0.5, limits), {
      tokens: some,
      signIn,
      issuedAtSeconds,
      expiresAtSeconds,
      endsAtSeconds,
    });
});

test('a session is fresh until its ID token expires, and renewable until its end if it has a refresh token', () => {
  const long = begunSession(tokens, 1000, hour, 8 * hour);
  const short = begunSession(shortTokens, 1000, hour, 8 * hour);
  for (const [session, seconds, phase] of [
    [long, 0, 'fresh'],
    [long, hour - 1, 'fresh'],
    [long, hour, 'renewable'],
    [long, 9 * hour - 1, 'renewable'],
    [long, 9 * hour, 'ended'],
    [short, hour - 1, 'fresh'],
    [short, hour, 'ended'],
    [{ ...short, endsAtSeconds: long.endsAtSeconds }, hour, 'ended'],
  ] as const)
    assert.equal(sessionPhase(session, 1000 + seconds), phase, `${seconds}`);
});

test('the outage grace counts from the token expiry', () => {
  const session = begunSession(tokens, 1000, hour, 8 * hour);
  for (const [seconds, grace, isIn] of [
    [0, 600, true],
    [599, 600, true],
    [600, 600, false],
    [0, 0, false],
  ] as const)
    assert.equal(inOutageGrace(session, 1000 + hour + seconds, grace), isIn, `${seconds} of ${grace}`);
});

test('a session ends so long after its sign-in as session.longest says, at the sign-in and at each renewal', () => {
  const limits = { extensionSeconds: 8 * hour, longestSeconds: 12 * hour };
  const signIn = recordSignIn(1_000_999, hour, limits, circumstances);
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
    const signIn = recordSignIn(1_000_000, first, limits, circumstances);
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
  const ids = Array.from({ length: 100 }, () => recordSignIn(0, hour, limits, circumstances).id);
  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[\w-]{22}$/);
});
