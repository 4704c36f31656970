import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { Overrides } from '../../test/app.ts';
import { startTestApp } from '../../test/app.ts';
import { navigation } from '../../test/browser.ts';
import { assertProblem } from '../../test/flows/task-fields.ts';
import { makeRate, networkOf } from './rates.ts';

const rates = { signInsPerMinute: 6, requestsPerSecond: 2 };

async function start(t: TestContext, http: NonNullable<Overrides['config']>['http'] = {}) {
  const started = await startTestApp(t, {
    files: new Map(['/', '/assets/a.js'].map((path) => [path, Buffer.from('<!doctype html>')])),
    config: { rates, http: { trustedProxies: ['127.0.0.1'], ...http } },
  });
  /**
   * Sends `count` requests to these paths in turn, for a client at the address `from`; null: the proxy does not say. Returns the
   * number that passed.
   */
  async function send(
    count: number,
    paths: readonly string[],
    from: string | null = '192.0.2.1',
    more: Readonly<Record<string, string>> = {},
  ) {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const url = paths[index % paths.length] ?? '/';
      const { statusCode } = await started.app.inject({
        url,
        headers: { ...more, ...(from !== null && { 'x-forwarded-for': from }) },
      });
      statuses.push(statusCode);
    }
    return statuses.filter((status) => status !== 429).length;
  }
  return { ...started, send };
}

test('login and callback share the allowance of sign-ins, all else of the interface that of requests, and the files of the page are free', async (t) => {
  const { app, send } = await start(t);
  assert.equal(await send(10, ['/api/auth/login', '/api/auth/callback', '/api/auth/%6cogin']), 6);
  const others = ['/', '/api/tasks', '/api/auth/me', '/%61pi/tasks', '/api/nothing', '/nothing'];
  assert.equal(await send(30, others), 20);
  assert.equal(await send(9, ['/assets/a.js', '/health/live', '/metrics']), 9);
  const { body } = await app.inject('/metrics');
  assert.match(body, /dueline_problems_total\{code="too_many_requests"\} 14\n/);
});

test('the 429 is a problem document with Retry-After and the headers of every response, and a page for a person', async (t) => {
  const { app, send, clock } = await start(t);
  await send(6, ['/api/auth/login']);
  const ask = (more = {}) =>
    app.inject({ url: '/api/auth/login', headers: { 'x-forwarded-for': '192.0.2.1', ...more } });
  const refused = await ask();
  assertProblem(refused, 429, 'too_many_requests');
  assert.equal(refused.headers['retry-after'], '10');
  assert.equal(refused.headers['x-content-type-options'], 'nosniff');
  const page = await ask(navigation);
  assert.equal(page.statusCode, 429);
  assert.match(page.body, /Wait a minute/);
  clock.advance(500);
  assert.equal((await ask()).headers['retry-after'], '10', 'a second that has begun counts');
  clock.advance(9500);
  assert.equal(await send(2, ['/api/auth/login']), 1);
});

test('each client of a trusted proxy has an allowance of its own; without a trusted proxy an address may stand for many people', async (t) => {
  const { send } = await start(t);
  for (const from of ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
    assert.equal(await send(30, ['/api/tasks'], from), 20, from);
  assert.equal(await send(30, ['/api/tasks'], '2001:db8::2'), 0, 'of the same network');
  for (const trustedProxies of [[], ['192.0.2.77']]) {
    const untrusting = await start(t, { trustedProxies });
    assert.equal(await untrusting.send(30, ['/api/tasks']), 30);
    assert.equal(await untrusting.send(30, ['/api/tasks'], null), 30);
  }
});

test('what a trusted proxy sends without X-Forwarded-For counts by its connection, and takes nothing from an address that it names', async (t) => {
  const { send, logged } = await start(t);
  assert.equal(await send(30, ['/api/tasks'], null), 20);
  assert.equal(await send(30, ['/api/tasks'], ' , '), 0, 'a list without an address');
  assert.equal(await send(10, ['/api/auth/login'], null), 6);
  assert.equal(
    await send(30, ['/api/tasks'], '127.0.0.1'),
    20,
    'a person at the address of the proxy',
  );
  assert.equal(await send(10, ['/api/auth/login'], '192.0.2.1'), 6);
  const told = logged.filter(({ msg }) => msg.includes('no X-Forwarded-For'));
  assert.deepEqual(
    told.map(({ level, msg }) => [level, msg.split(' ')[0]]),
    [['warn', '127.0.0.1']],
    'told once',
  );
});

test('prefetches, and images, frames and scripts of foreign pages, have an allowance of their own, at every address of the interface', async (t) => {
  const { send } = await start(t);
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
  const signIns = ['/api/auth/login', '/api/auth/callback?code=c&state=s'];
  assert.equal(await send(30, signIns, '192.0.2.1', image), 6, 'no flood is free');
  assert.equal(await send(30, ['/api/tasks', '/'], '192.0.2.1', image), 20);
  assert.equal(await send(1, signIns, '192.0.2.1', { 'sec-purpose': 'prefetch' }), 0, 'the same');
  const opened = { ...navigation, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
  assert.equal(await send(10, signIns, '192.0.2.1', opened), 6, 'nobody is locked out');
  const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
  assert.equal(await send(30, ['/api/tasks'], '192.0.2.1', ours), 20);
});

test('an IPv4 address stands for itself, however it is written, and an IPv6 address for its /64', () => {
  const rows = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0'],
    ['2001:db8::1:3:4:5:6', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ] as const;
  for (const [address, network] of rows) assert.equal(networkOf(address), network, address);
});

/** A rate of one each second, with a burst of two. */
function startRate(mostKeys = 100) {
  const clock = { nowMs: 1_000_000 };
  const rate = makeRate(1000, 2, () => clock.nowMs, mostKeys);
  const take = (key: string, count: number) => Array.from({ length: count }, () => rate(key));
  return { clock, take };
}

test('a clock that is set back refuses nobody for longer than the allowance takes', () => {
  const { clock, take } = startRate();
  take('a', 2);
  clock.nowMs -= 3_600_000;
  assert.deepEqual(take('a', 1), [1000]);
  clock.nowMs += 1000;
  assert.deepEqual(take('a', 2), [0, 1000]);
});

test('many keys are remembered, and a flood of others does not grow the memory without end', () => {
  const { take } = startRate(3);
  take('a', 2);
  take('b', 1);
  assert.deepEqual(take('a', 1), [1000]);
  for (const key of ['c', 'd']) take(key, 1);
  assert.deepEqual(take('a', 1), [1000], 'it is among the older ones now');
  for (const key of ['e', 'f', 'g', 'h']) take(key, 1);
  assert.deepEqual(take('a', 1), [0], 'forgotten');
});
