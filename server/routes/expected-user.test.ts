import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { describedFiles } from '../../scripts/describe/files.ts';
import { expectedUser } from '../../contract/endpoints.ts';
import { startTestApp } from '../../test/app.ts';
import { readDescription } from '../../test/description/described.ts';
import { assertProblem, fields } from '../../test/flows/task-fields.ts';

const ada = { sub: 'ada', email: 'ada@example.com' };
const bob = { sub: 'bob', email: 'Bob@example.com' };
const hash = (email: string) => createHash('sha256').update(email, 'utf8').digest('base64url');
const meantFor = (email: string) => ({ 'expected-user': hash(email) });

test("a write that the page means for Ada and that leaves with Bob's cookie is refused with another_user", async (t) => {
  const { signedIn } = await startTestApp(t);
  const browser = await signedIn(bob);
  const { id } = (await browser.post('/api/tasks', fields)).json<{ id: number }>();
  const before = (await browser.get('/api/tasks')).body;

  const forAda = meantFor(ada.email);
  const changed = { ...fields, description: 'Changed' };
  for (const answer of [
    await browser.post('/api/tasks', changed, forAda),
    await browser.put(`/api/tasks/${id}`, changed, forAda),
    await browser.delete(`/api/tasks/${id}`, forAda),
    await browser.get('/api/tasks', forAda),
    await browser.get('/api/auth/me', forAda),
  ]) {
    assertProblem(answer, 403, 'another_user');
    assert.doesNotMatch(answer.body, /example\.com|Feed/);
    assert.equal(answer.headers.etag, undefined);
  }
  assert.equal((await browser.get('/api/tasks')).body, before);
});

test('a request that is meant for who is signed in passes; any other text names nobody, and without a session nobody is asked', async (t) => {
  const { signedIn, openBrowser } = await startTestApp(t);
  const browser = await signedIn(bob);
  assert.equal((await browser.post('/api/tasks', fields, meantFor(bob.email))).statusCode, 201);
  assert.equal((await browser.get('/api/auth/me', meantFor(bob.email))).statusCode, 200);
  const right = hash(bob.email);
  const others = [
    '',
    bob.email,
    `${right}=`,
    right.slice(1),
    right.toUpperCase(),
    `${right}, ${right}`,
  ];
  for (const value of [...others, hash(bob.email.toLowerCase())])
    assertProblem(
      await browser.get('/api/auth/me', { 'expected-user': value }),
      403,
      'another_user',
    );
  const script = { ...meantFor(ada.email), 'x-requested-with': 'JavaScript' };
  assert.equal((await openBrowser().get('/api/auth/me', script)).statusCode, 499);
});

test('Expected-User stands in the description of every endpoint that looks at it', () => {
  const described = readDescription()
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === expectedUser.name))
    .map(({ operationId }) => operationId);
  assert.deepEqual(described, ['me', 'listTasks', 'createTask', 'replaceTask', 'deleteTask']);
  const page = describedFiles().get('docs.html') ?? '';
  const explained = page.match(new RegExp(`<code>${expectedUser.name}</code> [^\n]*`, 'g')) ?? [];
  assert.equal(explained.length, described.length);
  for (const line of explained) assert.match(line, /another_user/);
});
