import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ada, identityOf, tokenOf } from '../../test/claims.ts';

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

test('claims are read as UTF-8', () => {
  assert.equal(identityOf(tokenOf({ ...ada, name: 'Zoë 🦉 Ørsted' })).name, 'Zoë 🦉 Ørsted');
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
