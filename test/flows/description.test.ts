import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endpoints } from '../../contract/endpoints.ts';
import { errorsOf } from '../../scripts/describe/errors.ts';
import { problemKinds } from '../../contract/problem.ts';
import { publishedSchemas } from '../../contract/schemas.ts';
import { describedFiles } from '../../scripts/describe/files.ts';
import { startTestApp } from '../app.ts';
import type { Schema } from '../description/described.ts';
import { isValid, readDescription, withoutReferences } from '../description/described.ts';
import { assertProblem } from './task-fields.ts';

/** The files that the build writes into dist/api. */
const described = describedFiles();
const textOf = (name: string) => described.get(name) ?? assert.fail(name);
const schemaOf = (name: string): Schema => JSON.parse(textOf(`schemas/${name}.json`));

const description = JSON.parse(textOf('openapi.json'));
const operations = new Map(readDescription().map((each) => [each.operationId, each]));

test('all endpoints live under the path prefix /api, with no version segment', () => {
  for (const { path } of Object.values(endpoints))
    assert.match(path, /^\/api\/(auth|tasks)(\/|$)(?!v\d)/);
});

test('the interface description: OpenAPI 3.1, version 0.2.0, Apache-2.0, the single server "/", OpenID Connect', () => {
  const { info, servers, openapi } = description;
  assert.match(openapi, /^3\.1\./);
  assert.equal(info.version, '0.2.0');
  assert.equal(info.license.identifier, 'Apache-2.0');
  assert.deepEqual(servers, [{ url: '/' }]);
  assert.equal(operations.size, Object.keys(endpoints).length);
  assert.doesNotMatch(textOf('openapi.json'), /"\$id"/);

  const { type, openIdConnectUrl } = description.components.securitySchemes.openIdConnect;
  assert.deepEqual([type, openIdConnectUrl], ['openIdConnect', '{openIdConnectUrl}']);
  assert.equal(
    textOf('openapi.json').split(openIdConnectUrl).length,
    2,
    'the service replaces it once',
  );
});

test('the description says which endpoints need a session, and with which codes each can answer', () => {
  const tags: string[] = description.tags.map(({ name }: { name: string }) => name);
  for (const [name, row] of Object.entries(endpoints)) {
    const operation = operations.get(name) ?? assert.fail(name);
    assert.deepEqual([operation.method, operation.path], [row.method, row.path], name);
    for (const tag of operation.tags) assert.ok(tags.includes(tag), tag);
    assert.deepEqual(
      operation.security,
      row.access === 'session' ? [{ sessionCookie: [] }, { openIdConnect: [] }] : [],
      name,
    );
    assert.equal(operation.requestBody !== undefined, 'body' in row, name);
    for (const parameter of operation.parameters ?? [])
      assert.equal(parameter.required, parameter.in === 'path', name);
    if (name === 'callback')
      assert.ok(operation.responses['303'], 'where a failed sign-in leads a person');
    for (const code of errorsOf(row)) {
      const { status, title } = problemKinds[code];
      assert.ok(operation.responses[status]?.description.includes(title), `${name} ${code}`);
    }
    // Both rules are also in the linters of bench/interface.
    const statuses = Object.keys(operation.responses).join();
    for (const sort of ['2', '4']) assert.match(statuses, new RegExp(`\\b${sort}`), name);
  }
});

test('a generator gets names and texts: each schema and field is described, enums have a type, and problems are shared', () => {
  const { schemas, responses, securitySchemes } = description.components;
  for (const [name, schema] of Object.entries<Schema>(schemas)) {
    assert.ok(schema['description'], name);
    assert.doesNotMatch(JSON.stringify(schema), /"not":/, `${name}: a generator makes any of it`);
    if ('enum' in schema) assert.equal(schema['type'], 'string', name);
    for (const [field, part] of Object.entries<Schema>(Object(schema['properties']))) {
      assert.ok('$ref' in part || 'description' in part, `${name}.${field}`);
      assert.ok(!('enum' in part) || part['type'] === 'string', `${name}.${field}`);
    }
  }
  for (const name of ['TaskImportance', 'TaskState']) assert.ok('enum' in schemas[name], name);
  const { type, in: place, name } = securitySchemes.sessionCookie;
  assert.deepEqual([type, place, name], ['apiKey', 'cookie', 'q_session']);
  for (const [response, { headers = {} }] of Object.entries<{ headers?: object }>(responses))
    if (/^(Unauthorized|SignInNeeded)/.test(response))
      assert.ok('WWW-Authenticate' in headers, response);
  const { get } = description.paths['/api/tasks'];
  assert.ok('ETag' in get.responses['304'].headers);
  const references = JSON.stringify(description.paths).match(/#\/components\/responses\/\w+/g);
  assert.ok(new Set(references).size === Object.keys(responses).length);
});

test('the published schemas are those of the description, which requests and responses are checked with', () => {
  const { schemas } = description.components;
  for (const name of Object.keys(publishedSchemas)) {
    const { $schema, $id, ...rest } = schemaOf(name);
    assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema', name);
    assert.equal($id, `/api/schemas/${name}.json`);
    assert.deepEqual(rest, withoutReferences(schemas[name], description), name);
    assert.doesNotMatch(JSON.stringify(rest), /\$ref|\$id/, name);
    assert.ok(!isValid(rest, name === 'TaskListResponse' ? [{}] : {}), name);
  }
});

test('/api/docs is a page served wholly from here, which names every endpoint and schema', () => {
  const page = textOf('docs.html');
  for (const { method, path, access } of Object.values(endpoints)) {
    const name = `<b>${method}</b> ${path}<`;
    const section = page.split('<section ').find((each, at) => at > 0 && each.includes(name));
    assert.ok(section, path);
    assert.ok(section.includes(`<dd>${access === 'session' ? 'signed in' : 'anyone'}</dd>`), path);
    assert.ok(section.includes('curl -sS '), path);
  }
  for (const name of Object.keys(publishedSchemas)) assert.ok(page.includes(`id="${name}"`), name);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.ok(targets.length > 50);
  for (const id of targets) assert.ok(page.includes(` id="${id}"`), `#${id} leads nowhere`);
  assert.ok(page.length + textOf('docs.js').length < 100_000);
  assert.doesNotMatch(
    page,
    /<script(?! type="module" src="\/api\/docs\.js"><\/script>)|<link(?! rel="icon" href="data:,">)|<img|style="|https?:\/\/(?!json-schema|(idp|people)\.example\.com)/,
  );
});

test('406 where no offered type is accepted, but not before 401; HEAD as GET', async (t) => {
  const { openBrowser, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const csv = { accept: 'text/csv' };
  assertProblem(await browser.get('/api/tasks', csv), 406, 'not_acceptable');
  assertProblem(await openBrowser().get('/api/tasks', csv), 401, 'not_authorized');

  const get = await browser.get('/api/tasks');
  const head = await browser.send('HEAD', '/api/tasks');
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  for (const name of ['content-type', 'content-length', 'etag'])
    assert.equal(head.headers[name], get.headers[name], name);
});
