import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from './problems.ts';

/** Characters of the path and the query. */
export const longestAddress = 8192;

/** Refuses a request without a route: 414 beyond 8 KiB, 405 with Allow where other methods exist, else 404. */
export function makeUnknownAddressRefusal(app: FastifyInstance) {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { path: pathPattern(url), methods: new Set() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });

  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.url.length > longestAddress) throw new Problem('uri_too_long');
    if (!request.is404) return;
    const [path = ''] = request.url.split('?');
    const allowed = [...routes.values()].flatMap((route) =>
      route.path.test(path) ? [...route.methods] : [],
    );
    if (allowed.length === 0) throw new Problem('not_found');
    reply.header('allow', allowed.toSorted().join(', '));
    throw new Problem('method_not_allowed');
  };
}

/** A parameter is one whole segment of the path. */
function pathPattern(url: string): RegExp {
  const literal = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/:\w+/g, '[^/]+')}$`);
}
