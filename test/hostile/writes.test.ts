import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { assertProblem, fields } from '../flows/task-fields.ts';
import { listen, requestText } from './wire.ts';

const own = 'https://tasks.example.com';

/** Origin headers, and whether their host is ours: where the schemes differ, a proxy may speak TLS. */
const origins: ReadonlyArray<readonly [origin: string | undefined, isOurs: boolean]> = [
  [undefined, true],
  [own, true],
  [`${own}:443`, true],
  ['http://tasks.example.com', true],
  ['http://tasks.example.com:443', false],
  [`${own}:8443`, false],
  ['https://example.com', false],
  ['https://a.tasks.example.com', false],
  ['https://tasks.example.com.evil.example', false],
  ['https://tasks.example.com.', false],
  ['https://tasks.example.com@evil.example', false],
  ['https://evil.example/https://tasks.example.com', false],
  [`${own}, https://evil.example`, false],
  [`${own} https://evil.example`, false],
  ['https://evil.example', false],
  ['chrome-extension://abcdefghijklmnop', false],
  ['file://', false],
  ['null', false],
  ['', false],
];

/** Sec-Fetch-Site headers, and whether they speak of us. */
const sites: ReadonlyArray<readonly [site: string | undefined, isOurs: boolean]> = [
  [undefined, true],
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
  ['same-origin, cross-site', false],
  ['SAME-ORIGIN', false],
  ['other', false],
  ['', false],
];

const writes = [
  ['POST', '/api/tasks'],
  ['PUT', '/api/tasks/1'],
  ['DELETE', '/api/tasks/1'],
] as const;

test('a POST, PUT or DELETE that another site may have sent is refused, for each Origin and Sec-Fetch-Site', async (t) => {
  const { app, headers, list } = await signedIn(t);
  for (const [method, url] of writes) {
    for (const [origin, isOurOrigin] of origins) {
      for (const [site, isOurSite] of sites) {
        const said = {
          ...headers,
          ...(origin === undefined ? {} : { origin }),
          ...(site === undefined ? {} : { 'sec-fetch-site': site }),
        };
        const isOurs = site === undefined ? isOurOrigin : isOurSite;
        // What is let through stumbles over its broken body.
        const answer = await app.inject({ method, url, headers: said, payload: '{' });
        const [status, code] = isOurs ? ([400, 'body_not_json'] as const) : ([403, 'cross_site'] as const);
        assert.equal(answer.statusCode, status, `${method} ${origin} ${site}`);
        assertProblem(answer, status, code);
        assert.ok(!Object.keys(answer.headers).some((name) => name.startsWith('access-control-')));
      }
    }
  }
  assert.equal((await list()).length, 1);
});

test('a cross-site write is refused before a session is even looked at, and renews none', async (t) => {
  const { app, headers, service } = await signedIn(t);
  service.clock.advance(60 * 60 * 1000);
  const redeemed = service.provider.count('token');
  for (const [method, url] of writes) {
    const foreign = { ...headers, origin: 'https://evil.example' };
    assertProblem(await app.inject({ method, url, headers: foreign }), 403, 'cross_site');
  }
  assert.equal(service.provider.count('token'), redeemed);
});

test('a preflight finds no permission, whatever it asks for', async (t) => {
  const { app, headers } = await signedIn(t);
  for (const [method, url] of writes) {
    const asked = {
      ...headers,
      origin: 'https://evil.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
      'access-control-request-private-network': 'true',
    };
    const answer = await app.inject({ method: 'OPTIONS', url, headers: asked });
    assertProblem(answer, 405, 'method_not_allowed');
    assert.ok(!Object.keys(answer.headers).some((name) => name.startsWith('access-control-')));
  }
});

test('a body of any type that a foreign form could send is refused with 415', async (t) => {
  const { app, headers, list } = await signedIn(t);
  const payload = JSON.stringify(fields);
  for (const [method, url] of writes.slice(0, 2)) {
    for (const type of [
      'text/plain',
      'text/plain;application/json',
      'text/plain; charset=application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=application/json',
      'text/html',
      'text/json',
      'application/jsonp',
      'application/json-patch+json',
      'application/problem+json',
      'application/xml',
      'application/octet-stream',
      'application/json;charset=utf-16',
      'application/json; charset="UTF-16LE"',
      'application/json; charset=utf-7',
      'application/json; charset=latin1',
      'application/json, text/plain',
      'application/*',
      '*/*',
      'json',
      '/',
      ';',
      ' ',
    ]) {
      const answer = await app.inject({
        method,
        url,
        headers: { ...headers, 'content-type': type },
        payload,
      });
      assert.equal(answer.statusCode, 415, `${method} ${type}: ${answer.body}`);
      assertProblem(answer, 415, 'body_not_json_type');
    }
    const { 'content-type': _, ...untyped } = headers;
    const answer = await app.inject({ method, url, headers: untyped, payload });
    assertProblem(answer, 415, 'body_not_json_type');
  }
  assert.deepEqual(await list(), [{ id: 1, ...fields }]);
});

