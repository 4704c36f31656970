import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, cookieOf, current, expirySeconds, hour, outageGraceSeconds } from '../../test/guarded.ts';
import type { RenewSession } from './session.ts';

const outage: RenewSession = async () => ({ kind: 'unavailable', reason: 'timeout', retryAfterSeconds: 7 });

test('in an outage requests are served with the present identity until the grace is over', async () => {
  for (const atSeconds of [expirySeconds, expirySeconds + outageGraceSeconds - 1]) {
    for (const url of ['/api/tasks', '/api/auth/login']) {
      const { answer, renewals } = await ask({ url, cookie: cookieOf(current), atSeconds, renew: outage });
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.body, 'old');
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.equal(renewals.length, 1);
    }
  }
});

test('in an outage beyond the grace a request gets 503 with Retry-After and keeps its cookie', async () => {
  const atSeconds = expirySeconds + outageGraceSeconds;
  const asScript = { requestedWith: 'JavaScript' };
  for (const question of [{}, asScript, { ...asScript, url: '/api/auth/login' }]) {
    const { answer, signIns } = await ask({
      cookie: cookieOf(current),
      atSeconds,
      renew: outage,
      ...question,
    });
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json<{ code: string }>().code, 'provider_unavailable');
    assert.equal(answer.headers['retry-after'], '7');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(signIns, 0);
  }
});

test('in an outage beyond the grace the login endpoint begins a new sign-in, and the old cookies stay', async () => {
  const { answer, signIns } = await ask({
    url: '/api/auth/login',
    cookie: cookieOf(current),
    atSeconds: expirySeconds + outageGraceSeconds,
    renew: outage,
  });
  assert.equal(answer.statusCode, 302);
  assert.equal(answer.headers.location, 'https://idp.example/authorize');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['set-cookie'], 'q_auth_state=x');
  assert.equal(signIns, 1);
});

test('an outage does not lengthen a session beyond its end', async () => {
  const { answer, renewals } = await ask({
    cookie: cookieOf(current),
    atSeconds: expirySeconds + 8 * hour,
    renew: outage,
    graceSeconds: 24 * hour,
  });
  assert.equal(answer.statusCode, 401);
  assert.equal(renewals.length, 0);
});

test('a renewal that fails unexpectedly is an error and costs no cookie', async () => {
  const renew: RenewSession = () => Promise.reject(new Error('planted'));
  const { answer } = await ask({ cookie: cookieOf(current), atSeconds: expirySeconds, renew });
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.headers['set-cookie'], undefined);
});
