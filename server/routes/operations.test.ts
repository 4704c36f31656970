import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { declaredProvider } from '../../test/provider/auth-section.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { StoreError } from '../store/store.ts';

test('a process that runs is live, and ready while its store answers', async (t) => {
  let isUp = true;
  const { app } = await startTestApp(t, {
    store: {
      check: () => (isUp ? Promise.resolve() : Promise.reject(new StoreError('unavailable', 'away'))),
    },
  });
  assert.deepEqual((await app.inject({ url: '/health/live' })).json(), { status: 'live' });
  const ready = await app.inject({ url: '/health/ready' });
  assert.equal(ready.statusCode, 200);
  assert.deepEqual(ready.json(), {
    status: 'ready',
    store: { state: 'reachable' },
    provider: { state: 'not_asked' },
  });
  isUp = false;
  const unready = await app.inject({ url: '/health/ready' });
  assert.equal(unready.statusCode, 503);
  assert.equal(unready.json<{ store: { state: string } }>().store.state, 'unreachable');
  assert.doesNotMatch(unready.body, /away/);
  assert.equal((await app.inject({ url: '/health/live' })).statusCode, 200);
});

test('a provider outage alone does not make a replica unready, and is told', async (t) => {
  const { app, openBrowser, signedIn } = await startTestApp(t, {
    outside: () => Promise.reject(new TypeError('fetch failed')),
    config: {
      auth: {
        providers: [{ ...declaredProvider, issuer: 'https://down.example.com' }],
      },
    },
  });
  await assert.rejects(signedIn());
  const login = await openBrowser().get('/api/auth/login');
  assert.equal(login.statusCode, 503);
  assert.match(String(login.headers['retry-after']), /^\d+$/);
  const ready = await app.inject({ url: '/health/ready' });
  assert.equal(ready.statusCode, 200);
  assert.equal(ready.json<{ provider: { state: string } }>().provider.state, 'unreachable');
});

test('a sign-in that an outage of the provider ends is counted too', async (t) => {
  const { app, openBrowser, provider } = await startTestApp(t);
  const browser = openBrowser();
  const { pathname, search } = new URL(provider.authorize(await browser.login()));
  provider.play(fail('token', failures.status503));
  assert.equal((await browser.get(pathname + search)).statusCode, 503);
  const { body } = await app.inject({ url: '/metrics' });
  assert.ok(body.includes('dueline_sign_ins_total{outcome="provider_unavailable"} 1'), body);
});

test('the metrics count answers by route, sign-ins and renewals, and name nobody', async (t) => {
  const { app, signedIn, clock } = await startTestApp(t);
  const browser = await signedIn();
  await browser.get('/api/tasks');
  clock.advance(60 * 60 * 1000);
  await browser.get('/api/tasks');
  await browser.delete('/api/tasks/4711');
  await app.inject({ url: '/made-up' });
  const answer = await app.inject({ url: '/metrics' });
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  for (const line of [
    'http_request_duration_seconds_count{method="GET",route="/api/tasks",status="200"} 2',
    'http_request_duration_seconds_count{method="DELETE",route="/api/tasks/:id",status="404"} 1',
    'http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1',
    'http_request_duration_seconds_bucket{le="5",method="GET",route="/api/tasks",status="200"} 2',
    'dueline_sign_ins_total{outcome="signed_in"} 1',
    'dueline_renewals_total{outcome="renewed"} 1',
  ]) {
    assert.ok(answer.body.includes(line), `${line}\n${answer.body}`);
  }
  assert.doesNotMatch(answer.body, /ada@|4711|made-up/);
});
