import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import { Check } from 'typebox/schema';

import { CurrentUserResponse } from '../../contract/auth.ts';
import {
  ada,
  encode,
  identityOf,
  identityOrProblem,
  lenient,
  problem,
  thrown,
  tokenOf,
} from '../../test/claims.ts';
import { Problem } from '../http/problems.ts';
import { makeIdentityOf } from './identity.ts';

test('the email is taken exactly as the provider writes it', () => {
  assert.equal(identityOf(tokenOf({ email: 'Ada.BYRON+x@Example.COM' })).email, 'Ada.BYRON+x@Example.COM');
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

const yes = [true, 'true'];
const silent = [undefined, null];
const no = [
  false,
  'false',
  'False',
  'FALSE',
  'True',
  'TRUE',
  0,
  1,
  '0',
  '1',
  'no',
  'yes',
  '',
  ' true',
  [],
  [true],
  {},
];

test('an email is accepted when it is verified or the provider does not say, and refused with any other claim', () => {
  for (const verified of [...yes, ...silent])
    assert.equal(identityOf(tokenOf({ ...ada, email_verified: verified })).email, ada.email);
  for (const verified of no)
    assert.throws(
      () => identityOf(tokenOf({ ...ada, email_verified: verified })),
      problem('email_unverified'),
    );
});

test('where the provider has to say so, an email is accepted only when it is verified', () => {
  const strict = makeIdentityOf({ ...lenient, requireVerifiedEmail: true });
  for (const verified of yes)
    assert.equal(thrown(strict(tokenOf({ ...ada, email_verified: verified }))).email, ada.email);
  for (const verified of [...silent, ...no])
    assert.throws(
      () => thrown(strict(tokenOf({ ...ada, email_verified: verified }))),
      problem('email_unverified'),
    );
});

test('whatever a provider claims of an email, only absent, null, true and "true" let it in', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (verified) => {
      const identity = identityOrProblem(tokenOf({ ...ada, email_verified: verified }));
      const isIn = verified === null || verified === true || verified === 'true';
      assert.equal(identity instanceof Problem ? identity.code : 'in', isIn ? 'in' : 'email_unverified');
    }),
  );
});

test('only the allowed addresses and domains are let in, whatever their case, and stay as they are written', () => {
  const allow = makeIdentityOf({ ...lenient, allowedEmails: ['Grace@Navy.example', '@Example.com'] });
  for (const email of ['ada@example.com', 'Ada@EXAMPLE.com', 'grace@navy.EXAMPLE', '"a@b"@example.com'])
    assert.equal(thrown(allow(tokenOf({ email }))).email, email);
  for (const email of [
    'eve@navy.example',
    'ggrace@navy.example',
    'grace@navy.example.org',
    'ada@a.example.com',
    'ada@notexample.com',
    'ada@example.co',
    '"eve@example.com"@evil.example',
    '"grace@navy.example"@evil.example',
  ])
    assert.throws(() => thrown(allow(tokenOf({ email }))), problem('email_not_allowed'), email);
  assert.throws(
    () => thrown(makeIdentityOf({ ...lenient, allowedEmails: [] })(tokenOf(ada))),
    problem('email_not_allowed'),
  );
});

test('a list of allowed addresses lets in whom it names and nobody else', () => {
  const mixed = (text: string) => fc.mixedCase(fc.constant(text));
  fc.assert(
    fc.property(fc.emailAddress(), fc.uniqueArray(fc.emailAddress(), { maxLength: 5 }), (email, others) => {
      const listed = others.some((other) => other.toLowerCase() === email.toLowerCase());
      const isIn = (allowedEmails: readonly string[]) =>
        !(makeIdentityOf({ ...lenient, allowedEmails })(tokenOf({ email })) instanceof Problem);
      assert.equal(isIn(others), listed);
      const [entry] = fc.sample(mixed(email), 1);
      assert.ok(isIn([...others, entry ?? '']));
      assert.ok(isIn([`@${email.split('@').at(-1)}`]));
    }),
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