test('no header and no parameter turns one method into another', async (t) => {
  const { app, headers, list } = await signedIn(t);
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];
  const tricks: ReadonlyArray<readonly [method: Method, url: string, override: string]> = [
    ['GET', '/api/tasks', 'POST'],
    ['GET', '/api/tasks/1', 'DELETE'],
    ['HEAD', '/api/tasks/1', 'PUT'],
    ['POST', '/api/tasks/1', 'DELETE'],
    ['GET', '/api/tasks?_method=POST', 'POST'],
    ['POST', '/api/tasks/1?_method=DELETE', 'DELETE'],
    ['OPTIONS', '/api/tasks/1', 'DELETE'],
    ['PATCH', '/api/tasks/1', 'PUT'],
  ];
  for (const [method, url, override] of tricks) {
    const said = { ...headers, ...Object.fromEntries(overrides.map((name) => [name, override])) };
    const answer = await app.inject({ method, url, headers: said });
    const isList = method === 'GET' && url.startsWith('/api/tasks') && !url.includes('/1');
    assert.equal(answer.statusCode, isList ? 200 : 405, `${method} ${url}`);
  }
  assert.deepEqual(await list(), [{ id: 1, ...fields }]);
});

test('methods that nobody serves are refused on the wire, and TRACE echoes nothing', async (t) => {
  const { app, headers, list } = await signedIn(t);
  const { send } = await listen(app);
  const lines = ['host: tasks.example.com', `cookie: ${headers.cookie}`];
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'QUERY', 'PATCH', 'LOCK', 'REPORT', 'LINK', 'SEARCH']) {
    for (const path of ['/api/tasks', '/api/tasks/1', '/api/auth/me', '/api/auth/logout']) {
      const answer = await send(requestText(`${method} ${path}`, lines));
      assert.ok([404, 405].includes(answer.status), `${method} ${path}: ${answer.status}`);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.ok(!answer.body.includes(headers.cookie.slice(20, 60)));
    }
  }
  for (const line of [
    'get /api/tasks',
    'Get /api/tasks',
    'DELETE\t/api/tasks/1',
    'NONSENSE /api/tasks',
    ' GET /',
  ])
    assert.equal((await send(requestText(line, lines))).status, 400, line);
  const tunnel = await send('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n');
  assert.equal(tunnel.status, 0, 'no tunnel, the connection is closed');
  assert.equal((await list()).length, 1);
});

test('ids in every notation: the task of that number, 404 for a number without one, else 400', async (t) => {
  const { app, headers, list } = await signedIn(t);
  const ids = {
    '1': 200,
    '%31': 200,
    '0': 404,
    '-0': 404,
    '-1': 404,
    '9007199254740991': 404,
    '9007199254740992': 404,
    '9007199254740993': 404,
    '9223372036854775807': 404,
    '-9223372036854775808': 404,
    '9223372036854775808': 400,
    '18446744073709551617': 400,
    '1e3': 400,
    '1e0': 400,
    '1.0': 400,
    '0x1': 400,
    '1n': 400,
    '1_0': 400,
    '+1': 400,
    '--1': 400,
    '%2D%2D1': 400,
    '%201': 400,
    '1%20': 400,
    '1%0A': 400,
    '1%00': 400,
    '1%2F1': 400,
    '1;2': 400,
    '1,1': 400,
    '%EF%BC%91': 400,
    '%D9%A1': 400,
    NaN: 400,
    Infinity: 400,
    null: 400,
    '%5B1%5D': 400,
    "1'--": 400,
    '1%20OR%201=1': 400,
    '%': 400,
    '%zz': 400,
    '%ff': 400,
    ['1'.repeat(4_000)]: 400,
  };
  for (const [id, status] of Object.entries(ids)) {
    const put = await app.inject({
      method: 'PUT',
      url: `/api/tasks/${id}`,
      headers,
      payload: JSON.stringify(fields),
    });
    assert.equal(put.statusCode, status, `PUT ${id.slice(0, 30)}: ${put.body}`);
    if (status === 200) continue;
    const deleted = await app.inject({
      method: 'DELETE',
      url: `/api/tasks/${id}`,
      headers: { host: headers.host, cookie: headers.cookie },
    });
    assert.equal(deleted.statusCode, status, `DELETE ${id.slice(0, 30)}: ${deleted.body}`);
  }
  assert.deepEqual(await list(), [{ id: 1, ...fields }]);
});

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS' | 'PATCH';

/** Someone who is signed in over https and has one task. */
async function signedIn(t: TestContext) {
  const service = await startTestApp(t, { config: { http: { publicScheme: 'https' } } });
  const browser = await service.signedIn();
  assert.equal((await browser.post('/api/tasks', fields)).statusCode, 201);
  const headers = {
    host: 'tasks.example.com',
    cookie: browser.cookieHeader('/api/tasks'),
    'content-type': 'application/json',
  };
  return { service, app: service.app, headers, list: () => service.store.listOwnedBy('ada@example.com') };
}
