import assert from 'node:assert/strict';
import { test } from 'node:test';

import { beginSession, recordSignIn } from './session.ts';

const tokens = { idToken: 'id', accessToken: 'access', refreshToken: 'refresh' };
const shortTokens = { idToken: 'id', accessToken: 'access' };
const hour = 3600;

const circumstances = { companion: null, clientAuthentication: 'client_secret_basic' };

test('no cookie of a session lives longer than its sign-in allows, whatever provider and settings say later', () => {
  const limits = { extensionSeconds: 8 * hour, longestSeconds: null };
  for (const [first, longest] of [
    [hour, 24 * hour + 8 * hour],
    [48 * hour, 48 * hour + 8 * hour],
  ] as const) {
    const signIn = recordSignIn(1_000_000, first, limits, circumstances);
    assert.equal(signIn.longestCookieSeconds, longest);
    assert.match(signIn.id, /^[\w-]{22}$/, '128 bits');
    const later = { extensionSeconds: 100 * hour, longestSeconds: null };
    for (const lifetime of [hour, 100 * hour])
      for (const someTokens of [tokens, shortTokens]) {
        const session = beginSession(someTokens, signIn, 5000, lifetime, later);
        assert.ok(session.endsAtSeconds <= 5000 + longest);
        assert.ok(session.expiresAtSeconds <= session.endsAtSeconds);
      }
  }
});
