import Fastify from 'fastify';

import { makeOriginOf, refuseCrossSiteWrite } from '../server/http/origin.ts';

export type Http = Parameters<typeof makeOriginOf>[0];

export const anyHost: Http = { allowedHosts: null, publicScheme: null };
export const oneHost: Http = { allowedHosts: ['Tasks.example.com'], publicScheme: 'https' };
export const proxy = '10.0.0.1';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** The origin of a request with these headers from this address, or why it is refused. */
export async function ask(http: Http, headers: Record<string, string>, from = proxy, method: Method = 'GET') {
  const answer = await appWith(http).inject({ method, url: '/', headers, remoteAddress: from });
  if (answer.statusCode !== 200)
    return { status: answer.statusCode, code: answer.json<{ code: string }>().code };
  return { status: 200, href: answer.body };
}

export function appWith(http: Http) {
  const app = Fastify({ trustProxy: [proxy] });
  const originOf = makeOriginOf(http);
  app.addHook('onRequest', async (request) => refuseCrossSiteWrite(request));
  app.all('/', async (request) => originOf(request).href);
  return app;
}
