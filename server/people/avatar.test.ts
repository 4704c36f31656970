import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { makeAvatars } from './avatar.ts';

const email = 'ada@example.com';
const hash = createHash('sha256').update(email).digest('hex');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const shortMs = 500;
const longMs = 60_000;

test('a picture is the address of an avatar that the service confirms, asked for with HEAD', async (t) => {
  const service = await startService(t, answer(200));
  assert.equal(await service.avatars.pictureFor(email), `${service.origin}/avatar/${hash}?d=404&h=${hash}`);
  assert.deepEqual(service.seen, [`HEAD /avatar/${hash}?d=404&h=${hash}`]);
});

test('the hash is of the trimmed and lower-cased email', async (t) => {
  const service = await startService(t, answer(200));
  const picture = await service.avatars.pictureFor(' Ada@EXAMPLE.com ');
  assert.equal(picture, `${service.origin}/avatar/${hash}?d=404&h=${hash}`);
});

test('without an avatar there is no picture', async (t) => {
  const service = await startService(t, answer(404));
  assert.equal(await service.avatars.pictureFor(email), null);
});

for (const [what, status] of [
  ['an avatar that is there', 200],
  ['an avatar that is not there', 404],
  ['an avatar that is gone', 410],
] as const) {
  test(`the lookup result is cached by email address for an hour: ${what}`, async (t) => {
    const service = await startService(t, answer(status));
    const picture = await service.avatars.pictureFor(email);
    service.clock.nowMs += hourMs - 1;
    assert.equal(await service.avatars.pictureFor(email), picture);
    assert.equal(service.seen.length, 1);
    service.clock.nowMs += 1;
    assert.equal(await service.avatars.pictureFor(email), picture);
    assert.equal(service.seen.length, 2);
  });
}

test('every email address has its own lookup', async (t) => {
  const service = await startService(t, (request, response) => {
    response.writeHead(request.url?.includes(hash) ? 200 : 404).end();
  });
  assert.notEqual(await service.avatars.pictureFor(email), null);
  assert.equal(await service.avatars.pictureFor('grace@example.com'), null);
  assert.notEqual(await service.avatars.pictureFor(email), null);
  assert.equal(service.seen.length, 2);
});

for (const [what, handler, timeoutMs] of [
  ['an error of the service', answer(500)],
  ['a refusal because of too many requests', answer(429)],
  ['an answer that says nothing', answer(204)],
  ['a connection cut', (request) => request.socket.destroy()],
  ['an answer that never comes', () => {}, shortMs],
] satisfies ReadonlyArray<[string, Handler, number?]>) {
  test(`a failing lookup yields no picture and is tried again after a minute: ${what}`, async (t) => {
    const service = await startService(t, handler, { timeoutMs });
    assert.equal(await service.avatars.pictureFor(email), null);
    service.clock.nowMs += minuteMs - 1;
    assert.equal(await service.avatars.pictureFor(email), null);
    assert.equal(service.seen.length, 1);
    service.behave(answer(200));
    service.clock.nowMs += 1;
    assert.notEqual(await service.avatars.pictureFor(email), null);
  });
}

test('a service that is not there yields no picture', async (t) => {
  const service = await startService(t, answer(200));
  await service.stop();
  assert.equal(await service.avatars.pictureFor(email), null);
});

test('an address template that is no address yields no picture', async () => {
  const avatars = makeAvatars({
    enabled: true,
    urlTemplate: '{hash}',
    timeoutMs: longMs,
    fetch,
    nowMs: () => 0,
  });
  assert.equal(await avatars.pictureFor(email), null);
});

test('a slow lookup is given up at the deadline', async (t) => {
  const service = await startService(t, () => {}, { timeoutMs: shortMs });
  const givenUp = new Promise((resolve) => {
    service.server.once('connection', (socket: Socket) => socket.once('close', resolve));
  });
  assert.equal(await service.avatars.pictureFor(email), null);
  await givenUp;
});

test('requests that arrive together share one lookup', async (t) => {
  const service = await startService(t, answer(200));
  const pictures = await Promise.all(Array.from({ length: 20 }, () => service.avatars.pictureFor(email)));
  assert.equal(new Set(pictures).size, 1);
  assert.notEqual(pictures[0], null);
  assert.equal(service.seen.length, 1);
});

test('with the lookup switched off no request is made', async (t) => {
  const service = await startService(t, answer(200), { enabled: false });
  assert.equal(await service.avatars.pictureFor(email), null);
  assert.equal(service.seen.length, 0);
});

test('the cache is bounded: the oldest lookup of 5000 makes room', async () => {
  let lookups = 0;
  const countingFetch: typeof fetch = async () => {
    lookups += 1;
    return new Response(null, { status: 404 });
  };
  const avatars = makeAvatars({
    enabled: true,
    urlTemplate: 'https://avatars.example/{hash}',
    timeoutMs: 1000,
    fetch: countingFetch,
    nowMs: () => 0,
  });
  for (let i = 0; i < 5000; i += 1) await avatars.pictureFor(`${i}@example.com`);
  await avatars.pictureFor('0@example.com');
  assert.equal(lookups, 5000);
  await avatars.pictureFor('5000@example.com');
  await avatars.pictureFor('1@example.com');
  assert.equal(lookups, 5001);
  await avatars.pictureFor('0@example.com');
  assert.equal(lookups, 5002);
});

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

function answer(status: number): Handler {
  return (_request, response) => response.writeHead(status).end();
}

async function startService(t: TestContext, handler: Handler, { enabled = true, timeoutMs = longMs } = {}) {
  let current = handler;
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    current(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.after(stop);
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const clock = { nowMs: 0 };
  const urlTemplate = `${origin}/avatar/{hash}?d=404&h={hash}`;
  const avatars = makeAvatars({ enabled, urlTemplate, timeoutMs, fetch, nowMs: () => clock.nowMs });
  return { avatars, clock, origin, seen, server, stop, behave: (next: Handler) => (current = next) };
}
