import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { readSession, writeSession } from './session-text.ts';

const text = fc.string({ unit: 'grapheme' });
const time = fc.maxSafeNat();
const tokens = fc.record(
  { idToken: text, accessToken: text, refreshToken: text },
  { requiredKeys: ['idToken', 'accessToken'], noNullPrototype: true },
);
const signIn = fc.record(
  {
    id: fc.string({ minLength: 1 }),
    atMs: time,
    longestCookieSeconds: time,
    companion: fc.option(text),
    clientAuthentication: text,
  },
  { noNullPrototype: true },
);
const session = fc.record(
  { tokens, signIn, issuedAtSeconds: time, expiresAtSeconds: time, endsAtSeconds: time },
  { noNullPrototype: true },
);

test('a session keeps all three tokens and its times, with any characters in a token', () => {
  fc.assert(
    fc.property(session, (written) => assert.deepEqual(readSession(writeSession(written)), written)),
    { examples: [[sessionOf({ idToken: 'a|b', accessToken: '"', refreshToken: '' })]] },
  );
});

test('a missing refresh token stays missing', () => {
  const read = readSession(writeSession(sessionOf({ idToken: 'i', accessToken: 'a' })));
  assert.equal('refreshToken' in (read?.tokens ?? { refreshToken: '' }), false);
});

test('no other text is a session', () => {
  fc.assert(fc.property(fc.string(), (noise) => assert.equal(readSession(noise), undefined)));
  fc.assert(fc.property(fc.json(), (noise) => assert.equal(readSession(noise), undefined)));
});

for (const [what, fields] of Object.entries({
  'a missing field': ['i', 'a', 'r', 1, 2, 3, 'id', 4, 5],
  'a field too many': ['i', 'a', 'r', 1, 2, 3, 'id', 4, 5, null, 'c', 6],
  'no ID token': [null, 'a', 'r', 1, 2, 3, 'id', 4, 5, null, 'c'],
  'no access token': ['i', null, 'r', 1, 2, 3, 'id', 4, 5, null, 'c'],
  'a refresh token that is no text': ['i', 'a', 7, 1, 2, 3, 'id', 4, 5, null, 'c'],
  'a begin that is no time': ['i', 'a', 'r', '1', 2, 3, 'id', 4, 5, null, 'c'],
  'an expiry that is no time': ['i', 'a', 'r', 1, 2.5, 3, 'id', 4, 5, null, 'c'],
  'an end that is no time': ['i', 'a', 'r', 1, 2, null, 'id', 4, 5, null, 'c'],
  'no id': ['i', 'a', 'r', 1, 2, 3, '', 4, 5, null, 'c'],
  'a sign-in that is no time': ['i', 'a', 'r', 1, 2, 3, 'id', 'x', 5, null, 'c'],
  'a longest life that is no time': ['i', 'a', 'r', 1, 2, 3, 'id', 4, null, null, 'c'],
  'a companion that is no text': ['i', 'a', 'r', 1, 2, 3, 'id', 4, 5, 6, 'c'],
  'a client authentication that is no text': ['i', 'a', 'r', 1, 2, 3, 'id', 4, 5, null, null],
  'an object': { length: 11 },
})) {
  test(`${what} is no session`, () => assert.equal(readSession(JSON.stringify(fields)), undefined));
}

function sessionOf(some: { idToken: string; accessToken: string; refreshToken?: string }) {
  const record = { id: 'id', atMs: 0, longestCookieSeconds: 4, companion: null, clientAuthentication: 'c' };
  return { tokens: some, signIn: record, issuedAtSeconds: 1, expiresAtSeconds: 2, endsAtSeconds: 3 };
}
