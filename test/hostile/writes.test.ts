import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertProblem, fields } from '../flows/task-fields.ts';
import { withOneTask } from './signed-in.ts';

const own = 'https://tasks.example.com';

/** Origin headers with our host, in both schemes, because a proxy may end TLS; and others. */
const ourOrigins = [
  undefined,
  own,
  `${own}:443`,
  'HTTPS://TASKS.example.com:443',
  'http://tasks.example.com',
];
const otherOrigins = [
  [
    'http://tasks.example.com:443',
    `${own}:8443`,
    `${own}.`,
    `${own}.evil.example`,
    `${own}@evil.example`,
  ],
  [
    'https://example.com',
    'https://a.tasks.example.com',
    'https://evil.example',
    'file://',
    'noise',
    'null',
    '',
  ],
  [`https://evil.example/${own}`, `${own}, https://evil.example`, `${own} https://evil.example`],
  ['chrome-extension://abcdefghijklmnop'],
].flat();

/** Sec-Fetch-Site headers of our own pages, and others. */
const ourSites = [undefined, 'same-origin', 'none'];
const otherSites = [
  'same-site',
  'cross-site',
  'same-origin, cross-site',
  'SAME-ORIGIN',
  'other',
  '',
];

const writes = [
  ['POST', '/api/tasks'],
  ['PUT', '/api/tasks/1'],
  ['DELETE', '/api/tasks/1'],
] as const;

// Behind a TLS proxy that is not trusted, the service itself sees plain http.
for (const scheme of ['http', 'https'] as const)
  test(`a POST, PUT or DELETE that another site may have sent is refused over ${scheme}, for each Origin and Sec-Fetch-Site`, async (t) => {
    const { app, headers, list } = await withOneTask(t, scheme);
    for (const [method, url] of writes) {
      for (const origin of [...ourOrigins, ...otherOrigins]) {
        for (const site of [...ourSites, ...otherSites]) {
          const said = {
            ...headers,
            ...(origin === undefined ? {} : { origin }),
            ...(site === undefined ? {} : { 'sec-fetch-site': site }),
          };
          const isOurs = site === undefined ? ourOrigins.includes(origin) : ourSites.includes(site);
          // An accepted request then fails because of its invalid body.
          const answer = await app.inject({ method, url, headers: said, payload: '{' });
          const [status, code] = isOurs
            ? ([400, 'body_not_json'] as const)
            : ([403, 'cross_site'] as const);
          assert.equal(answer.statusCode, status, `${method} ${origin} ${site}`);
          assertProblem(answer, status, code);
          assert.ok(
            !Object.keys(answer.headers).some((name) => name.startsWith('access-control-')),
          );
        }
      }
    }
    assert.equal((await list()).length, 1);
  });

test('a cross-site write is refused before its session is opened, and renews none', async (t) => {
  const { app, headers, service } = await withOneTask(t);
  service.clock.advance(60 * 60 * 1000);
  const redeemed = service.provider.count('token');
  for (const [method, url] of writes) {
    const foreign = { ...headers, origin: 'https://evil.example' };
    assertProblem(await app.inject({ method, url, headers: foreign }), 403, 'cross_site');
  }
  assert.equal(service.provider.count('token'), redeemed);
});

test('a body of any type that a foreign form could send is refused with 415, JSON in UTF-8 is taken', async (t) => {
  const { app, headers, list, post } = await withOneTask(t);
  const payload = JSON.stringify(fields);
  const { 'content-type': _, ...untyped } = headers;
  const refused = [
    [
      'text/plain',
      'text/plain;application/json',
      'text/plain; charset=application/json',
      'text/html',
    ],
    [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=application/json',
      'text/json',
    ],
    [
      'application/jsonp',
      'application/json-patch+json',
      'application/problem+json',
      'application/xml',
    ],
    [
      'application/json;charset=utf-16',
      'application/json; charset="UTF-16LE"',
      'application/octet-stream',
    ],
    [
      'application/json; charset=utf-7',
      'application/json; charset=latin1',
      'application/json, text/plain',
    ],
    ['application/*', '*/*', 'json', '/', ';', ' '],
  ].flat();
  for (const [method, url] of writes.slice(0, 2))
    for (const typed of [{}, ...refused.map((type) => ({ 'content-type': type }))]) {
      const answer = await app.inject({ method, url, headers: { ...untyped, ...typed }, payload });
      assert.equal(answer.statusCode, 415, `${method} ${JSON.stringify(typed)}: ${answer.body}`);
      assertProblem(answer, 415, 'body_not_json_type');
    }
  assert.deepEqual(await list(), [{ id: 1, ...fields }]);
  for (const type of [
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"',
  ])
    assert.equal((await post(payload, { 'content-type': type })).statusCode, 201, type);
});
