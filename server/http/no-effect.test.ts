import assert from 'node:assert/strict';
import { test } from 'node:test';

import Fastify from 'fastify';

import { answerPrefetch } from './no-effect.ts';

test('a prefetch is answered with 204 and has no effect, any other request passes', async () => {
  for (const [headers, status] of [
    [{ 'sec-purpose': 'prefetch' }, 204],
    [{ 'sec-purpose': 'prefetch;prerender' }, 204],
    [{ 'sec-purpose': 'prefetch; anonymous-client-ip' }, 204],
    [{ 'sec-purpose': ' Prefetch' }, 204],
    [{ purpose: 'prefetch' }, 204],
    [{ 'x-moz': 'prefetch' }, 204],
    [{}, 200],
    [{ 'sec-purpose': 'prefetchable' }, 200],
    [{ purpose: 'navigate' }, 200],
    [{ 'x-moz': '' }, 200],
  ] as const) {
    const app = Fastify();
    let touched = 0;
    app.get('/', { onRequest: answerPrefetch }, async () => ({ touched: (touched += 1) }));
    const answer = await app.inject({ url: '/', headers });
    const what = JSON.stringify(headers);
    assert.deepEqual([answer.statusCode, touched], status === 204 ? [204, 0] : [200, 1], what);
    if (status === 204)
      assert.deepEqual([answer.headers['cache-control'], answer.body], ['no-store', ''], what);
  }
});
