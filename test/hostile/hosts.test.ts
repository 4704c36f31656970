import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { assertProblem } from '../flows/task-fields.ts';

const paths = ['/', '/api/auth/login', '/api/auth/callback?code=a&state=b', '/api/auth/logout', '/api/tasks'];

test('only an allowed host is answered, whatever its case, and redirect_uri is built from it', async (t) => {
  const allowedHosts = ['tasks.example.com', 'tasks.example.com:8443', '[2001:db8::1]:8443', '10.0.0.7'];
  const { openBrowser } = await startTestApp(t, { config: { http: { allowedHosts } } });
  const taken = {
    'tasks.example.com': 'tasks.example.com',
    'TASKS.Example.COM': 'tasks.example.com',
    'tasks.example.com:80': 'tasks.example.com',
    'tasks.example.com:8443': 'tasks.example.com:8443',
    '[2001:db8::1]:8443': '[2001:db8::1]:8443',
    '[2001:DB8::1]:8443': '[2001:db8::1]:8443',
    '10.0.0.7': '10.0.0.7',
  };
  for (const [host, origin] of Object.entries(taken)) {
    const answer = await openBrowser().get('/api/auth/login', { ...navigation, host });
    assert.equal(answer.statusCode, 302, `${host}: ${answer.body}`);
    const { searchParams } = new URL(String(answer.headers.location));
    assert.equal(searchParams.get('redirect_uri'), `http://${origin}/api/auth/callback`);
  }
  for (const host of [
    'evil.example',
    'tasks.example.com.',
    'tasks.example.com..',
    'a.tasks.example.com',
    'tasks.example.com.evil.example',
    'evil-tasks.example.com',
    'tasks.example.com:443',
    'tasks.example.com:8080',
    'tasks.example.com:08443',
    'tasks.example.com:',
    'tasks.example.com:80:80',
    'tasks.example.com@evil.example',
    'user@tasks.example.com',
    'user:word@tasks.example.com',
    'tasks.example.com/evil.example',
    'tasks.example.com\\evil.example',
    'tasks.example.com?evil.example',
    'tasks.example.com#evil.example',
    'tasks.example.com,evil.example',
    'evil.example,tasks.example.com',
    'tasks.example.com evil.example',
    'tasks%2eexample.com',
    'tasks。example。com',
    'http://tasks.example.com',
    '//tasks.example.com',
    '[2001:db8::1]',
    '2001:db8::1',
    '[2001:db8:0:0:0:0:0:1]:8443',
    '[::ffff:10.0.0.7]',
    '010.0.0.7',
    '0xa.0.0.7',
    '167772167',
    '10.7',
    'localhost',
    '',
    ' ',
    '*',
    'null',
  ]) {
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
  const { app } = await startTestApp(t, { config: { http: { allowedHosts: ['tasks.example.com'] } } });
  const headers = { host: '10.1.2.3:8080' };
  for (const url of ['/health', '/health/live', '/health/ready', '/metrics'])
    assert.equal((await app.inject({ url, headers })).statusCode, 200, url);
  for (const url of ['/health/', '/health/live/', '/health/live/../../api/tasks', '/metrics/x', '/x'])
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
    const { searchParams } = new URL(String(answer.headers.location));
    assert.equal(searchParams.get('redirect_uri'), 'http://tasks.example.com/api/auth/callback');
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
  const { searchParams } = new URL(String(answer.headers.location));
  assert.equal(searchParams.get('redirect_uri'), 'https://tasks.example.com/api/auth/callback');
  assert.match(String(answer.headers['set-cookie']), /; Secure$/);
  assert.match(String(answer.headers['strict-transport-security']), /max-age=\d/);
  for (const forged of [
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'tasks.example.com, evil.example' },
    { 'x-forwarded-host': 'tasks.example.com@evil.example' },
    { 'x-forwarded-proto': 'javascript' },
    { 'x-forwarded-proto': 'ftp' },
    { 'x-forwarded-proto': 'https:' },
    { 'x-forwarded-proto': 'HTTPS' },
    { 'x-forwarded-proto': ' ' },
    { 'x-forwarded-proto': 'https://evil.example/?' },
  ]) {
    const refused = await openBrowser().get('/api/auth/login', { ...outside, ...forged });
    assertProblem(refused, 400, 'host_not_allowed');
    assert.equal(refused.headers.location, undefined);
  }
});
