import type { FastifyInstance, FastifyRequest } from 'fastify';

const description = '/api/openapi.json';
const pageForPeople = '/api/docs';

/** The Link header of the pages: where programs and people find the description of the interface (RFC 8631). */
export const descriptionLinks = `<${description}>; rel="service-desc"; type="application/json", <${pageForPeople}>; rel="service-doc"; type="text/html"`;

const path = '/.well-known/api-catalog';
const profile = 'https://www.rfc-editor.org/info/rfc9727';

/** Serves the catalog of the interfaces of this host, which is one (RFC 9727). `originOf`: the address by which the service was reached. */
export function addApiCatalog(
  app: FastifyInstance,
  originOf: (request: FastifyRequest) => string,
): void {
  app.get(path, (request, reply) => {
    const origin = originOf(request);
    const linkset = [
      {
        anchor: `${origin}/api`,
        'service-desc': [{ href: origin + description, type: 'application/json' }],
        'service-doc': [{ href: origin + pageForPeople, type: 'text/html' }],
      },
    ];
    return reply
      .header('link', `<${path}>; rel="api-catalog"`)
      .type(`application/linkset+json; profile="${profile}"`)
      .send(JSON.stringify({ linkset }));
  });
}
