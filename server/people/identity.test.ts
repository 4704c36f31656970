import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import { Check } from 'typebox/schema';

import { CurrentUserResponse } from '../../contract/auth.ts';
import { Problem } from '../request/problems.ts';
import { identityOf } from './identity.ts';

const ada = { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://example.com/ada.png' };

test('the identity is the email, name and picture claim of the token', () => {
  assert.deepEqual(identityOf(tokenOf({ ...ada, email_verified: true })), {
    email: 'ada@example.com',
    name: 'Ada Byron',
    pictureUrl: 'https://example.com/ada.png',
  });
});

test('name and picture are null when the provider supplied none', () => {
  const nobody = { email: 'ada@example.com', name: null, pictureUrl: null };
  assert.deepEqual(identityOf(tokenOf({ email: ada.email })), nobody);
  assert.deepEqual(identityOf(tokenOf({ email: ada.email, name: null, picture: null })), nobody);
  assert.deepEqual(identityOf(tokenOf({ email: ada.email, name: '', picture: '' })), nobody);
  assert.deepEqual(identityOf(tokenOf({ email: ada.email, name: 7, picture: ['https://a'] })), nobody);
});

test('the email is taken exactly as the provider writes it', () => {
  assert.equal(identityOf(tokenOf({ email: 'Ada.BYRON+x@Example.COM' })).email, 'Ada.BYRON+x@Example.COM');
});

test('claims are read as UTF-8', () => {
  assert.equal(identityOf(tokenOf({ ...ada, name: 'Zoë 🦉 Ørsted' })).name, 'Zoë 🦉 Ørsted');
});

for (const claims of [{}, { name: 'Ada' }, { email: null }, { email: undefined, email_verified: true }]) {
  test(`a token without an email claim fails with email_missing: ${JSON.stringify(claims)}`, () => {
    assert.throws(() => identityOf(tokenOf(claims)), problem('email_missing'));
  });
}

for (const idToken of [
  '',
  'a',
  'a.b.c',
  'a..c',
  `a.${encode('7')}.c`,
  `a.${encode('null')}.c`,
  `a.${encode('"x"')}.c`,
]) {
  test(`a token without claims fails with email_missing: ${idToken}`, () => {
    assert.throws(() => identityOf(idToken), problem('email_missing'));
  });
}

const longest = `${'a'.repeat(242)}@example.com`;
for (const email of [
  '',
  ' ',
  'ada',
  'ada@',
  '@example.com',
  'ada@example.com ',
  ' ada@example.com',
  'ada@exa mple.com',
  'ada@example.com\n',
  'ada@@example.com',
  'ada@example.com,eve@example.com',
  'Ada <ada@example.com>',
  '"\u0000"@example.com',
  '"\ud800"@example.com',
  '"\n"@example.com',
  '"\u202e"@example.com',
  `a${longest}`,
  7,
  true,
  ['ada@example.com'],
  { email: 'ada@example.com' },
]) {
  test(`an email claim that is no email address fails with email_invalid: ${JSON.stringify(email)}`, () => {
    assert.throws(() => identityOf(tokenOf({ email })), problem('email_invalid'));
  });
}

test('an email of 254 characters is one', () => {
  assert.equal(longest.length, 254);
  assert.equal(identityOf(tokenOf({ email: longest })).email, longest);
});

test('a quoted email address of printable characters is one', () => {
  assert.equal(identityOf(tokenOf({ email: '"ada byron"@example.com' })).email, '"ada byron"@example.com');
});

test('an email that the provider says is not verified fails with email_unverified', () => {
  for (const verified of [false, 'false']) {
    assert.throws(
      () => identityOf(tokenOf({ ...ada, email_verified: verified })),
      problem('email_unverified'),
    );
  }
});

test('an email is accepted when it is verified or the provider does not say', () => {
  for (const verified of [true, 'true', null, undefined]) {
    assert.equal(identityOf(tokenOf({ ...ada, email_verified: verified })).email, ada.email);
  }
});

test('a name of at most 255 characters is shown, a longer one is treated as absent', () => {
  for (const character of ['a', 'é', '🦉']) {
    const name = character.repeat(255);
    assert.equal(identityOf(tokenOf({ ...ada, name })).name, name);
    assert.equal(identityOf(tokenOf({ ...ada, name: name + character })).name, null);
  }
});

test('a picture address of at most 2048 characters is shown, a longer one is treated as absent', () => {
  const picture = `https://example.com/${'p'.repeat(2028)}`;
  assert.equal(identityOf(tokenOf({ ...ada, picture })).pictureUrl, picture);
  assert.equal(identityOf(tokenOf({ ...ada, picture: `${picture}p` })).pictureUrl, null);
});

for (const picture of [
  'javascript:alert(1)',
  'data:image/png;base64,AA==',
  'ftp://example.com/a',
  '//example.com/a',
  '/a',
  'a',
  'https://',
  'blob:https://example.com/1',
]) {
  test(`a picture that is not http or https is treated as absent: ${picture}`, () => {
    assert.equal(identityOf(tokenOf({ ...ada, picture })).pictureUrl, null);
  });
}

test('an http picture is shown', () => {
  assert.equal(
    identityOf(tokenOf({ ...ada, picture: 'http://a.example/b' })).pictureUrl,
    'http://a.example/b',
  );
});

test('whatever a token claims, its identity fits the published schema or is refused', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.emailAddress(), fc.webUrl());
  const claim = fc.option(fc.oneof(text, fc.jsonValue()), { nil: undefined });
  const claims = fc.record({
    email: fc.oneof(claim, fc.emailAddress()),
    email_verified: claim,
    name: claim,
    picture: claim,
  });
  fc.assert(
    fc.property(claims, (some) => {
      const identity = identityOrProblem(tokenOf(some));
      if (identity instanceof Problem) return assert.equal(identity.status, 403);
      assert.ok(Check(CurrentUserResponse, identity));
      assert.equal(identity.email, some.email);
    }),
    { numRuns: 1000 },
  );
});

function identityOrProblem(idToken: string) {
  try {
    return identityOf(idToken);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function problem(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code && error.status === 403;
}

function tokenOf(claims: unknown): string {
  return `header.${encode(JSON.stringify(claims))}.signature`;
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
