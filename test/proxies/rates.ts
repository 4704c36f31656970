import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';

import { askMany } from './client.ts';
import type { ProxyKind } from './proxy.ts';
import { startProxy } from './proxy.ts';
import { startUpstream } from './upstream.ts';

const atOnce = 100;

/** How many requests of one address a proxy passes by itself. */
export function testRates(kind: ProxyKind): void {
  suite(`${kind.name} with deploy/${kind.file}, and a client that sends too many requests`, () => {
    const start = async (t: TestContext) => {
      const upstream = await startUpstream();
      t.after(() => upstream.close());
      const proxy = await startProxy(kind, [upstream.address]);
      t.after(async () => assert.doesNotMatch(await proxy.stop(), /code=of-one-sign-in/));
      /** Sends requests in turn to these paths, and counts those that are passed; the others are 429. */
      const countPassed = async (count: number, paths: readonly string[]) => {
        const questions = Array.from({ length: count }, (_, index) => ({
          path: paths[index % paths.length] ?? '/',
        }));
        const before = upstream.received.length;
        const answers = await askMany(proxy, questions, atOnce);
        const refused = answers.filter(({ status }) => status === 429);
        for (const { headers } of refused) assert.equal(headers['retry-after'], '5');
        const passed = answers.filter(({ status }) => status === 200).length;
        assert.equal(passed + refused.length, count);
        assert.equal(upstream.received.length - before, passed);
        return passed;
      };
      return countPassed;
    };

    test('passes 60 sign-ins and refuses more with 429 and Retry-After; the rest of the interface goes on', async (t) => {
      const countPassed = await start(t);
      const paths = [
        '/api/auth/login',
        '/api/auth/callback?code=of-one-sign-in&state=s',
        '/api/auth/%6cogin',
      ];
      const passed = await countPassed(120, paths);
      // nginx counts the first request beyond the burst; both forget a little while the requests arrive.
      assert.ok(passed >= 60 && passed <= 70, `${passed} were passed`);
      assert.equal(await countPassed(20, ['/', '/api/tasks', '/api/auth/me', '/api/auth/logout']), 20);
    });

    test('passes 500 requests to the interface and refuses more; the page itself still loads', async (t) => {
      const countPassed = await start(t);
      const passed = await countPassed(900, ['/api/tasks', '/api/tasks/1', '/%61pi/tasks']);
      assert.ok(passed >= 500 && passed < 800, `${passed} were passed`);
      assert.equal(await countPassed(30, ['/', '/assets/main.js']), 30);
    });
  });
}
