import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { startTestApp } from '../../test/app.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { errorsOf } from '../../contract/errors.ts';
import { problemKinds } from '../../contract/problem.ts';
import { publishedSchemas } from '../../contract/schemas.ts';

const Description = Type.Object({
  tags: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  components: Type.Object({ schemas: Type.Record(Type.String(), Type.Unknown()) }),
});

const Operation = Type.Object({
  operationId: Type.String(),
  summary: Type.String({ minLength: 1 }),
  description: Type.String({ minLength: 1 }),
  tags: Type.Array(Type.String(), { minItems: 1 }),
  security: Type.Array(Type.Unknown()),
  parameters: Type.Optional(Type.Array(Type.Object({ in: Type.String(), required: Type.Boolean() }))),
  requestBody: Type.Optional(Type.Object({ required: Type.Literal(true) })),
  responses: Type.Record(Type.String(), Type.Object({ description: Type.String({ minLength: 1 }) })),
});

test('every reference of the description leads somewhere', async (t) => {
  const { app } = await startTestApp(t);
  const document: unknown = (await app.inject({ url: '/api/openapi.json' })).json();
  assert.ok(Check(Description, document));
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  assert.ok(references.length > 10);
  for (const name of references) assert.ok(name !== undefined && name in document.components.schemas, name);
  assert.doesNotMatch(text, /"\$id"/);
});

test('the description says which endpoints need a session, and with which codes each can answer', async (t) => {
  const { app } = await startTestApp(t);
  const document: unknown = (await app.inject({ url: '/api/openapi.json' })).json();
  assert.ok(Check(Description, document));
  for (const [name, row] of Object.entries(endpoints)) {
    const operation: unknown = document.paths[row.path]?.[row.method.toLowerCase()];
    assert.ok(Check(Operation, operation), name);
    assert.equal(operation.operationId, name);
    for (const tag of operation.tags)
      assert.ok(
        document.tags.some((declared) => declared.name === tag),
        tag,
      );
    assert.deepEqual(operation.security, row.access === 'session' ? [{ openIdConnect: [] }] : [], name);
    assert.equal(operation.requestBody !== undefined, 'body' in row, name);
    for (const parameter of operation.parameters ?? [])
      assert.equal(parameter.required, parameter.in === 'path', name);
    for (const code of errorsOf(row)) {
      const { status, title } = problemKinds[code];
      assert.ok(operation.responses[status]?.description.includes(title), `${name} ${code}`);
    }
    // Both are rules of the linters in bench/interface.
    for (const sort of ['2', '4'])
      assert.ok(
        Object.keys(operation.responses).some((status) => status.startsWith(sort)),
        `${name} ${sort}XX`,
      );
  }
});

test('each schema is published whole, under its own name', async (t) => {
  const { app } = await startTestApp(t);
  for (const name of Object.keys(publishedSchemas)) {
    const answer = await app.inject({ url: `/api/schemas/${name}.json` });
    assert.equal(answer.statusCode, 200, name);
    assert.match(String(answer.headers['content-type']), /^application\/schema\+json/);
    const { $schema, $id, ...rest } = answer.json<Record<string, unknown>>();
    assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema');
    assert.equal($id, `/api/schemas/${name}.json`);
    assert.doesNotMatch(JSON.stringify(rest), /\$ref|\$id/);
  }
  assert.equal((await app.inject({ url: '/api/schemas/Nothing.json' })).statusCode, 404);
});

test('what is published is what is enforced: a body is accepted exactly when its schema accepts it', async (t) => {
  const { app, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const published = (await app.inject({ url: '/api/schemas/TaskCreateRequest.json' })).json<Type.TSchema>();
  const dates = fc.constantFrom('2026-10-02', '9999-12-31', '2028-02-29', '2027-02-29', '2026-1-1', '', 7);
  const description = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      '',
      ' ',
      '\ud800',
      'a\u0000',
      'x'.repeat(255),
      'x'.repeat(256),
      '🐈'.repeat(255),
      '🐈'.repeat(256),
      1,
    ),
  );
  const body = fc.record(
    {
      description,
      dueDate: dates,
      importance: fc.constantFrom('LOW', 'MEDIUM', 'HIGH', 'low', null),
      state: fc.constantFrom('TODO', 'WORKING', 'DONE', 'X', 0),
    },
    { requiredKeys: ['description', 'dueDate'] },
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const answer = await browser.post('/api/tasks', value);
      assert.equal(
        answer.statusCode,
        Check(published, JSON.parse(JSON.stringify(value))) ? 201 : 400,
        answer.body,
      );
    }),
    { numRuns: 300 },
  );
});

test('what leaves fits the published schema of its endpoint', async (t) => {
  const { app, openBrowser } = await startTestApp(t);
  const browser = openBrowser();
  const fits = async (name: string, value: unknown) => {
    const schema = (await app.inject({ url: `/api/schemas/${name}.json` })).json<Type.TSchema>();
    assert.ok(Check(schema, value), `${name}: ${JSON.stringify(value)}`);
  };
  await fits('AuthProvidersResponse', (await browser.get('/api/auth/providers')).json());
  await fits('Problem', (await browser.get('/api/tasks')).json());
  await browser.signIn();
  await fits('CurrentUserResponse', (await browser.get('/api/auth/me')).json());
  await fits('Problem', (await browser.post('/api/tasks', {})).json());
  const fields = { description: 'x', dueDate: '2026-10-02', importance: 'LOW', state: 'TODO' };
  await fits('TaskResponse', (await browser.post('/api/tasks', fields)).json());
  await fits('TaskListResponse', (await browser.get('/api/tasks')).json());
});

test('the page of the interface names every endpoint, error and schema, and loads nothing', async (t) => {
  const { app } = await startTestApp(t);
  const { body, headers } = await app.inject({ url: '/api/docs' });
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; img-src data:; style-src 'sha256-/,
  );
  for (const { method, path, access } of Object.values(endpoints)) {
    const row = body.split('<tr>').find((each) => each.includes(`${method} ${path}<`));
    assert.ok(row?.includes(`<td>${access === 'session' ? 'signed in' : 'anyone'}</td>`), path);
  }
  for (const name of Object.keys(publishedSchemas)) assert.ok(body.includes(`id="${name}"`), name);
  assert.doesNotMatch(
    body,
    /<script|<link(?! rel="icon" href="data:,">)|<img|style="|https?:\/\/(?!json-schema|(idp|people)\.example\.com)/,
  );
});
