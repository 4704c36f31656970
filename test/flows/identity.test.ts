import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { assertProblem, fields } from './task-fields.ts';

const longest = `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(62)}.ee`;

test('the email claim is the identity: a token without one fails on the first request with 403', async (t) => {
  const { signedIn } = await startTestApp(t);
  for (const [person, code] of [
    [{ sub: 'x' }, 'email_missing'],
    [{ sub: 'x', email: '' }, 'email_invalid'],
    [{ sub: 'x', email: 'no address' }, 'email_invalid'],
    [{ sub: 'x', email: `a${longest}` }, 'email_invalid'],
    [{ sub: 'x', email: 'x@example.com', email_verified: false }, 'email_unverified'],
    [{ sub: 'x', email: 'x@example.com', email_verified: 'False' }, 'email_unverified'],
    [{ sub: 'x', email: 'x@example.com', email_verified: 0 }, 'email_unverified'],
  ] as const) {
    const browser = await signedIn(person);
    assertProblem(await browser.get('/api/auth/me'), 403, code);
    assertProblem(await browser.get('/api/tasks'), 403, code);
    assertProblem(await browser.post('/api/tasks', fields), 403, code);
    assert.equal((await browser.get('/api/auth/logout')).statusCode, 303, 'and can sign out');
  }
});

test('an email that is not among the allowed ones is refused on the first request, and leaves no user record', async (t) => {
  const remembered: string[] = [];
  const { signedIn } = await startTestApp(t, {
    config: { auth: { allowedEmails: ['@Example.com', 'grace@navy.example'] } },
    store: { rememberUser: async (email) => void remembered.push(email) },
  });
  for (const email of ['eve@elsewhere.example', 'eve@navy.example', 'eve@a.example.com']) {
    const browser = await signedIn({ sub: email, email });
    assertProblem(await browser.get('/api/auth/me'), 403, 'email_not_allowed');
    assertProblem(await browser.get('/api/tasks'), 403, 'email_not_allowed');
    assertProblem(await browser.post('/api/tasks', fields), 403, 'email_not_allowed');
    assert.equal((await browser.get('/api/auth/logout')).statusCode, 303, 'and can sign out');
  }
  assert.deepEqual(remembered, []);
  for (const email of ['Ada@EXAMPLE.com', 'grace@navy.example']) {
    const browser = await signedIn({ sub: email, email });
    assert.equal((await browser.get('/api/auth/me')).json().email, email);
    assert.equal((await browser.post('/api/tasks', fields)).statusCode, 201);
  }
  assert.deepEqual(remembered, ['Ada@EXAMPLE.com', 'grace@navy.example']);
});

test('where the provider has to say that an email is verified, one that it is silent about is refused', async (t) => {
  const { signedIn } = await startTestApp(t, { config: { auth: { requireVerifiedEmail: true } } });
  for (const verified of [undefined, null]) {
    const browser = await signedIn({ sub: 'x', email: 'x@example.com', email_verified: verified });
    assertProblem(await browser.get('/api/auth/me'), 403, 'email_unverified');
  }
  const browser = await signedIn({ sub: 'x', email: 'x@example.com', email_verified: true });
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('user email: at most 254 characters', async (t) => {
  assert.equal(longest.length, 254);
  const { signedIn } = await startTestApp(t);
  const browser = await signedIn({ sub: 'long', email: longest });
  assert.equal((await browser.get('/api/auth/me')).json().email, longest);
  assert.equal((await browser.post('/api/tasks', fields)).statusCode, 201);
});

test('user name: at most 255 characters; picture URL: at most 2048; beyond that they count as absent', async (t) => {
  const { signedIn } = await startTestApp(t);
  const base = 'https://p.example/';
  const fits = { name: '😀'.repeat(255), picture: base.padEnd(2048, 'x') };
  const browser = await signedIn({ sub: 'a', email: 'a@example.com', ...fits });
  const me = (await browser.get('/api/auth/me')).json();
  assert.deepEqual([me.name, me.pictureUrl], [fits.name, fits.picture]);
  for (const person of [
    { name: `${fits.name}x`, picture: `${fits.picture}x` },
    { name: 'n'.repeat(256), picture: 'javascript:alert(1)' },
  ]) {
    const other = await signedIn({ sub: 'b', email: 'b@example.com', ...person });
    const { name, pictureUrl } = (await other.get('/api/auth/me')).json();
    assert.deepEqual([name ?? null, pictureUrl ?? null], [null, null]);
  }
});

test('two accounts never see each other’s tasks, and addresses are compared exactly', async (t) => {
  const { signedIn } = await startTestApp(t);
  const people = ['ada@example.com', 'Ada@example.com', 'ada@example.co', 'ada+x@example.com'];
  for (const email of people) {
    const browser = await signedIn({ sub: email, email });
    await browser.post('/api/tasks', { ...fields, description: email });
  }
  for (const email of people) {
    const browser = await signedIn({ sub: email, email });
    const list = (await browser.get('/api/tasks')).json();
    assert.deepEqual(
      list.map(({ description }: { description: string }) => description),
      [email],
    );
  }
});
