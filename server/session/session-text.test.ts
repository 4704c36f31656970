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
const session = fc.record(
  { tokens, issuedAtSeconds: time, expiresAtSeconds: time, endsAtSeconds: time },
  { noNullPrototype: true },
);

test('a session keeps all three tokens and its times, whatever characters a token holds', () => {
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
  'a missing field': ['i', 'a', 'r', 1, 2],
  'a field too many': ['i', 'a', 'r', 1, 2, 3, 4],
  'no ID token': [null, 'a', 'r', 1, 2, 3],
  'no access token': ['i', null, 'r', 1, 2, 3],
  'a refresh token that is no text': ['i', 'a', 7, 1, 2, 3],
  'a begin that is no time': ['i', 'a', 'r', '1', 2, 3],
  'an expiry that is no time': ['i', 'a', 'r', 1, 2.5, 3],
  'an end that is no time': ['i', 'a', 'r', 1, 2, null],
  'an object': { length: 6 },
})) {
  test(`${what} is no session`, () => assert.equal(readSession(JSON.stringify(fields)), undefined));
}

function sessionOf(some: { idToken: string; accessToken: string; refreshToken?: string }) {
  return { tokens: some, issuedAtSeconds: 1, expiresAtSeconds: 2, endsAtSeconds: 3 };
}
