import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { freePort } from '../../test/process.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { readVersion } from '../folders.ts';
import { StoreError } from '../store/store.ts';
import { makeMetrics } from './metrics.ts';
import { startMonitoring } from './probes.ts';

test('a process that runs is live, and ready while its store answers', async (t) => {
  let isUp = true;
  let isDiskFull = false;
  const { app, takeErrors } = await startTestApp(t, {
    store: {
      check: () =>
        isUp
          ? Promise.resolve({ isDiskFull })
          : Promise.reject(new StoreError('unavailable', 'away')),
    },
  });
  assert.deepEqual((await app.inject({ url: '/health/live' })).json(), { status: 'live' });
  const ready = await app.inject({ url: '/health/ready' });
  assert.equal(ready.statusCode, 200);
  const store = { state: 'reachable' };
  const provider = { state: 'not_asked' };
  assert.deepEqual(ready.json(), { status: 'ready', store, provider });
  const gauges = async () =>
    (await app.inject('/metrics')).body.match(/^dueline_store_(?:up|disk_full) .*$/gm);
  assert.deepEqual(await gauges(), ['dueline_store_up 1', 'dueline_store_disk_full 0']);
  isDiskFull = true;
  const full = await app.inject({ url: '/health/ready' });
  assert.equal(full.statusCode, 200, 'reads go on');
  const trouble = { state: 'reachable', trouble: 'disk_full' };
  assert.deepEqual(full.json(), { status: 'ready', store: trouble, provider });
  assert.deepEqual(await gauges(), ['dueline_store_up 1', 'dueline_store_disk_full 1']);
  isUp = false;
  const unready = await app.inject({ url: '/health/ready' });
  assert.equal(unready.statusCode, 503);
  assert.equal(takeErrors()[0]?.msg, 'the store does not answer');
  assert.equal(unready.json<{ store: { state: string } }>().store.state, 'unreachable');
  assert.doesNotMatch(unready.body, /away/);
  assert.equal((await app.inject({ url: '/health/live' })).statusCode, 200);
});

test('a store that has not answered within five seconds makes the service unready', async (t) => {
  const asked = Promise.withResolvers<void>();
  const { app, clock } = await startTestApp(t, {
    store: {
      check: () => {
        asked.resolve();
        return new Promise(() => undefined);
      },
    },
  });
  const answer = app.inject({ url: '/health/ready' });
  await asked.promise;
  clock.advance(5000);
  assert.equal((await answer).statusCode, 503);
});

test('health at an address of its own is 503 while the service accepts no requests, and the metrics are only there', async (t) => {
  const port = await freePort();
  const { app } = await startTestApp(t, { config: { monitoring: { port } } });
  t.after(await startMonitoring(app, { host: '127.0.0.1', port }, async () => 'metrics'));
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  assert.deepEqual([await ask('/health/live'), await ask('/metrics')], [503, 200]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  assert.equal(await ask('/health/live'), 200);
  for (const [path, status] of Object.entries({ '/metrics': 404, '/health/live': 200 }))
    assert.equal((await app.inject(path)).statusCode, status, path);
  await app.close();
  assert.deepEqual([await ask('/health/ready'), await ask('/metrics')], [503, 200]);
});

test('the metrics count answers by route, problems by code, and sign-ins, renewals and failures of the provider by outcome, without detail, and name nobody', async (t) => {
  const { app, signedIn, openBrowser, provider, clock } = await startTestApp(t, {
    config: { auth: { allowedEmails: ['@example.com'] } },
  });
  const browser = await signedIn();
  const other = await signedIn();
  await signedIn({ sub: 'eve', email: 'eve@example.org' });
  await openBrowser().get('/api/auth/callback?code=a&state=b');
  await browser.get('/api/tasks');
  clock.advance(60 * 60 * 1000);
  await browser.get('/api/tasks');
  await browser.delete('/api/tasks/4711');
  await app.inject({ url: '/made-up' });
  clock.advance(60 * 60 * 1000);
  provider.play(fail('token', failures.invalidGrant));
  assert.equal((await browser.get('/api/tasks')).statusCode, 401);
  provider.play(fail('token', failures.status503));
  const third = openBrowser();
  assert.equal((await third.get(await third.begin())).statusCode, 503);
  assert.equal((await other.get('/api/tasks')).statusCode, 503);
  const answer = await app.inject({ url: '/metrics' });
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  for (const line of [
    'http_request_duration_seconds_count{method="GET",route="/api/tasks",status="200"} 2',
    'http_request_duration_seconds_count{method="DELETE",route="/api/tasks/:id",status="404"} 1',
    'http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1',
    'http_request_duration_seconds_bucket{le="5",method="GET",route="/api/tasks",status="200"} 2',
    'dueline_sign_ins_total{outcome="signed_in"} 2',
    'dueline_sign_ins_total{outcome="email_not_allowed"} 1',
    'dueline_sign_ins_total{outcome="provider_unavailable"} 1',
    'dueline_renewals_total{outcome="renewed"} 1',
    'dueline_provider_failures_total{reason="token_endpoint"} 2',
    'dueline_problems_total{code="not_authorized"} 1',
    'dueline_problems_total{code="sign_in_failed"} 1',
    `\ndueline_build_info{version="${readVersion()}",node="${process.version}"} 1\n`,
  ]) {
    assert.ok(answer.body.includes(line), `${line}\n${answer.body}`);
  }
  assert.doesNotMatch(answer.body, /ada@|eve@|4711|made-up/);
});

test('every outcome that is known is there from the start, at 0', async (t) => {
  const { app } = await startTestApp(t);
  const { body } = await app.inject({ url: '/metrics' });
  const counters = makeMetrics().described.filter(({ type }) => type === 'counter');
  assert.ok(counters.length > 4);
  for (const { name, labels } of counters)
    for (const [label, values] of Object.entries(labels))
      for (const value of values ?? [])
        assert.match(body, new RegExp(`^${name}\\{([^}]*,)?${label}="${value}"[,}].* 0$`, 'm'));
});

test('people and tasks are counted once a minute, and stay while the store does not answer', async (t) => {
  let people = 1;
  const count = async () => {
    if (people > 2) throw new StoreError('unavailable', 'away');
    return { people, tasks: 7 };
  };
  const { app, clock } = await startTestApp(t, { store: { count } });
  for (const [now, laterMs, told] of [
    [1, 0, 1],
    [2, 59_000, 1],
    [2, 1000, 2],
    [1, -60_000, 1],
    [3, 60_000, 1],
  ] as const) {
    people = now;
    clock.advance(laterMs);
    const lines = (await app.inject('/metrics')).body.match(/^dueline_(?:people|tasks) .*$/gm);
    assert.deepEqual(lines, [`dueline_people ${told}`, 'dueline_tasks 7']);
  }
});
