import assert from 'node:assert/strict';

import { ask, askHttp2, askPlain, shakeHands } from './client.ts';
import { testWith } from '../needs.ts';
import type { ProxyKind } from './proxy.ts';
import { publicHost, startProxy } from './proxy.ts';
import type { Received } from './upstream.ts';
import { startUpstream } from './upstream.ts';

/** Tests the changes that a proxy makes to requests and responses, observed on both sides. */
export function testTheWire(kind: ProxyKind): void {
  const test = testWith('openssl', kind.program);
  test(`${kind.name} with deploy/${kind.file}, before a replica`, async (t) => {
    const upstream = await startUpstream(t);
    const proxy = await startProxy(t, kind, [upstream.address]);

    const lastReceived = (): Received => {
      const last = upstream.received.at(-1);
      assert.ok(last);
      return last;
    };

    for (const [protocol, askIn] of [
      ['HTTP/1.1', ask],
      ['HTTP/2', askHttp2],
    ] as const)
      await t.test(
        `keeps Host and overwrites what a client says about itself, in ${protocol}`,
        async () => {
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
        },
      );

    await t.test('passes on what a client lists in Connection as headers of one hop', async () => {
      const ours = 'X-Forwarded-For, x-forwarded-host, X-Forwarded-Proto, X-Request-Id';
      for (const connection of [`keep-alive, ${ours}`, `close, ${ours}`, `${ours}, Host`]) {
        const headers = { connection, 'x-forwarded-for': '203.0.113.9' };
        assert.equal((await ask(proxy, { path: '/hop', headers })).status, 200);
        const received = lastReceived().headers;
        assert.equal(received['x-forwarded-for'], '127.0.0.1', connection);
        assert.equal(received['x-forwarded-host'], publicHost);
        assert.equal(received['x-forwarded-proto'], 'https');
        assert.match(String(received['x-request-id']), /^[\w@-]{20,36}$/);
        assert.equal(received.host, publicHost);
      }
    });

    await t.test(
      'takes as many cookies as a browser keeps, those of HTTP/2 in one header',
      async () => {
        const cookies = Array.from(
          { length: 180 },
          (_, index) => `foreign${index}=${'x'.repeat(20)}`,
        );
        const headers = Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [`usual-${index}`, 'yes']),
        );
        assert.equal((await askHttp2(proxy, { headers, cookies })).status, 200);
        assert.equal(lastReceived().headers.cookie, cookies.join('; '));
      },
    );

    await t.test('passes eight cookies of 4 KB in one response', async () => {
      const { status, headers } = await askHttp2(proxy, { path: '/signed-in' });
      assert.equal(status, 302);
      assert.deepEqual(
        headers['set-cookie']?.map((line) => line.length),
        Array.from({ length: 8 }, () => 'q_session_chunk_1='.length + 4056),
      );
    });

    await t.test('hides health and metrics from the world, however they are written', async () => {
      const countBefore = upstream.received.length;
      for (const path of [
        '/metrics',
        '/metrics?all',
        '/%6detrics',
        '/health/ready',
        '/%68ealth/live',
      ])
        assert.equal((await ask(proxy, { path })).status, 404, path);
      assert.equal(upstream.received.length, countBefore);
    });

    await t.test(
      'leads a plain request to https at its own name, whatever Host it came with',
      async () => {
        const { status, headers } = await askPlain(proxy, {
          path: '/a?b=c',
          headers: { host: 'elsewhere.example' },
        });
        assert.equal(status, 301);
        assert.equal(headers.location, `https://${publicHost}/a?b=c`);
      },
    );

    await t.test('speaks HTTP/2 over TLS 1.2 and 1.3 and nothing older', async () => {
      assert.deepEqual(await shakeHands(proxy, 'TLSv1.3'), { version: 'TLSv1.3', protocol: 'h2' });
      assert.deepEqual(await shakeHands(proxy, 'TLSv1.2'), { version: 'TLSv1.2', protocol: 'h2' });
      await assert.rejects(shakeHands(proxy, 'TLSv1.1'), /alert protocol version/);
    });

    await t.test(
      'writes the query of the callback into no log, also when the replica fails',
      async (own) => {
        const watched = await startProxy(own, kind, [upstream.address]);
        const path = '/api/auth/callback?code=of-one-sign-in&state=of-one-browser';
        assert.equal((await ask(watched, { path })).status, 200);
        assert.equal((await ask(watched, { path: `${path}&hang-up` })).status, 502);
        const logged = await watched.stop();
        assert.match(logged, /\/api\/auth\/callback/);
        assert.doesNotMatch(logged, /of-one-sign-in|of-one-browser/);
      },
    );
  });

  test(`${kind.name} with deploy/${kind.file}, before two replicas`, async (t) => {
    const first = await startUpstream(t);
    const second = await startUpstream(t);

    await t.test('lets no request fail when one of them goes away', async (own) => {
      const leaving = await startUpstream(own);
      const proxy = await startProxy(own, kind, [leaving.address, second.address]);
      for (const path of ['/', '/']) assert.equal((await ask(proxy, { path })).status, 200);
      assert.equal(leaving.received.length, 1);
      await leaving.close();
      for (const method of ['GET', 'POST', 'PUT', 'GET', 'POST', 'DELETE', 'POST', 'GET'])
        assert.equal(
          (
            await ask(proxy, {
              method,
              body: kind.repeatsBodies && method.startsWith('P') ? 'a task' : '',
            })
          ).status,
          200,
        );
    });

    await t.test(
      'gives no request the body of another one when one of them goes away',
      async (own) => {
        const leaving = await startUpstream(own);
        const proxy = await startProxy(own, kind, [leaving.address, second.address]);
        await leaving.close();
        const countBefore = second.received.length;
        const people = Array.from({ length: 24 }, (_, index) => `/of-person-${index + 10}`);
        for (let time = 0; time < 5; time += 1)
          await Promise.all(people.map((path) => ask(proxy, { method: 'PUT', path, body: path })));
        const received = second.received.slice(countBefore);
        assert.ok(received.length > 0);
        for (const { url, body } of received) assert.equal(body, url);
      },
    );

    await t.test('never sends a POST again that one of them has received', async (own) => {
      const proxy = await startProxy(own, kind, [first.address, second.address]);
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
