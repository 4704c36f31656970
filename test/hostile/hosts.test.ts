import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { assertProblem } from '../flows/task-fields.ts';
import { listen, requestText } from './wire.ts';

const onlyOurs = { config: { http: { allowedHosts: ['tasks.example.com'] } } };
const paths = [
  '/',
  '/api/auth/login',
  '/api/auth/callback?code=a&state=b',
  '/api/auth/logout',
  '/api/tasks',
];

test('only an allowed host is answered, whatever its case, and redirect_uri is built from it', async (t) => {
  const allowedHosts = [
    'tasks.example.com',
    'tasks.example.com:8443',
    '[2001:db8::1]:8443',
    '10.0.0.7',
  ];
  const { openBrowser } = await startTestApp(t, { config: { http: { allowedHosts } } });
  const taken = {
    ...Object.fromEntries([...allowedHosts, '[2001:db8::1]:8443'].map((host) => [host, host])),
    'TASKS.Example.COM': 'tasks.example.com',
    'tasks.example.com:80': 'tasks.example.com',
    '[2001:DB8::1]:8443': '[2001:db8::1]:8443',
  };
  for (const [host, origin] of Object.entries(taken)) {
    const answer = await openBrowser().get('/api/auth/login', { ...navigation, host });
    assert.equal(answer.statusCode, 302, `${host}: ${answer.body}`);
    assert.equal(redirectUri(answer), `http://${origin}/api/auth/callback`);
  }
  // server/http/origin.test.ts has the values that are no host at all.
  const others =
    'evil.example evil-tasks.example.com a.tasks.example.com tasks.example.com.evil.example localhost';
  const ports =
    'tasks.example.com:443 tasks.example.com:8080 [2001:db8::1] 010.0.0.7 167772167 tasks.example.com.';
  for (const host of `${others} ${ports}`.split(' ')) {
    for (const path of paths) {
      const answer = await openBrowser().get(path, { host });
      assertProblem(answer, 400, 'host_not_allowed');
      assert.equal(answer.headers.location, undefined, host);
      assert.equal(answer.headers['set-cookie'], undefined, host);
      assert.doesNotMatch(answer.body, /evil/);
    }
  }
});

test('probes are answered for any host, and nothing else is', async (t) => {
  const { app } = await startTestApp(t, onlyOurs);
  const headers = { host: '10.1.2.3:8080' };
  for (const url of ['/health/live', '/health/ready', '/metrics'])
    assert.equal((await app.inject({ url, headers })).statusCode, 200, url);
  for (const url of [
    '/health/',
    '/health/live/',
    '/health/live/../../api/tasks',
    '/metrics/x',
    '/x',
  ])
    assert.equal((await app.inject({ url, headers })).statusCode, 400, url);
});

test('X-Forwarded-* and Forwarded of anyone but a trusted proxy change nothing', async (t) => {
  const forged = {
    forwarded: 'for=1.2.3.4;host=evil.example;proto=https',
    'x-forwarded-for': '10.9.9.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-port': '666',
    'x-forwarded-prefix': '//evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-scheme': 'https',
    'x-forwarded-server': 'evil.example',
    'x-host': 'evil.example',
    'x-original-host': 'evil.example',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
    'x-real-ip': '10.9.9.9',
    'front-end-https': 'on',
  };
  for (const trustedProxies of [[], ['10.9.9.9'], ['10.0.0.0/8', '2001:db8::/32']]) {
    const { openBrowser } = await startTestApp(t, { config: { http: { trustedProxies } } });
    const browser = openBrowser();
    const answer = await browser.get('/api/auth/login', { ...navigation, ...forged });
    assert.equal(answer.statusCode, 302);
    assert.equal(redirectUri(answer), 'http://tasks.example.com/api/auth/callback');
    assert.doesNotMatch(JSON.stringify(answer.headers), /evil|Secure|strict-transport/);
  }
});

test('a trusted proxy is believed about host and scheme, and the host that it names is checked', async (t) => {
  const http = { trustedProxies: ['127.0.0.1'], allowedHosts: ['tasks.example.com'] };
  const { openBrowser } = await startTestApp(t, { config: { http } });
  const outside = {
    host: 'inner:8080',
    'x-forwarded-host': 'tasks.example.com',
    'x-forwarded-proto': 'https',
  };
  const answer = await openBrowser().get('/api/auth/login', { ...navigation, ...outside });
  assert.equal(redirectUri(answer), 'https://tasks.example.com/api/auth/callback');
  assert.match(String(answer.headers['set-cookie']), /; Secure$/);
  assert.match(String(answer.headers['strict-transport-security']), /max-age=\d/);
  const hosts = [
    'evil.example',
    'tasks.example.com, evil.example',
    'tasks.example.com@evil.example',
  ];
  const schemes = [
    'javascript',
    'ftp',
    'https:',
    'HTTP S',
    ' ',
    'https://evil.example/?',
    'https,',
  ];
  for (const forged of [
    ...hosts.map((host) => ({ 'x-forwarded-host': host })),
    ...schemes.map((scheme) => ({ 'x-forwarded-proto': scheme })),
  ]) {
    const refused = await openBrowser().get('/api/auth/login', { ...outside, ...forged });
    assertProblem(refused, 400, 'host_not_allowed');
    assert.equal(refused.headers.location, undefined);
  }
});

