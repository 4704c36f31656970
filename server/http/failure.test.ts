import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { navigation } from '../../test/browser.ts';
import { assertProblem } from '../../test/flows/task-fields.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';
import type { StoreErrorCode } from '../store/store.ts';
import { StoreError } from '../store/store.ts';

test('an unforeseen error is 500 and logged with its cause, and nothing of it leaks', async (t) => {
  const { signedIn, takeErrors } = await startTestApp(t, {
    store: {
      list: () =>
        Promise.reject(new Error('SELECT secret_column', { cause: new Error('deep inside') })),
    },
  });
  const answer = await (await signedIn()).get('/api/tasks');
  assert.equal(answer.statusCode, 500);
  const { requestId, ...body } = answer.json<Record<string, unknown>>();
  const code = 'internal';
  const title = 'Something went wrong on our side';
  assert.deepEqual(body, { type: `urn:dueline:problem:${code}`, title, status: 500, code });
  const [line, ...others] = takeErrors();
  assert.equal(others.length, 0);
  assert.equal(line?.msg, 'SELECT secret_column');
  assert.match(JSON.stringify(line), /SELECT secret_column.*deep inside/);
  assert.equal(line?.['requestId'], requestId);
});

const again = '<a href="/api/auth/login">Try again</a>';

test('a failing store gets Retry-After if a retry can help, and the log has its sentence with the request', async (t) => {
  const rows = [
    ['unavailable', 503, 'store_unavailable', '2'],
    ['overloaded', 503, 'overloaded', '1'],
    ['lost', 503, 'store_unavailable', '2'],
    ['damaged', 500, 'internal', undefined],
    ['not_writable', 503, 'store_unavailable', '30'],
    ['newer_database', 503, 'store_unavailable', '30'],
    ['misconfigured', 503, 'store_unavailable', '30'],
    ['failed', 500, 'internal', undefined],
  ] as const;
  const failure: { code: StoreErrorCode } = { code: 'failed' };
  const { signedIn, logged, takeErrors } = await startTestApp(t, {
    store: { list: () => Promise.reject(new StoreError(failure.code, 'said the engine')) },
  });
  const browser = await signedIn();
  for (const [code, status, problem, retryAfter] of rows) {
    failure.code = code;
    const answer = await browser.get('/api/tasks');
    assertProblem(answer, status, problem);
    assert.equal(answer.headers['retry-after'], retryAfter, code);
    assert.doesNotMatch(answer.body, /said the engine/);
    const { requestId } = answer.json<{ requestId: string }>();
    const line = logged.find(
      (each) => each['requestId'] === requestId && each.msg === 'said the engine',
    );
    assert.equal(line?.level, problem === 'overloaded' ? 'warn' : 'error', code);
    assert.equal(takeErrors().length, problem === 'overloaded' ? 0 : 1);
    const page = (await browser.get('/api/tasks', navigation)).body;
    assert.ok(
      page.includes(status === 500 ? 'tell the operator of this' : 'Try again in a minute.'),
      page,
    );
    assert.ok(!page.includes(again), page);
    takeErrors();
  }
});

test('a store that cannot make the user record at the sign-in keeps nobody out', async (t) => {
  const { signedIn, takeErrors } = await startTestApp(t, {
    store: { rememberUser: () => Promise.reject(new StoreError('unavailable', 'away')) },
  });
  assert.equal((await (await signedIn()).get('/api/auth/me')).statusCode, 200);
  assert.match(takeErrors()[0]?.msg ?? '', /user record was not made/);
});

test('a person who followed a link gets a page of the same content that says what helps, under its own strict policy; a script, and 401, none', async (t) => {
  const { app, provider } = await startTestApp(t);
  provider.play(fail('discovery', failures.unreachable));
  const rows = [
    ['/nowhere', 404, 'not_found', 'The address may be mistyped, or the page no longer exists.'],
    ['/api/auth/login', 503, 'provider_unavailable', again],
    ['/%zz', 400, 'bad_request', 'cannot be used as it is'],
    [`/?${'x'.repeat(8192)}`, 414, 'uri_too_long', 'cannot be used as it is'],
  ] as const;
  for (const [method, url, headers] of [
    ['GET', '/nowhere', { accept: '*/*' }],
    ['GET', '/nowhere', { accept: 'text/html;q=0' }],
    ['GET', '/nowhere', {}],
    ['POST', '/nowhere', navigation],
    ['GET', '/api/tasks', navigation],
  ] as const) {
    const answer = await app.inject({ method, url, headers });
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, url);
  }
  for (const [url, status, code, helps] of rows) {
    const answer = await app.inject({ url, headers: navigation });
    assert.equal(answer.statusCode, status, url);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
    assert.match(answer.body, new RegExp(`<code>${code}</code>`));
    assert.ok(answer.body.includes(helps), url);
    assert.match(answer.body, /<a href="\/">/);
    // The empty icon prevents a request, which the policy would refuse.
    assert.match(answer.body, /<link rel="icon" href="data:,">/);
    assert.doesNotMatch(answer.body, /<script|style="|x{99}/);
    assert.match(
      String(answer.headers['content-security-policy']),
      /^default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  }
});

test('a person whose cookies are too large gets a page that says what to do', async (t) => {
  const { send } = await listen((await startTestApp(t)).app);
  const lines = ['host: a', 'accept: text/html,*/*;q=0.8', `cookie: junk=${'x'.repeat(33_000)}`];
  const { status, headers, body } = await send(requestText('GET /', lines));
  assert.equal(status, 431);
  assert.match(headers['content-type'] ?? '', /^text\/html/);
  assert.match(headers['content-security-policy'] ?? '', /style-src 'sha256-/);
  assert.match(body, /Removing the cookies of this site/);
});

test('a request that does not arrive within 30 s is 408, and the connection is closed', async (t) => {
  const { app } = await startTestApp(t);
  const { open } = await listen(app);
  assert.equal(app.server.requestTimeout, 30_000);
  const connected = once(app.server, 'connection');
  const { answer } = await open();
  const [socket] = await connected;
  // Node emits this error when the time is up.
  app.server.emit(
    'clientError',
    Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
  const { status, headers, body } = await answer();
  assert.equal(status, 408);
  assert.equal(headers['content-type'], 'application/problem+json');
  assert.equal(JSON.parse(body).code, 'request_timeout');
});
