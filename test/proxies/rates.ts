import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import type { TestContext } from 'node:test';
import { suite } from 'node:test';

import { lastFirst } from '../folder.ts';
import { testWith } from '../needs.ts';
import { askMany } from './client.ts';
import type { ProxyKind, RunningProxy } from './proxy.ts';
import { startProxy } from './proxy.ts';
import { startUpstream } from './upstream.ts';

/** Tests the limit of a proxy on the requests of one address. */
export function testRates(kind: ProxyKind): void {
  const test = testWith('openssl', kind.program);
  suite(`${kind.name} with deploy/${kind.file}, and a client that sends too many requests`, () => {
    const start = async (own: TestContext) => {
      const t = lastFirst(own);
      const upstream = await startUpstream(t);
      const proxy = await startProxy(t, kind, [upstream.address]);
      t.after(async () => assert.doesNotMatch(await proxy.stop(), /code=of-one-sign-in/));
      return async (count: number, paths: readonly string[], more: OutgoingHttpHeaders = {}) => {
        const before = upstream.received.length;
        const { passed, refused } = await sendMany(proxy, count, paths, more);
        for (const { headers } of refused) assert.equal(headers['retry-after'], '5');
        for (const { status } of passed) assert.equal(status, 200);
        assert.equal(upstream.received.length - before, passed.length);
        return passed.length;
      };
    };

    test('passes 60 sign-ins and refuses more with 429 and Retry-After; the rest of the interface goes on', async (t) => {
      const countPassed = await start(t);
      const callback = '/api/auth/callback?code=of-one-sign-in&state=s';
      const passed = await countPassed(120, ['/api/auth/login', callback, '/api/auth/%6cogin']);
      // nginx does not count the first request as burst, and both proxies allow a few more while the requests arrive.
      assert.ok(passed >= 60 && passed <= 70, `${passed} were passed`);
      assert.equal(
        await countPassed(20, ['/', '/api/tasks', '/api/auth/me', '/api/auth/logout']),
        20,
      );
    });

    test('passes 60 images, frames and prefetches of other pages, which take no sign-in from anybody', async (t) => {
      const countPassed = await start(t);
      const foreign = [
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
        { 'sec-fetch-site': 'cross-site', 'sec-purpose': 'prefetch;prerender' },
      ];
      const paths = ['/api/auth/login', '/api/auth/callback?code=of-one-sign-in&state=s', '/api/x'];
      let passed = 0;
      for (const headers of foreign) passed += await countPassed(40, paths, headers);
      assert.ok(passed >= 60 && passed <= 70, `${passed} were passed`);
      const opened = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
      assert.equal(await countPassed(50, paths, opened), 50);
      const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
      assert.equal(await countPassed(20, ['/api/tasks'], ours), 20);
    });

    test('passes 500 requests to the interface and refuses more; the page itself still loads', async (t) => {
      const countPassed = await start(t);
      const passed = await countPassed(900, ['/api/tasks', '/api/tasks/1', '/%61pi/tasks']);
      assert.ok(passed >= 500 && passed < 800, `${passed} were passed`);
      assert.equal(await countPassed(30, ['/', '/assets/main.js']), 30);
    });
  });
}

/** Sends requests in turn to these paths, 100 at once. A refused request gets 429. */
async function sendMany(
  proxy: RunningProxy,
  count: number,
  paths: readonly string[],
  headers: OutgoingHttpHeaders,
) {
  const questions = Array.from({ length: count }, (_, index) => ({
    path: paths[index % paths.length] ?? '/',
    headers,
  }));
  const answers = await askMany(proxy, questions, 100);
  const refused = answers.filter(({ status }) => status === 429);
  return { refused, passed: answers.filter(({ status }) => status !== 429) };
}