test('the scheme of a trusted proxy counts in any case, and in a list as far from the right as the person in X-Forwarded-For', async (t) => {
  const http = { trustedProxies: ['127.0.0.1', '10.0.0.0/8'], allowedHosts: ['tasks.example.com'] };
  const { openBrowser } = await startTestApp(t, { config: { http } });
  const login = (scheme: string, from?: string) =>
    openBrowser().get('/api/auth/login', {
      'x-forwarded-proto': scheme,
      ...(from !== undefined && { 'x-forwarded-for': from }),
    });
  const one = '203.0.113.9';
  const two = '203.0.113.9, 10.0.0.2';
  for (const [expected, scheme, from] of [
    ['https', 'HTTPS', undefined],
    ['https', 'Https', one],
    ['https', 'http, https', undefined],
    ['https', 'http, https', one],
    ['https', 'https, http', two],
    ['https', 'http,HTTPS,http', two],
    ['http', 'https, http, https', two],
    ['https', 'https', two],
    // The first address is what the person has written.
    ['https', 'http, https, http', `10.0.0.9, ${two}`],
  ] as const) {
    const answer = await login(scheme, from);
    const what = `${scheme} from ${from}`;
    assert.equal(redirectUri(answer), `${expected}://tasks.example.com/api/auth/callback`, what);
    const isSecure = expected === 'https';
    assert.equal(/; Secure/.test(String(answer.headers['set-cookie'])), isSecure, what);
    assert.equal('strict-transport-security' in answer.headers, isSecure, what);
  }
  for (const [scheme, from] of [
    ['ftp, https', two],
    ['https, ftp', one],
    [', https', two],
    ['https https', two],
  ] as const)
    assertProblem(await login(scheme, from), 400, 'host_not_allowed');
});

test('Host lines that are missing, doubled or smuggled are refused before anything happens', async (t) => {
  const { app } = await startTestApp(t, onlyOurs);
  const { send } = await listen(app);
  const own = 'host: tasks.example.com';
  for (const [what, request] of Object.entries({
    'none in HTTP/1.1': requestText('GET /api/auth/login', []),
    'none in HTTP/1.1, of a probe': requestText('GET /health/live', []),
    'none in HTTP/1.0': 'GET /api/auth/login HTTP/1.0\r\n\r\n',
    'two, ours first': requestText('GET /api/auth/login', [own, 'Host: evil.example']),
    'two, ours last': requestText('GET /api/auth/login', ['HOST: evil.example', own]),
    'two alike': requestText('GET /api/auth/login', [own, own]),
    'folded line': requestText('GET /api/auth/login', [own, ' evil.example']),
    'space before the colon': requestText('GET /api/auth/login', ['host : tasks.example.com']),
    'a NUL in it': requestText('GET /api/auth/login', ['host: tasks.example.com\0evil.example']),
    'a bare line feed in it': requestText('GET /api/auth/login', [own, 'x: a\rhost: evil.example']),
    'length and chunks': requestText('POST /api/tasks', [own, 'content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\nGET /api/auth/login HTTP/1.1\r\nhost: evil.example\r\n\r\n'), // prettier-ignore
    'two lengths': requestText(
      'POST /api/tasks',
      [own, 'content-length: 5', 'content-length: 6'],
      'abcdef',
    ),
    'HTTP/2 in clear': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an authority as target': requestText('GET tasks.example.com:80', [own]),
    'a star as target': requestText('GET *', [own]),
  })) {
    const { status, headers, body } = await send(request);
    assert.ok(status === 400 || status === 404, `${what}: ${status} ${body}`);
    assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, what);
    assert.equal(headers.location, undefined, what);
    assert.equal(headers['set-cookie'], undefined, what);
  }
});

test('an absolute address as target counts as its path, and its host only when it is ours', async (t) => {
  const { app } = await startTestApp(t, onlyOurs);
  const { send } = await listen(app);
  const ask = (target: string) => send(requestText(`GET ${target}`, ['host: tasks.example.com']));
  const own = await ask('http://tasks.example.com/api/auth/login');
  assert.equal(own.status, 302);
  assert.match(own.headers.location ?? '', /redirect_uri=http%3A%2F%2Ftasks\.example\.com%2F/);
  const providers = await ask('http://TASKS.example.com/api/auth/providers');
  assert.equal(providers.status, 200);
  assert.equal(providers.headers['cache-control'], 'no-store');
  const foreign = [
    'http://evil.example/',
    'http://evil.example/api/auth/login',
    'javascript:alert(1)',
  ];
  const disguised = 'http://tasks.example.com@evil.example/api/auth/login';
  const schemes = ['https://evil.example/api/auth/login', 'ftp://tasks.example.com/api/auth/login'];
  for (const target of [...foreign, disguised, ...schemes]) {
    const { status, headers } = await ask(target);
    assert.ok(status >= 400 && status < 500, `${target}: ${status}`);
    assert.equal(headers.location, undefined, target);
    assert.equal(headers['set-cookie'], undefined, target);
  }
});

const redirectUri = ({ headers }: LightMyRequestResponse) =>
  new URL(String(headers.location)).searchParams.get('redirect_uri');
