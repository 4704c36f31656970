import assert from 'node:assert/strict';
import { test } from 'node:test';

import { beginSession, inOutageGrace, sessionPhase } from './session.ts';

const tokens = { idToken: 'id', accessToken: 'access', refreshToken: 'refresh' };
const shortTokens = { idToken: 'id', accessToken: 'access' };
const hour = 3600;

test('a session with a refresh token ends eight hours beyond the token expiry', () => {
  assert.deepEqual(beginSession(tokens, 1000, hour, 8 * hour), {
    tokens,
    issuedAtSeconds: 1000,
    expiresAtSeconds: 1000 + hour,
    endsAtSeconds: 1000 + 9 * hour,
  });
});

test('a session without a refresh token ends with its ID token', () => {
  const session = beginSession(shortTokens, 1000, hour, 8 * hour);
  assert.equal(session.endsAtSeconds, 1000 + hour);
  assert.equal(sessionPhase(session, 1000 + hour - 1), 'fresh');
  assert.equal(sessionPhase(session, 1000 + hour), 'ended');
});

test('the times of a session are whole seconds even when the clock shows a part of one', () => {
  const session = beginSession(tokens, 1000.75, 3599.5, 8 * hour);
  assert.equal(session.issuedAtSeconds, 1000);
  assert.equal(session.expiresAtSeconds, 4600);
  assert.equal(session.endsAtSeconds, 4600 + 8 * hour);
});

test('a signed-in session renews from the expiry of the ID token on and ends eight hours later', () => {
  const session = beginSession(tokens, 1000, hour, 8 * hour);
  assert.equal(sessionPhase(session, 1000), 'fresh');
  assert.equal(sessionPhase(session, 1000 + hour - 1), 'fresh');
  assert.equal(sessionPhase(session, 1000 + hour), 'renewable');
  assert.equal(sessionPhase(session, 1000 + 9 * hour - 1), 'renewable');
  assert.equal(sessionPhase(session, 1000 + 9 * hour), 'ended');
});

test('a session past its expiry without a refresh token is ended whatever its end says', () => {
  const session = { ...beginSession(shortTokens, 1000, hour, 0), endsAtSeconds: 1000 + 9 * hour };
  assert.equal(sessionPhase(session, 1000 + hour), 'ended');
});

test('the outage grace counts from the token expiry', () => {
  const session = beginSession(tokens, 1000, hour, 8 * hour);
  assert.equal(inOutageGrace(session, 1000 + hour, 600), true);
  assert.equal(inOutageGrace(session, 1000 + hour + 599, 600), true);
  assert.equal(inOutageGrace(session, 1000 + hour + 600, 600), false);
  assert.equal(inOutageGrace(session, 1000 + hour, 0), false);
});
