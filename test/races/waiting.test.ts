import assert from 'node:assert/strict';

import type { PortAnswer } from '../http.ts';
import { toPort } from '../http.ts';
import { testWith } from '../needs.ts';
import { postgresServer } from '../postgres/database.ts';
import type { ServiceProcess } from '../process.ts';
import { serveProvider } from '../provider/server.ts';
import { startReplicas } from './replicas.ts';

const test = testWith('postgres');
const server = postgresServer();
const changes = 5;
const body = JSON.stringify({
  description: 'Seen at the other process',
  dueDate: '2999-12-31',
  importance: 'LOW',
  state: 'TODO',
});

test('what one process writes or ends, a request that waits at another one learns in two seconds', async (t) => {
  const provider = await serveProvider(t);
  const { url, query } = await server.newDatabase();
  const replicas = await startReplicas(t, provider, { count: 2, url });
  const [first, second] = replicas.services;
  assert.ok(first && second);
  const device = await replicas.signIn();
  const watching = await replicas.signIn(second);

  for (let number = 0; number < changes; number += 1) {
    const answered = await startWait(second, watching);
    const startMs = performance.now();
    const written = await send(first, { method: 'POST', cookie: device, body });
    assert.equal(written.statusCode, 201);
    const { statusCode, json } = await answered.answer;
    assert.ok(performance.now() - startMs < 2000);
    assert.deepEqual([statusCode, json().length], [200, number + 1]);
  }

  const connections = async () => {
    const text =
      "SELECT count(*) AS count FROM pg_stat_activity WHERE state LIKE '%in transaction%'";
    return Number((await query(text))[0]?.['count']);
  };
  const ending = await startWait(second, watching);
  assert.equal(await connections(), 0, 'a wait holds no transaction');
  const startMs = performance.now();
  const signedOut = await send(first, { path: '/api/auth/logout', cookie: watching });
  assert.equal(signedOut.statusCode, 303);
  assert.equal((await ending.answer).statusCode, 401, 'signed out at the other process');
  assert.ok(performance.now() - startMs < 2000);

  const stopping = await startWait(first, device);
  const stopMs = performance.now();
  const stopped = first.stop();
  const { statusCode, headers } = await stopping.answer;
  assert.ok(performance.now() - stopMs < 1000, 'a stop answers at once');
  assert.deepEqual([statusCode, headers['connection']], [304, 'close']);
  await stopped;
  const moved = await startWait(second, device);
  await send(second, { method: 'POST', cookie: device, body });
  assert.equal((await moved.answer).statusCode, 200, 'the other process goes on');
});

type Sent = Readonly<{
  method?: 'GET' | 'POST';
  path?: string;
  cookie: string;
  held?: string;
  body?: string;
}>;

function send({ port }: ServiceProcess, sent: Sent): Promise<PortAnswer> {
  const { method = 'GET', path = '/api/tasks', cookie, held, body: text } = sent;
  const waits = held === undefined ? {} : { prefer: 'wait=25', 'if-none-match': held };
  const json = text === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { host: `127.0.0.1:${port}`, cookie, ...waits, ...json };
  return toPort({ port, timeoutMs: 30_000 })({ method, path, headers, body: text });
}

/** Sends a request that waits with the current tag; resolves when the process counts it. */
async function startWait(service: ServiceProcess, cookie: string) {
  const held = String((await send(service, { cookie })).headers.etag);
  const answer = send(service, { cookie, held });
  while (
    !/^dueline_waiting_requests 1$/m.test(await (await fetch(`${service.address}/metrics`)).text())
  );
  return { answer };
}
