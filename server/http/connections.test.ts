import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import Fastify from 'fastify';

import { startTestApp } from '../../test/app.ts';
import { listen } from '../../test/hostile/wire.ts';
import { longestUnreadMs, watchConnections } from './connections.ts';

test('a connection that takes no byte of a response for 30 s is destroyed, and no other that waits', async (t) => {
  const app = Fastify();
  watchConnections(app, { hasProxy: false, beginStop: () => undefined });
  app.get('/', async (_request, reply) => reply.send(Buffer.alloc(32 * 1024 * 1024, 'x')));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(() => app.close());
  // Node checks once in this time, so it may notice only at the second check that a client reads nothing.
  assert.ok(app.server.timeout * 2 <= 30_000);
  assert.ok(app.server.timeout < app.server.keepAliveTimeout);

  async function open(request: string): Promise<Socket> {
    const arrived = once(app.server, 'connection');
    const client = connect(Number(port), '127.0.0.1').pause();
    client.on('error', () => undefined);
    t.after(() => client.destroy());
    client.write(request);
    const [socket]: Socket[] = await arrived;
    return socket ?? assert.fail();
  }
  // Node emits `timeout` when neither side has sent a byte for that time.
  const isDestroyed = (socket: Socket) => {
    app.server.emit('timeout', socket);
    return socket.destroyed;
  };
  const arriving = await open('GET / HTTP/1.1\r\nhost:');
  while (arriving.bytesRead === 0) await nextTurn();
  assert.equal(isDestroyed(arriving), false, 'it gets 408 later');
  arriving.destroy();

  const unread = await open('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  while (unread.writableLength === 0) await nextTurn();
  assert.equal(unread.timeout, longestUnreadMs);
  assert.equal(isDestroyed(unread), true);

  const idle = await open('GET /none HTTP/1.1\r\nhost: a\r\n\r\n');
  while (idle.bytesWritten === 0 || idle.timeout === longestUnreadMs) await nextTurn();
  assert.equal(idle.timeout, app.server.keepAliveTimeout + app.server.keepAliveTimeoutBuffer);
  assert.equal(isDestroyed(idle), true, 'after the time of its own');
});

const upload = ['POST /api/tasks HTTP/1.1', 'host: localhost', 'content-type: application/json'];

test('an upload that was refused before its body came does not hold the stop', async (t) => {
  const { app } = await startTestApp(t);
  const { open } = await listen(app);
  const { socket, answer } = await open();
  socket.write([...upload, 'content-length: 9000', '', '{"half":'].join('\r\n'));
  await once(socket, 'readable');
  await app.close();
  assert.equal((await answer()).status, 401);
});

test('a connection on which nothing has come does not hold the stop', async (t) => {
  const { app } = await startTestApp(t);
  const { open } = await listen(app);
  const arrived = once(app.server, 'connection');
  const { answer } = await open();
  await arrived;
  await app.close();
  assert.equal((await answer()).status, 0);
});

test('a connection serves the next request after an upload whose body came after its refusal', async (t) => {
  const { app } = await startTestApp(t);
  const { open } = await listen(app);
  const { socket, answer } = await open();
  socket.write([...upload, 'content-length: 4', '', '{"'].join('\r\n'));
  await once(socket, 'readable');
  socket.write('":GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const { status, body } = await answer();
  assert.equal(status, 401);
  assert.match(body, /HTTP\/1\.1 200 /);
});

test('behind a proxy a stop accepts no new connection, and answers requests on a pooled one before it closes it', async (t) => {
  const { app } = await startTestApp(t, { config: { http: { trustedProxies: ['loopback'] } } });
  const { open, send } = await listen(app);
  const { socket, answer } = await open();
  const probe = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n';
  socket.write(probe);
  await once(socket, 'readable');
  const stopped = app.close();
  while (app.server.listening) await nextTurn();
  assert.equal((await send(probe)).status, 0, 'a new connection');
  socket.write(probe);
  const { headers, body } = await answer();
  assert.equal(headers['connection'], 'keep-alive', 'before the stop');
  assert.match(body, /HTTP\/1\.1 200 [^]*connection: close/i, 'within the stop');
  await stopped;
});
