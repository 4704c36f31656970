import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { startTestApp } from '../app.ts';
import { listen } from '../hostile/wire.ts';
import { askMany } from './client.ts';
import type { ProxyKind } from './proxy.ts';
import { publicHost, startProxy } from './proxy.ts';

/** How many requests of one address the service passes behind a proxy that counts nothing. */
export function testServiceRates(kind: ProxyKind): void {
  suite(`${kind.name} with deploy/${kind.file}, and a client that the service refuses`, () => {
    test('each client has its own 60 sign-ins and its own requests; more get 429 and Retry-After', async (t) => {
      const { app } = await startTestApp(t, {
        config: {
          http: { trustedProxies: ['127.0.0.1'], allowedHosts: [publicHost], publicScheme: 'https' },
          rates: { signInsPerMinute: 60, requestsPerSecond: 5 },
        },
      });
      const { port } = await listen(app);
      const proxy = await startProxy(kind, [`127.0.0.1:${port}`]);
      t.after(() => proxy.stop());
      const countPassed = async (count: number, path: string, from: string) => {
        const questions = Array.from({ length: count }, () => ({ path }));
        const answers = await askMany(proxy, questions, 100, from);
        const refused = answers.filter(({ status }) => status === 429);
        for (const { headers, body } of refused) {
          assert.match(String(headers['retry-after']), /^[1-9]$/);
          assert.equal(JSON.parse(body).code, 'too_many_requests');
        }
        return count - refused.length;
      };
      const [one, another] = ['127.0.0.1', '127.0.0.2'];
      assert.equal(await countPassed(120, '/api/auth/login', one), 60);
      assert.equal(await countPassed(70, '/api/auth/me', one), 50);
      assert.equal(await countPassed(60, '/api/auth/login', another), 60);
      assert.equal(await countPassed(50, '/api/auth/me', another), 50);
    });
  });
}
