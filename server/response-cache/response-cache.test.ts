import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { Overrides } from '../../test/app.ts';
import { startTestApp } from '../../test/app.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';

const fields = { description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' };

/** A service behind a socket, a signed-in browser, and the number of requests that have gone the full way. */
async function start(t: TestContext, overrides?: Overrides) {
  const started = await startTestApp(t, overrides);
  const { open, send } = await listen(started.app);
  const full = t.mock.method(started.app, 'routing');
  const browser = await started.signedIn();
  const headers = (more: Readonly<Record<string, string>> = {}) => ({
    host: 'tasks.example.com',
    accept: 'application/json',
    cookie: browser.cookieHeader('/'),
    ...more,
  });
  return {
    ...started,
    browser,
    headers,
    open,
    fullWay: () => full.mock.callCount(),
    get: (url: string, more?: Readonly<Record<string, string>>) =>
      send(
        requestText(
          `GET ${url}`,
          Object.entries(headers(more)).map(([name, value]) => `${name}: ${value}`),
        ),
      ),
  };
}

const without = (names: readonly string[], all: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

/** Node writes these by itself. */
const written = ['date', 'connection'];

test('a kept response is that of the full way: status, each header, body, log line and metric', async (t) => {
  const { app, browser, headers, get, fullWay, logged } = await start(t);
  for (let count = 0; count < 40; count += 1) await browser.post('/api/tasks', fields);
  const { headers: tagged } = await browser.get('/api/tasks');
  for (const [url, more] of [
    ['/api/tasks', {}],
    ['/api/tasks', { 'accept-encoding': 'br' }],
    ['/api/tasks', { 'if-none-match': String(tagged.etag) }],
    ['/api/auth/me', { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }],
  ] as const) {
    const full = await app.inject({ url, headers: headers(more) });
    await get(url, more);
    const before = fullWay();
    const kept = await get(url, more);
    assert.equal(fullWay(), before, 'the second of two equal requests does not go the full way');
    assert.equal(kept.status, full.statusCode);
    assert.deepEqual(without(written, kept.headers), without(written, full.headers));
    assert.equal(kept.body, full.rawPayload.toString('latin1'));
    const lines = logged.filter(({ msg }) => msg === 'answered').slice(-2);
    const [of, ofKept] = lines.map((line) => without(['requestId', 'ms', 'time'], line));
    assert.deepEqual(ofKept, of);
    assert.match(String(lines[1]?.['requestId']), /^[\w-]{36}$/);
    assert.notEqual(lines[0]?.['requestId'], lines[1]?.['requestId']);
  }
  const { body } = await app.inject({ url: '/metrics' });
  const series = 'http_request_duration_seconds_count{method="GET",route="/api/auth/me",status="200"}';
  assert.ok(body.includes(`${series} 3`), body);
});

test('requests that arrive together get the responses that they get one by one, in their order', async (t) => {
  const { browser, headers, open, fullWay } = await start(t);
  await browser.post('/api/tasks', fields);
  const requests = ['/api/tasks', '/api/auth/me', '/api/tasks', '/'].map((url, index, { length }) => {
    const connection = index === length - 1 ? 'close' : 'keep-alive';
    const lines = Object.entries(headers({ connection })).map(([name, value]) => `${name}: ${value}`);
    return [`GET ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  });
  const sendAll = async () => {
    const { socket, answer } = await open();
    socket.write(requests.join(''));
    const { status, body } = await answer();
    return [status, body.replaceAll(/^date: .*$|"requestId":".*"/gim, '')];
  };
  const first = await sendAll();
  const before = fullWay();
  assert.deepEqual(await sendAll(), first);
  assert.equal(fullWay(), before + 1, 'the last request is not kept');
});

test('a request that differs in anything but a tracing header goes the full way', async (t) => {
  const { get, fullWay, headers } = await start(t, {
    config: { http: { allowedHosts: ['tasks.example.com'] } },
  });
  await get('/api/tasks', { traceparent: 'first' });
  const { cookie } = headers();
  const changed = (at: number) =>
    `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`;
  for (const [more, status] of [
    [{ cookie: changed(300) }, 401],
    [{ cookie: changed(cookie.length - 5) }, 401],
    [{ cookie: `${cookie}; other=1` }, 200],
    [{ host: 'other.example.com' }, 400],
    [{ accept: 'text/html' }, 406],
    [{ 'expected-user': 'somebody-else' }, 403],
  ] as const) {
    const before = fullWay();
    assert.equal(
      (await get('/api/tasks', { traceparent: 'second', ...more })).status,
      status,
      JSON.stringify(more),
    );
    assert.equal(fullWay(), before + 1);
  }
  await get('/api/tasks', { traceparent: 'second' });
  const before = fullWay();
  assert.equal((await get('/api/tasks', { traceparent: 'third' })).status, 200);
  assert.equal(fullWay(), before);
});

test('a list that was written since is read again, whoever wrote it', async (t) => {
  const { browser, get, anotherProcess } = await start(t);
  const lengthNow = async () => JSON.parse((await get('/api/tasks')).body).length;
  await lengthNow();
  await browser.post('/api/tasks', fields);
  assert.equal(await lengthNow(), 1);
  assert.equal(await lengthNow(), 1);
  await browser.at(await anotherProcess()).post('/api/tasks', fields);
  assert.equal(await lengthNow(), 2);
});

test('a session that has ended or expired gets no kept response', async (t) => {
  const { browser, get, clock, anotherProcess, fullWay } = await start(t);
  await get('/api/auth/me');
  await get('/api/auth/me');
  clock.advance(60 * 60 * 1000);
  const renewed = await get('/api/auth/me');
  assert.match(renewed.headers['set-cookie'] ?? '', /^q_session/);
  browser.cookies.clear();
  await browser.signIn();
  await get('/api/auth/me');
  const before = fullWay();
  assert.equal((await get('/api/auth/me')).status, 200);
  assert.equal(fullWay(), before);
  const cookies = new Map(browser.cookies);
  await browser.at(await anotherProcess()).get('/api/auth/logout');
  for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
  clock.advance(3000);
  assert.equal((await get('/api/auth/me')).status, 401);
});

test('a store that fails is asked on the full way, which tells of it', async (t) => {
  let fails = false;
  const { get, store, takeErrors } = await start(t);
  await get('/api/tasks');
  const { list } = store;
  t.mock.method(store, 'list', async (owner: string) => {
    if (fails) throw new Error('broken');
    return list(owner);
  });
  fails = true;
  assert.equal((await get('/api/tasks')).status, 500);
  takeErrors();
});
