import assert from 'node:assert/strict';
import { test } from 'node:test';

import Fastify from 'fastify';

import { answerPrefetch } from './no-effect.ts';

for (const headers of [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'prefetch; anonymous-client-ip' },
  { 'sec-purpose': ' Prefetch' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
]) {
  test(`a prefetch is answered with 204 and has no effect: ${JSON.stringify(headers)}`, async () => {
    const { answer, touched } = await ask(headers);
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.body, '');
    assert.equal(touched, 0);
  });
}

for (const headers of [{}, { 'sec-purpose': 'prefetchable' }, { purpose: 'navigate' }, { 'x-moz': '' }]) {
  test(`any other request passes: ${JSON.stringify(headers)}`, async () => {
    const { answer, touched } = await ask(headers);
    assert.equal(answer.statusCode, 200);
    assert.equal(touched, 1);
  });
}

async function ask(headers: Record<string, string>) {
  const app = Fastify();
  let touched = 0;
  app.get('/', { onRequest: answerPrefetch }, async () => ({ touched: (touched += 1) }));
  const answer = await app.inject({ url: '/', headers });
  return { answer, touched };
}
