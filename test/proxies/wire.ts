import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, suite, test } from 'node:test';

import { ask, askHttp2, askPlain, shakeHands } from './client.ts';
import type { ProxyKind, RunningProxy } from './proxy.ts';
import { publicHost, startProxy } from './proxy.ts';
import type { Received, Upstream } from './upstream.ts';
import { startUpstream } from './upstream.ts';

/** What a proxy does to requests and answers on their way, seen from both ends of it. */
export function testTheWire(kind: ProxyKind): void {
  suite(`${kind.name} with deploy/${kind.file}, before a replica`, () => {
    let upstream: Upstream;
    let proxy: RunningProxy;
    before(async () => {
      upstream = await startUpstream();
      proxy = await startProxy(kind, [upstream.address]);
    });
    // Not there when it did not start.
    after(() => proxy?.stop());
    after(() => upstream.close());

    const lastReceived = (): Received => {
      const last = upstream.received.at(-1);
      assert.ok(last);
      return last;
    };

    for (const [protocol, askIn] of [
      ['HTTP/1.1', ask],
      ['HTTP/2', askHttp2],
    ] as const)
      test(`keeps Host and overwrites what a client says about itself, in ${protocol}`, async () => {
        const { status } = await askIn(proxy, {
          path: '/forged',
          headers: {
            'x-forwarded-for': '203.0.113.9',
            'x-forwarded-host': 'elsewhere.example',
            'x-forwarded-proto': 'http',
            forwarded: 'for=203.0.113.9;host=elsewhere.example;proto=http',
            'x-request-id': 'forged',
          },
        });
        assert.equal(status, 200);
        const { headers } = lastReceived();
        assert.equal(headers.host, publicHost);
        assert.equal(headers['x-forwarded-for'], '127.0.0.1');
        assert.equal(headers['x-forwarded-host'], publicHost);
        assert.equal(headers['x-forwarded-proto'], 'https');
        assert.equal(headers['forwarded'] ?? '', '');
        assert.match(String(headers['x-request-id']), /^(?!forged)[\w@-]{20,36}$/);
      });

    test('takes as many cookies as a browser keeps, and joins what HTTP/2 sends singly into one header', async () => {
      const cookies = Array.from({ length: 180 }, (_, index) => `foreign${index}=${'x'.repeat(20)}`);
      const headers = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`usual-${index}`, 'yes']));
      assert.equal((await askHttp2(proxy, { headers, cookies })).status, 200);
      assert.equal(lastReceived().headers.cookie, cookies.join('; '));
    });

    test('passes eight cookies of 4 KB in one response', async () => {
      const { status, headers } = await askHttp2(proxy, { path: '/signed-in' });
      assert.equal(status, 302);
      assert.deepEqual(
        headers['set-cookie']?.map((line) => line.length),
        Array.from({ length: 8 }, () => 'q_session_chunk_1='.length + 4056),
      );
    });

    test('hides health and metrics from the world, however they are written', async () => {
      const countBefore = upstream.received.length;
      for (const path of ['/metrics', '/metrics?all', '/%6detrics', '/health/ready', '/%68ealth/live'])
        assert.equal((await ask(proxy, { path })).status, 404, path);
      assert.equal(upstream.received.length, countBefore);
    });

    test('leads a plain request to https at its own name, whatever Host it came with', async () => {
      const { status, headers } = await askPlain(proxy, {
        path: '/a?b=c',
        headers: { host: 'elsewhere.example' },
      });
      assert.equal(status, 301);
      assert.equal(headers.location, `https://${publicHost}/a?b=c`);
    });

    test('speaks HTTP/2 over TLS 1.2 and 1.3 and nothing older', async () => {
      assert.deepEqual(await shakeHands(proxy, 'TLSv1.3'), { version: 'TLSv1.3', protocol: 'h2' });
      assert.deepEqual(await shakeHands(proxy, 'TLSv1.2'), { version: 'TLSv1.2', protocol: 'h2' });
      await assert.rejects(shakeHands(proxy, 'TLSv1.1'), /alert protocol version/);
    });

    test('writes the query of the callback into no log, not even when the replica fails', async (t) => {
      const watched = await startProxy(kind, [upstream.address]);
      t.after(() => watched.stop());
      const path = '/api/auth/callback?code=of-one-sign-in&state=of-one-browser';
      assert.equal((await ask(watched, { path })).status, 200);
      assert.equal((await ask(watched, { path: `${path}&hang-up` })).status, 502);
      const logged = await watched.stop();
      assert.match(logged, /\/api\/auth\/callback/);
      assert.doesNotMatch(logged, /of-one-sign-in|of-one-browser/);
    });
  });

  suite(`${kind.name} with deploy/${kind.file}, before two replicas`, () => {
    let first: Upstream;
    let second: Upstream;
    before(async () => {
      first = await startUpstream();
      second = await startUpstream();
    });
    after(async () => {
      await first.close();
      await second.close();
    });

    const startBefore = async (t: TestContext, upstreams: readonly string[]) => {
      const proxy = await startProxy(kind, upstreams);
      t.after(() => proxy.stop());
      return proxy;
    };

    test('lets no request fail when one of them goes away', async (t) => {
      const leaving = await startUpstream();
      const proxy = await startBefore(t, [leaving.address, second.address]);
      for (const path of ['/', '/']) assert.equal((await ask(proxy, { path })).status, 200);
      assert.equal(leaving.received.length, 1);
      await leaving.close();
      for (const method of ['GET', 'POST', 'PUT', 'GET', 'POST', 'DELETE', 'POST', 'GET'])
        assert.equal(
          (await ask(proxy, { method, body: kind.repeatsBodies && method.startsWith('P') ? 'a task' : '' }))
            .status,
          200,
        );
    });

    test('gives no request the body of another one when one of them goes away', async (t) => {
      const leaving = await startUpstream();
      const proxy = await startBefore(t, [leaving.address, second.address]);
      await leaving.close();
      const countBefore = second.received.length;
      const people = Array.from({ length: 24 }, (_, index) => `/of-person-${index + 10}`);
      for (let time = 0; time < 5; time += 1)
        await Promise.all(people.map((path) => ask(proxy, { method: 'PUT', path, body: path })));
      const received = second.received.slice(countBefore);
      assert.ok(received.length > 0);
      for (const { url, body } of received) assert.equal(body, url);
    });

    test('never sends a POST again that one of them has received', async (t) => {
      const proxy = await startBefore(t, [first.address, second.address]);
      const deliveries = () => first.received.length + second.received.length;
      const countBefore = deliveries();
      for (const [index, body] of ['a task', ''].entries()) {
        const { status } = await ask(proxy, { method: 'POST', path: '/hang-up', body });
        assert.equal(status, 502);
        assert.equal(deliveries(), countBefore + index + 1);
      }
    });
  });
}
