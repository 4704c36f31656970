import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from './clock.ts';
import { startProvider } from './provider.ts';

test('a request that the provider does not expect fails the test', async () => {
  const checks: Array<() => void> = [];
  const provider = await startProvider({ after: (check) => checks.push(check) }, makeClock());
  await assert.rejects(provider.fetch('https://elsewhere.example.com/'), TypeError);
  assert.throws(() => checks.forEach((check) => check()), /elsewhere/);
});

test('a client with another id or secret is refused, however it sends them', async (t) => {
  const { fetch, issuer, clientId, clientSecret } = await startProvider(t, makeClock());
  for (const [id, secret, status] of [
    [clientId, clientSecret, 400],
    [clientId, 'wrong', 401],
    ['wrong', clientSecret, 401],
  ] as const) {
    const [user, password] = [id, secret].map((text) => new URLSearchParams({ t: text }).toString().slice(2));
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    for (const [headers, form] of [
      [{ authorization }, {}],
      [{}, { client_id: id, client_secret: secret }],
    ] as const) {
      const body = new URLSearchParams({ ...form, code: 'made-up' });
      const answer = await fetch(`${issuer}/token`, { method: 'POST', headers, body, redirect: 'manual' });
      assert.equal(answer.status, status, `${id} ${secret}`);
    }
  }
});
