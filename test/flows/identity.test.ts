import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hourMs, startTestApp } from '../app.ts';
import { claims, faults } from '../provider/faults.ts';
import { ada } from '../provider/provider.ts';
import { assertProblem, fields } from './task-fields.ts';

test('the email claim is the identity: a token without one fails on the first request with 403', async (t) => {
  const { signedIn } = await startTestApp(t);
  for (const [person, code] of [
    [{ sub: 'x' }, 'email_missing'],
    [{ sub: 'x', email: 'no address' }, 'email_invalid'],
    [{ sub: 'x', email: 'x@example.com', email_verified: false }, 'email_unverified'],
  ] as const) {
    const browser = await signedIn(person);
    assertProblem(await browser.get('/api/auth/me'), 403, code);
    assertProblem(await browser.get('/api/tasks'), 403, code);
    assertProblem(await browser.post('/api/tasks', fields), 403, code);
    assert.equal((await browser.get('/api/auth/logout')).statusCode, 303, 'and can sign out');
  }
});

test('an email that is not allowed, or not verified where it has to be, is refused on the first request, and leaves no user record', async (t) => {
  const remembered: string[] = [];
  const { signedIn } = await startTestApp(t, {
    config: {
      auth: { allowedEmails: ['@Example.com', 'grace@navy.example'], requireVerifiedEmail: true },
    },
    store: { rememberUser: async (email) => void remembered.push(email) },
  });
  for (const [code, person] of [
    ['email_not_allowed', { email: 'eve@navy.example', email_verified: true }],
    ['email_unverified', { email: 'grace@navy.example' }],
  ] as const) {
    const refused = await signedIn({ sub: 'x', ...person });
    assertProblem(await refused.get('/api/auth/me'), 403, code);
  }
  assert.deepEqual(remembered, []);
  for (const email of ['Ada@EXAMPLE.com', 'grace@navy.example']) {
    const browser = await signedIn({ sub: email, email, email_verified: true });
    assert.equal((await browser.get('/api/auth/me')).json().email, email);
    assert.equal((await browser.post('/api/tasks', fields)).statusCode, 201);
  }
  assert.deepEqual(remembered, ['Ada@EXAMPLE.com', 'grace@navy.example']);
});

const script = { 'x-requested-with': 'JavaScript' };

test('a person in no allowed group is refused on the first request, and one who has lost it at the next renewal', async (t) => {
  const { signedIn, clock, provider } = await startTestApp(t, {
    config: { auth: { allowedGroups: ['staff'] } },
  });
  const member = { ...ada, groups: ['all', 'staff'] };
  const refused = await signedIn({ ...ada, groups: ['all'] });
  assertProblem(await refused.get('/api/auth/me'), 403, 'group_not_allowed');

  const browser = await signedIn(member);
  clock.advance(hourMs);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200, 'still a member');
  for (const says of [faults.withoutIdToken, claims({ email: undefined, groups: undefined })]) {
    provider.play(says);
    clock.advance(hourMs);
    assert.equal(
      (await browser.get('/api/auth/me')).statusCode,
      200,
      'the provider says nothing new',
    );
  }
  provider.play(claims({ groups: ['all'] }));
  clock.advance(hourMs);
  assertProblem(await browser.get('/api/auth/me'), 401, 'not_authorized');
  assert.equal((await browser.get('/api/tasks', script)).statusCode, 499);
  provider.play({});
  assertProblem(await browser.get('/api/auth/me'), 401, 'not_authorized');
  await browser.signIn(member);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200, 'a member again');
});
