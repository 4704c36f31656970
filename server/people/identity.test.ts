import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Problem } from '../http/problems.ts';
import type { IdentityPolicy } from './identity.ts';
import { makeIdentityOf } from './identity.ts';

const ada = { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://example.com/ada.png' };
const encode = (text: string) => Buffer.from(text).toString('base64url');
const tokenOf = (claims: unknown) => `header.${encode(JSON.stringify(claims))}.signature`;

/** The identity of an ID token, or the code of its refusal. */
function read(idToken: string, policy: Partial<IdentityPolicy> = {}) {
  const usual = {
    allowedEmails: null,
    allowedGroups: null,
    groupsClaim: 'groups',
    requireVerifiedEmail: false,
  };
  const found = makeIdentityOf({ ...usual, ...policy })(idToken);
  if (!(found instanceof Problem)) return found;
  assert.equal(found.status, 403);
  return found.code;
}

const emailOf = (claims: unknown, policy?: Partial<IdentityPolicy>) => {
  const found = read(tokenOf(claims), policy);
  return typeof found === 'string' ? found : found.email;
};

test('the identity is the email, name and picture claim of the token, read as UTF-8', () => {
  const owl = { ...ada, name: 'Zoë 🦉 Ørsted', picture: 'http://a.example/b' };
  assert.deepEqual(read(tokenOf(owl)), {
    email: ada.email,
    name: owl.name,
    pictureUrl: owl.picture,
  });
});

test('a token without claims or without an email claim fails with email_missing', () => {
  for (const payload of ['', '7', 'null', '"x"', '{', '{}', '{"name":"Ada"}', '{"email":null}'])
    assert.equal(read(`a.${encode(payload)}.c`), 'email_missing', payload);
  for (const token of ['', 'a', 'a.b.c', 'a..c']) assert.equal(read(token), 'email_missing', token);
});

const longest = `${'a'.repeat(242)}@example.com`;

test('the email is taken exactly as the provider writes it; one of 254 characters and a quoted one too', () => {
  assert.equal(longest.length, 254);
  for (const email of [longest, 'Ada.BYRON+x@Example.COM', '"ada byron"@example.com'])
    assert.equal(emailOf({ email }), email);
});

const texts = ['', ' ', 'ada', 'ada@', '@example.com', 'ada@example.com ', ' ada@example.com', 'ada@exa mple.com', 'ada@example.com\n', 'ada@@example.com', 'ada@example.com,eve@example.com', 'Ada <ada@example.com>', '"\u0000"@example.com', '"\ud800"@example.com', '"\n"@example.com', '"\u202e"@example.com', `a${longest}`]; // prettier-ignore

test('an email claim that is no email address, or longer than 254 characters, fails with email_invalid', () => {
  for (const email of [...texts, 7, true, ['ada@example.com'], { email: 'ada@example.com' }])
    assert.equal(emailOf({ email }), 'email_invalid', JSON.stringify(email));
});

const yes: readonly unknown[] = [true, 'true'];
const silent: readonly unknown[] = [undefined, null];
const no: readonly unknown[] = [false, 'false', 'False', 'FALSE', 'True', 'TRUE', 0, 1, '0', '1', 'no', 'yes', '', ' true', [], [true], {}]; // prettier-ignore

test('an email is accepted when it is verified or the provider does not say, and refused with any other claim', () => {
  for (const requireVerifiedEmail of [false, true])
    for (const verified of [...yes, ...silent, ...no]) {
      const isIn = yes.includes(verified) || (!requireVerifiedEmail && silent.includes(verified));
      const found = emailOf({ ...ada, email_verified: verified }, { requireVerifiedEmail });
      assert.equal(found, isIn ? ada.email : 'email_unverified', `${requireVerifiedEmail} ${String(verified)}`); // prettier-ignore
    }
});

test('only the allowed addresses and domains are let in, whatever their case, and stay as they are written', () => {
  const allowedEmails = ['Grace@Navy.example', '@Example.com'];
  for (const email of [
    'ada@example.com',
    'Ada@EXAMPLE.com',
    'grace@navy.EXAMPLE',
    '"a@b"@example.com',
  ])
    assert.equal(emailOf({ email }, { allowedEmails }), email);
  const others = ['eve@navy.example', 'ggrace@navy.example', 'grace@navy.example.org', 'ada@a.example.com', 'ada@notexample.com', 'ada@example.co', '"eve@example.com"@evil.example', '"grace@navy.example"@evil.example']; // prettier-ignore
  for (const email of others)
    assert.equal(emailOf({ email }, { allowedEmails }), 'email_not_allowed', email);
  assert.equal(emailOf(ada, { allowedEmails: [] }), 'email_not_allowed');
});

test('one of the allowed groups is needed, exactly as the claim has it: a list of texts, or one text', () => {
  const allowedGroups = ['/staff', 'domain admins'];
  for (const groups of ['/staff', ['a', '/staff'], ['domain admins'], [7, null, '/staff']])
    assert.equal(emailOf({ ...ada, groups }, { allowedGroups }), ada.email, JSON.stringify(groups));
  const none = [undefined, null, '', [], '/Staff', '/staff/', 'a /staff', ['staff'], [['/staff']], { '/staff': true }, true]; // prettier-ignore
  for (const groups of none)
    assert.equal(
      emailOf({ ...ada, groups }, { allowedGroups }),
      'group_not_allowed',
      JSON.stringify(groups),
    );
  const other = { groupsClaim: 'https://example.com/roles', allowedGroups };
  assert.equal(emailOf({ ...ada, 'https://example.com/roles': '/staff' }, other), ada.email);
  assert.equal(emailOf({ ...ada, groups: '/staff' }, other), 'group_not_allowed');
});

test('where addresses and groups are both listed, both have to be allowed', () => {
  const both = { allowedEmails: ['@example.com'], allowedGroups: ['staff'] };
  assert.equal(emailOf({ ...ada, groups: 'staff' }, both), ada.email);
  assert.equal(emailOf(ada, both), 'group_not_allowed');
  assert.equal(emailOf({ email: 'eve@evil.example', groups: 'staff' }, both), 'email_not_allowed');
});

test('a name of at most 255 characters and an http picture of at most 2048 are shown, others treated as absent', () => {
  const shownOf = (claims: object) => {
    const found = read(tokenOf({ email: ada.email, ...claims }));
    return typeof found === 'string' ? found : [found.name, found.pictureUrl];
  };
  for (const character of ['a', 'é', '🦉']) {
    const name = character.repeat(255);
    assert.deepEqual(shownOf({ name }), [name, null]);
    assert.deepEqual(shownOf({ name: name + character }), [null, null]);
  }
  const picture = `https://example.com/${'p'.repeat(2028)}`;
  assert.deepEqual(shownOf({ picture }), [null, picture]);
  const pictures = ['javascript:alert(1)', 'data:image/png;base64,AA==', 'ftp://example.com/a', '//example.com/a', '/a', 'a', 'https://', 'blob:https://example.com/1']; // prettier-ignore
  for (const none of [undefined, null, '', ['https://a'], `${picture}p`, ...pictures])
    assert.deepEqual(shownOf({ picture: none }), [null, null], String(none));
  for (const name of [undefined, null, '', 7])
    assert.deepEqual(shownOf({ name }), [null, null], String(name));
});
