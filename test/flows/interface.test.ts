import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Check } from 'typebox/schema';

import { endpoints } from '../../contract/endpoints.ts';
import { publishedSchemas } from '../../contract/schemas.ts';
import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { assertProblem, fields } from './task-fields.ts';

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

test('405 with Allow, 406, 413, 415 and 404 as HTTP says; HEAD as GET', async (t) => {
  const { app, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const host = { host: 'tasks.example.com' };

  const patch = await app.inject({ method: 'PATCH', url: '/api/tasks', headers: host });
  assertProblem(patch, 405, 'method_not_allowed');
  assert.deepEqual(String(patch.headers.allow).split(', ').toSorted(), ['GET', 'HEAD', 'POST']);
  assertProblem(await browser.get('/api/tasks', { accept: 'text/csv' }), 406, 'not_acceptable');
  const large = JSON.stringify({ ...fields, extra: 'x'.repeat(16 * 1024) });
  assertProblem(await browser.post('/api/tasks', large), 413, 'body_too_large');
  const text = await browser.post('/api/tasks', JSON.stringify(fields), { 'content-type': 'text/plain' });
  assertProblem(text, 415, 'body_not_json_type');
  assertProblem(await browser.post('/api/tasks', '{"a":'), 400, 'body_not_json');
  assertProblem(await browser.get('/api/nothing'), 404, 'not_found');

  const get = await browser.get('/api/tasks');
  const head = await browser.head('/api/tasks');
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['content-type'], get.headers['content-type']);
});

test('a path id that is not an int64 is 400, one that nobody owns is 404', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  for (const id of ['x', '1.5', '1e3', '9223372036854775808', '-9223372036854775809', '%20', '0x10'])
    assertProblem(await browser.put(`/api/tasks/${id}`, fields), 400, 'id_not_integer');
  for (const id of ['0', '-1', '9007199254740991', '9007199254740992', '9223372036854775807'])
    assertProblem(await browser.delete(`/api/tasks/${id}`), 404, 'task_not_found');
});

test('ETag on the list, and 304 for If-None-Match until something changes', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  await browser.post('/api/tasks', fields);
  const first = await browser.get('/api/tasks');
  const etag = String(first.headers.etag);
  const again = await browser.get('/api/tasks', { 'if-none-match': etag });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
  await browser.post('/api/tasks', fields);
  assert.equal((await browser.get('/api/tasks', { 'if-none-match': etag })).statusCode, 200);
});

test('Idempotency-Key: the same key from the same user answers the same task again, another body 422', async (t) => {
  const { signedIn, clock } = await startTestApp(t);
  const browser = await signedIn();
  const key = { 'idempotency-key': '0b9e7a52-9df8-4ad2-b3a5-6f2f2c1b6c11' };
  const first = await browser.post('/api/tasks', fields, key);
  const again = await browser.post('/api/tasks', fields, key);
  assert.equal(again.statusCode, 201);
  assert.deepEqual(again.json(), first.json());
  assert.equal((await browser.get('/api/tasks')).json().length, 1);
  const other = await browser.post('/api/tasks', { ...fields, description: 'Other' }, key);
  assertProblem(other, 422, 'idempotency_key_reused');
  const grace = await signedIn({ sub: 'grace', email: 'grace@example.com' });
  assert.notEqual((await grace.post('/api/tasks', fields, key)).json().id, first.json().id);
  clock.advance(8 * 60 * 60 * 1000);
  await browser.get('/api/tasks');
  clock.advance(8 * 60 * 60 * 1000);
  await browser.get('/api/tasks');
  clock.advance(8 * 60 * 60 * 1000 + 1000);
  const nextDay = await browser.post('/api/tasks', fields, key);
  assert.equal(nextDay.statusCode, 201);
  assert.notEqual(nextDay.json().id, first.json().id, 'after 24 hours the key is forgotten');
});

test('a foreign site may not write, and there are no CORS headers', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const answer = await browser.post('/api/tasks', fields, headers);
    assertProblem(answer, 403, 'cross_site');
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  }
  const own = { origin: 'http://tasks.example.com', 'sec-fetch-site': 'same-origin' };
  assert.equal((await browser.post('/api/tasks', fields, own)).statusCode, 201);
  assert.equal((await browser.get('/api/tasks')).json().length, 1);
});

test('our own page may write behind a TLS proxy that is not listed, where the service sees plain http', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const behindProxy = { 'x-forwarded-proto': 'https', origin: 'https://tasks.example.com' };
  for (const headers of [
    { ...behindProxy, 'sec-fetch-site': 'same-origin' },
    // A browser from before Sec-Fetch-Site, and a proxy that passes the port on.
    behindProxy,
    { ...behindProxy, host: 'tasks.example.com:443', 'sec-fetch-site': 'same-origin' },
  ]) {
    const { id } = (await browser.post('/api/tasks', fields, headers)).json();
    assert.equal((await browser.put(`/api/tasks/${id}`, fields, headers)).statusCode, 200);
    assert.equal((await browser.delete(`/api/tasks/${id}`, headers)).statusCode, 204);
  }
  const foreign = { ...behindProxy, origin: 'https://evil.example' };
  assertProblem(await browser.post('/api/tasks', fields, foreign), 403, 'cross_site');
});
