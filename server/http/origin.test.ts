import assert from 'node:assert/strict';
import { test } from 'node:test';

import Fastify from 'fastify';

import { makeOriginOf } from './origin.ts';

type Http = Parameters<typeof makeOriginOf>[0];

const anyHost: Http = { allowedHosts: null, publicScheme: null };
const proxy = '10.0.0.1';

/** The origin of a request with these headers, or the code of its refusal. */
async function originOf(http: Http, headers: Record<string, string>) {
  const app = Fastify({ trustProxy: [proxy] });
  const read = makeOriginOf(http);
  app.get('/', async (request) => read(request).href);
  const answer = await app.inject({ url: '/', headers, remoteAddress: proxy });
  return answer.statusCode === 200 ? answer.body : answer.json<{ code: string }>().code;
}

test('the origin is built from the Host header', async () => {
  const names = 'localhost:8080 tasks:8 tasks.example.com:443 my_host xn--bcher-kva.example';
  for (const host of `${names} [::1]:8080 [fe80::10]`.split(' '))
    assert.equal(await originOf(anyHost, { host }), `http://${host}`);
});

test('a malformed Host is refused with host_not_allowed, though any host is allowed', async () => {
  const names = String.raw`. a..b:99999 a: a:b a:080 a:65536 a/b a\b a?b a#b user@a a,b a%2eb a. -a http://a`;
  const addresses = '::1 [::1 [::1]x [::g] [0:0:0:0:0:0:0:1] 0x7f.1 0177.0.0.1 2130706433 127.1';
  const others = [' ', 'a b', 'b\u00fccher.example', 'javascript:alert(1)'];
  for (const host of [...others, ...`${names} ${addresses}`.split(' ')])
    assert.equal(await originOf(anyHost, { host }), 'host_not_allowed', host);
});

test('a configured host with the default port of its scheme equals the host without it', async () => {
  for (const [scheme, port, other] of [
    ['https', 443, 80],
    ['http', 80, 443],
  ] as const) {
    const http: Http = { allowedHosts: [`Tasks.example.com:${port}`], publicScheme: scheme };
    // The public scheme overrides the scheme that a proxy sends.
    const proto = { 'x-forwarded-proto': scheme === 'http' ? 'https' : 'http' };
    for (const host of ['tasks.example.com', `tasks.example.com:${port}`])
      assert.equal(await originOf(http, { host, ...proto }), `${scheme}://tasks.example.com`);
    assert.equal(await originOf(http, { host: `tasks.example.com:${other}` }), 'host_not_allowed');
  }
});
