import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';

test('a Cookie header of 30 KB is accepted, headers beyond 32 KiB get 431', async (t) => {
  const send = await startListening(t);
  const fitting = await send(
    `GET /api/tasks HTTP/1.1\r\nhost: a\r\ncookie: junk=${'x'.repeat(30_000)}\r\nconnection: close\r\n\r\n`,
  );
  assert.match(fitting, /^HTTP\/1\.1 401 /);
  const beyond = await send(
    `GET /api/tasks HTTP/1.1\r\nhost: a\r\ncookie: junk=${'x'.repeat(33_000)}\r\nconnection: close\r\n\r\n`,
  );
  assert.match(beyond, /^HTTP\/1\.1 431 /);
  assert.match(beyond, /content-type: application\/problem\+json/);
  assert.match(beyond, /"code":"headers_too_large"/);
  assert.match(beyond, /x-content-type-options: nosniff/);
});

test('a person whose cookies are too large gets a page that says what to do', async (t) => {
  const send = await startListening(t);
  const answer = await send(
    `GET / HTTP/1.1\r\nhost: a\r\naccept: text/html,*/*;q=0.8\r\ncookie: junk=${'x'.repeat(33_000)}\r\nconnection: close\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 431 /);
  assert.match(answer, /content-type: text\/html/);
  assert.match(answer, /style-src 'sha256-/);
  assert.match(answer, /Removing the cookies of this site/);
});

test('bytes that are not HTTP get 400, and the connection is closed', async (t) => {
  const send = await startListening(t);
  for (const request of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n']) {
    const answer = await send(request);
    assert.match(answer, /^HTTP\/1\.1 400 /, request);
  }
});

test('a request that does not arrive within 30 s is 408, and the connection is closed', async (t) => {
  const { app } = await startTestApp(t);
  const { open } = await listen(app);
  assert.equal(app.server.requestTimeout, 30_000);
  const connected = once(app.server, 'connection');
  const { answer } = await open();
  const [socket] = await connected;
  // What Node does when that time is up.
  app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  const { status, headers, body } = await answer();
  assert.equal(status, 408);
  assert.equal(headers['content-type'], 'application/problem+json');
  assert.equal(JSON.parse(body).code, 'request_timeout');
});

test('chunks whose extensions are larger than their data are 413', async (t) => {
  const { app, signedIn } = await startTestApp(t);
  const cookie = `cookie: ${(await signedIn()).cookieHeader('/')}`;
  const { send } = await listen(app);
  const lines = ['host: tasks.example.com', 'content-type: application/json', 'transfer-encoding: chunked'];
  const body = `1;${'x'.repeat(20_000)}\r\n{\r\n`;
  const answer = await send(requestText('POST /api/tasks', [...lines, cookie], body));
  assert.equal(answer.status, 413);
  assert.equal(JSON.parse(answer.body).code, 'body_too_large');
});

/** Gives a function that sends these bytes and resolves with all that came back until the service closed. */
async function startListening(t: TestContext): Promise<(request: string) => Promise<string>> {
  const { app } = await startTestApp(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const isPort = (value: typeof address): value is AddressInfo => typeof value === 'object' && value !== null;
  assert.ok(isPort(address));
  return (request) => {
    const socket = connect(address.port, '127.0.0.1');
    socket.write(request);
    return text(socket);
  };
}
