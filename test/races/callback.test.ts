import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openBrowser } from '../browser.ts';
import { toPort } from '../http.ts';
import { postgresServer } from '../postgres/database.ts';
import { hold } from '../provider/failures.ts';
import { serveProvider } from '../provider/server.ts';
import { startReplicas } from './replicas.ts';

// Real processes, and a provider on a real socket that ends the refresh token of a code that is redeemed twice.
const server = postgresServer();

test('a proxy that sends a callback to a second process meanwhile: one redemption, one session', async (t) => {
  const provider = await serveProvider(t);
  const { url } = await server.newDatabase();
  const { services } = await startReplicas(t, provider, { count: 2, url });
  const [first, second] = services;
  assert.ok(first && second);
  const host = `127.0.0.1:${first.port}`;
  const browser = openBrowser({ transport: toPort(first), provider, host });
  const callback = await browser.begin();
  const cookies = new Map(browser.cookies);
  const retried = openBrowser({ transport: toPort(second), provider, host, cookies });

  const token = hold('token');
  provider.play(token.fault);
  const answer = browser.get(callback);
  await token.reached;
  const again = retried.get(callback);
  await (await fetch(`${second.address}/health/live`)).text();
  token.release();
  assert.deepEqual([(await answer).statusCode, (await again).statusCode], [302, 302]);
  assert.match(browser.cookieHeader('/'), /^q_session=/);
  assert.equal(retried.cookieHeader('/'), browser.cookieHeader('/'));
  assert.equal(provider.count('token'), 1);
});
