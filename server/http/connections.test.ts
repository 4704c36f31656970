import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import Fastify from 'fastify';

import { checkMs, longestUnreadMs, watchConnections } from './connections.ts';

const body = Buffer.alloc(32 * 1024 * 1024, 'x');

/** A service whose response is more than any socket holds, and a client that takes as much of it as it is told to. */
async function startReading(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const app = Fastify();
  watchConnections(app, { hasProxy: false });
  app.get('/', async (_request, reply) => reply.send(body));
  const arrived = once(app.server, 'connection');
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(() => app.close());
  const client = connect(Number(port), '127.0.0.1');
  client.on('error', () => undefined);
  t.after(() => client.destroy());
  client.pause();
  const [socket]: Socket[] = await arrived;
  assert.ok(socket);
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  while (socket.writableLength === 0) await nextTurn();
  return { client, socket, pass: (checks: number) => t.mock.timers.tick(checks * checkMs) };
}

test('a connection that takes no byte of a response for 30 s is destroyed, also when it sends more requests', async (t) => {
  const { client, socket, pass } = await startReading(t);
  const checks = longestUnreadMs / checkMs;
  for (let check = 1; check <= checks; check += 1) {
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    pass(1);
    assert.equal(socket.destroyed, false, `after ${check} checks`);
  }
  pass(1);
  assert.equal(socket.destroyed, true);
});

test('a connection without a response under way stays open', async (t) => {
  const { client, socket, pass } = await startReading(t);
  client.resume();
  await once(socket, 'drain');
  while (socket.writableLength > 0) await nextTurn();
  pass(100);
  assert.equal(socket.destroyed, false);
});
