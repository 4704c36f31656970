import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Check } from 'typebox/schema';

import { endpoints } from '../../contract/endpoints.ts';
import { publishedSchemas } from '../../contract/schemas.ts';
import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { fields } from './task-fields.ts';

test('every endpoint that needs a session refuses without one, and no other does', async (t) => {
  const { app } = await startTestApp(t);
  for (const { method, path, access } of Object.values(endpoints)) {
    const answer = await app.inject({
      method,
      url: path.replace('{id}', '1'),
      headers: { host: 'tasks.example.com', 'x-requested-with': 'JavaScript' },
      ...(method === 'POST' || method === 'PUT' ? { payload: fields } : {}),
    });
    assert.equal(answer.statusCode === 499, access === 'session', `${method} ${path}`);
  }
});

test('the published schemas are the ones that are enforced', async (t) => {
  const { openBrowser, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const publishedCheck = async (name: string) => {
    const document = (await openBrowser().get(`/api/schemas/${name}.json`)).json();
    assert.equal(document.$schema, 'https://json-schema.org/draft/2020-12/schema');
    return (value: unknown) => Check(document, value);
  };

  const isTask = await publishedCheck('TaskResponse');
  const isList = await publishedCheck('TaskListResponse');
  const created = (await browser.post('/api/tasks', fields)).json();
  assert.ok(isTask(created));
  assert.ok(!isTask({ ...created, id: 'x' }));
  assert.ok(isList((await browser.get('/api/tasks')).json()));
  assert.ok((await publishedCheck('CurrentUserResponse'))((await browser.get('/api/auth/me')).json()));
  const providers = (await browser.get('/api/auth/providers')).json();
  assert.ok((await publishedCheck('AuthProvidersResponse'))(providers));
  assert.ok((await publishedCheck('AuthProviderResponse'))(providers.providers[0]));

  // What the published request schema takes, the service takes; what it refuses, the service refuses.
  const bodies: unknown[] = [
    fields,
    {},
    [],
    'text',
    { ...fields, description: 'x'.repeat(255) },
    { ...fields, description: 'x'.repeat(256) },
    { ...fields, description: '😀'.repeat(255) },
    { ...fields, description: '\u0000x' },
    { ...fields, description: '\ud800' },
    { ...fields, description: ' ' },
    { ...fields, dueDate: '2028-02-29' },
    { ...fields, dueDate: '2027-02-29' },
    { ...fields, dueDate: '0000-12-01' },
    { ...fields, importance: 'URGENT' },
    { ...fields, state: 'OPEN' },
    { ...fields, id: 7, extra: true },
  ];
  const isCreate = await publishedCheck('TaskCreateRequest');
  const isUpdate = await publishedCheck('TaskUpdateRequest');
  for (const body of bodies) {
    const text = JSON.stringify(body);
    assert.equal((await browser.post('/api/tasks', text)).statusCode === 201, isCreate(body), text);
    const put = await browser.put(`/api/tasks/${created.id}`, text);
    assert.equal(put.statusCode === 200, isUpdate(body), text);
  }
  const isProblem = await publishedCheck('Problem');
  assert.ok(isProblem((await browser.post('/api/tasks', {})).json()));
  assert.ok(isProblem((await browser.delete('/api/tasks/999')).json()));
  assert.ok(isProblem((await openBrowser().get('/api/tasks')).json()));
});

test('the interface description: OpenAPI 3.1, version 0.2.0, Apache-2.0, the single server "/", OpenID Connect', async (t) => {
  const { openBrowser, provider } = await startTestApp(t);
  const answer = await openBrowser().get('/api/openapi.json');
  const document = answer.json();
  assert.match(document.openapi, /^3\.1\./);
  assert.equal(document.info.version, '0.2.0');
  assert.equal(document.info.license.identifier, 'Apache-2.0');
  assert.deepEqual(document.servers, [{ url: '/' }]);
  const [scheme] = Object.values<Record<string, string>>(document.components.securitySchemes);
  assert.equal(scheme?.type, 'openIdConnect');
  assert.equal(scheme?.openIdConnectUrl, `${provider.issuer}/.well-known/openid-configuration`);
  const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(described.toSorted(), served.toSorted());
  for (const name of Object.keys(publishedSchemas)) assert.ok(document.components.schemas[name], name);
});

test('the interface description names what each endpoint answers', async (t) => {
  const { app, openBrowser, signedIn } = await startTestApp(t);
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json();
  const browser = await signedIn();
  const stranger = openBrowser();
  const failed = `/api/auth/callback?state=${new URL(await openBrowser().login()).searchParams.get('state')}`;
  const script = { 'x-requested-with': 'JavaScript' };
  const foreign = { origin: 'https://evil.example' };
  const key = { 'idempotency-key': 'k' };
  await browser.post('/api/tasks', fields, key);
  const twice = { ...fields, description: 'Other' };
  const answers = {
    'get /api/auth/providers': [stranger.get('/api/auth/providers')],
    'get /api/auth/login': [stranger.get('/api/auth/login'), browser.get('/api/auth/login')],
    'get /api/auth/callback': [browser.get(failed), stranger.get(failed), stranger.get(failed, navigation)],
    'get /api/auth/logout': [stranger.get('/api/auth/logout')],
    'get /api/auth/me': [browser.get('/api/auth/me'), stranger.get('/api/auth/me', script)],
    'get /api/tasks': [browser.get('/api/tasks'), stranger.get('/api/tasks')],
    'post /api/tasks': [
      browser.post('/api/tasks', fields),
      browser.post('/api/tasks', {}),
      browser.post('/api/tasks', fields, foreign),
      browser.post('/api/tasks', 'x'.repeat(20_000)),
      browser.post('/api/tasks', 'x', { 'content-type': 'text/plain' }),
      browser.post('/api/tasks', twice, key),
    ],
    'put /api/tasks/{id}': [browser.put('/api/tasks/1', fields), browser.put('/api/tasks/99', fields)],
    'delete /api/tasks/{id}': [browser.delete('/api/tasks/x'), browser.delete('/api/tasks/99')],
  };
  assert.deepEqual(
    Object.keys(answers).toSorted(),
    Object.entries<object>(paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
      .toSorted(),
  );
  for (const [operation, given] of Object.entries(answers)) {
    const [method = '', path = ''] = operation.split(' ');
    for (const { statusCode } of await Promise.all(given))
      assert.ok(statusCode in paths[path][method].responses, `${operation}: ${statusCode}`);
  }
});

test('all endpoints live under the path prefix /api, with no version segment', () => {
  for (const { path } of Object.values(endpoints)) assert.match(path, /^\/api\/(auth|tasks)(\/|$)(?!v\d)/);
});

test('/api/docs is a page served wholly from here', async (t) => {
  const { openBrowser } = await startTestApp(t);
  const answer = await openBrowser().get('/api/docs', { accept: 'text/html' });
  assert.equal(answer.statusCode, 200);
  for (const { path } of Object.values(endpoints)) assert.ok(answer.body.includes(path), path);
  assert.doesNotMatch(answer.body, /(src|href)="(https?:)?\/\//);
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
});
